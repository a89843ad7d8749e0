import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { assertContract } from './contract.ts'

// A client written from the documentation alone: it shares no code with the service, so that a defect in one cannot hide in the
// other.

export type Answer = { status: number; headers: Headers; body: any }

export type Client = {
  institutionid: string
  publickey: string
  privateKey: KeyObject
  /** A signed call with a fresh nonce; `over` replaces parts of it. */
  call(name: string, fields?: Record<string, string>, over?: Overrides): Promise<Answer>
}

export type Overrides = {
  origin?: string
  nonce?: string
  signature?: string
  headers?: Record<string, string | undefined>
  /** Sent instead of the signed fields. */
  body?: string
  contentType?: string
  /** Signed instead of the right string. */
  signed?: string
}

let lastNonce = 0

/** Wall time in milliseconds, and always higher than before. */
export function freshNonce(): string {
  lastNonce = Math.max(Date.now(), lastNonce + 1)
  return String(lastNonce)
}

export type OnboardOptions = { name?: string; publickey?: string; kyb?: string; agreements?: string[] }

export async function sandbox(origin: string, path: string, body: unknown): Promise<Answer> {
  return read(
    await fetch(`${origin}/sandbox/v1/${path}`, {
      method: 'POST',
      headers: { 'user-agent': 'specie-test', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

/** Onboards an institution with its own key pair. */
export async function onboard(origin: string, options: OnboardOptions = {}): Promise<Client> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const { status, body } = await sandbox(origin, 'institutions', { name: 'Acme Treasury AG', publickey, ...options })
  if (status !== 200) throw new Error(`onboarding answered ${status}: ${JSON.stringify(body)}`)
  return clientOf(origin, body.institutionid, publickey, privateKey)
}

export function clientOf(origin: string, institutionid: string, publickey: string, key: KeyObject | string): Client {
  const privateKey = typeof key === 'string' ? createPrivateKey(key) : key
  return {
    institutionid,
    publickey,
    privateKey,
    call: (name, fields = {}, over = {}) => call({ origin, publickey, privateKey }, name, fields, over),
  }
}

type Signer = { origin: string; publickey: string; privateKey: KeyObject }

async function call(signer: Signer, name: string, fields: Record<string, string>, over: Overrides): Promise<Answer> {
  const path = `/api/v1/private/${name}`
  const nonce = over.nonce ?? freshNonce()
  const names = Object.keys(fields).toSorted()
  const canonical = `{${names.map((field) => `${JSON.stringify(field)}:${JSON.stringify(fields[field])}`).join(',')}}`
  const signed = over.signed ?? path + (names.length === 0 ? '' : canonical) + nonce
  const headers: Record<string, string | undefined> = {
    'user-agent': 'specie-test',
    'content-type': over.contentType ?? 'application/x-www-form-urlencoded',
    'x-app-public-key': signer.publickey,
    'x-app-nonce': nonce,
    'x-app-signed-data': over.signature ?? sign('sha256', Buffer.from(signed), signer.privateKey).toString('base64url'),
    ...over.headers,
  }
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const response = await fetch((over.origin ?? signer.origin) + path, {
    method: 'POST',
    headers: sent,
    // fetch adds a content type of its own to an empty text.
    body: over.body ?? (new URLSearchParams(fields).toString() || null),
  })
  const answer = await read(response)
  if (answer.status === 200) assertContract(`/private/${name}`, answer.body)
  return answer
}

/** Canonical JSON of a client: it shares no code with the service. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** A public call, as a browser or curl would make it. */
export async function get(
  url: string,
  headers: Record<string, string> = { 'user-agent': 'specie-test' },
): Promise<Answer> {
  const answer = await read(await fetch(url, { headers }))
  if (answer.status === 200) assertContract(new URL(url).pathname.replace('/api/v1', ''), answer.body)
  return answer
}
