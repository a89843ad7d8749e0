import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart, errorCode, message } from './cannot-start.ts'
import { writeWhole } from './write-whole.ts'

export type Demo = { base: string; institutionid: string; publickey: string }

export const demoKeyFile = (folder: string): string => join(folder, 'demo-key.pem')

/**
 * Onboards the demo institution of this data folder, or finds that it is. No signed call is made: it would use up the
 * user's one request per second.
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

type Answer = { institutionid?: string; message?: string; details?: { rule?: string; institutionid?: string } }

async function register(base: string, publickey: string, sandboxToken: string | null): Promise<string> {
  const response = await fetch(new URL('/sandbox/v1/institutions', base), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'specie-local',
      ...(sandboxToken === null ? {} : { authorization: `Bearer ${sandboxToken}` }),
    },
    body: JSON.stringify({ name: 'Demo Institution', publickey }),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = (await response.json()) as Answer
  if (response.ok && answer.institutionid) return answer.institutionid
  const { rule, institutionid } = answer.details ?? {}
  if (response.status === 400 && rule === 'key_registered' && institutionid) return institutionid
  throw new Error(`the sandbox answered ${response.status}: ${answer.message ?? JSON.stringify(answer)}`)
}
