import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart, errorCode, message } from './cannot-start.ts'
import { writeWhole } from './write-whole.ts'

export type Demo = { base: string; institutionid: string; publickey: string }

export const demoKeyFile = (folder: string): string => join(folder, 'demo-key.pem')

/**
 * Onboards the demo institution of this data folder unless it exists. Makes no signed call, which would use up the user's one
 * request per second.
 */
export async function onboardDemo(folder: string, base: string, sandboxToken: string | null): Promise<Demo> {
  const publickey = createPublicKey(demoKey(demoKeyFile(folder)))
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
  const demo = { base, institutionid: await register(base, publickey, sandboxToken), publickey }
  writeWhole(join(folder, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`, 0o644)
  return demo
}

function demoKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw new CannotStart(`${file} cannot be read as a private key (${message(error)}): remove it to get a new one.`)
    }
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600)
  return privateKey
}

async function register(base: string, publickey: string, sandboxToken: string | null): Promise<string> {
  const { status, body } = await askSandbox(base, 'institutions', { name: 'Demo Institution', publickey }, sandboxToken)
  const { institutionid, details = {} } = body as { institutionid?: string; details?: Record<string, string> }
  if (status === 200 && institutionid) return institutionid
  if (status === 400 && details['rule'] === 'key_registered' && details['institutionid'])
    return details['institutionid']
  throw refused(status, body)
}

/** Calls the sandbox of the service that was just started. */
export async function askSandbox(base: string, path: string, fields: object, sandboxToken: string | null) {
  const response = await fetch(new URL(`/sandbox/v1/${path}`, base), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'specie-local',
      ...(sandboxToken === null ? {} : { authorization: `Bearer ${sandboxToken}` }),
    },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export const refused = (status: number, body: Record<string, unknown>): Error =>
  new Error(
    `the sandbox answered ${status}: ${typeof body['message'] === 'string' ? body['message'] : JSON.stringify(body)}`,
  )
