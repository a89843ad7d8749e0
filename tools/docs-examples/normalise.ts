import { createHash } from 'node:crypto'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { worked } from '@specie/docs-site/pages/worked.ts'

// Replaces values that differ from run to run by fixed ones of the same form, so that the same behaviour gives the same file.
// The same id gets the same replacement everywhere.

const time = '2026-11-14T12:00:00.000Z'
const nonce = '1794657600000'

/** Fixed values, by field name. */
const fixed: { readonly [name: string]: Json } = {
  traceid: '3f0d5c1f6a9b4e0c8d7b2a1e9c4f5d60',
  last_nonce: nonce,
  'x-app-nonce': nonce,
  expires_at: '2026-11-14T12:00:10.000Z',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  value_date: '2026-11-16',
  openday: '2026-11-16',
  retry_after_ms: 640,
  publickey: worked.publicKey,
  privatekey: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
  password: 'kZ3v…',
  secret: 'JBSW…',
  travel_address: 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv',
  uri: 'otpauth://totp/…',
  recovery_codes: ['4f6k-…'],
  cookie: 'specie=…',
  authorization: 'Bearer …',
  next_cursor: 'eyJhIjoiMDFhMWRkNDMifQ',
  cursor: 'eyJhIjoiMDFhMWRkNDMifQ',
  liabilities_root: createHash('sha256').update('root').digest('hex'),
  signature: worked.signature,
  block: 1204,
  confirmations: 12,
  unix_ms: 1794657600000,
  eventid: 'cyA4NjMgNDc',
  height: 1204,
  next: 1184,
  final: 1172,
  hash: `0x${createHash('sha256').update('block').digest('hex')}`,
  parent: `0x${createHash('sha256').update('parent').digest('hex')}`,
}

export function normaliser(): (value: Json) => Json {
  const known = new Map<string, string>()
  const replaced = (text: string, make: (n: number) => string): string => {
    const found = known.get(text) ?? make(known.size + 1)
    known.set(text, found)
    return found
  }
  const digest = (kind: string, n: number): string => createHash('sha256').update(`${kind} ${n}`).digest('hex')

  const text = (value: string): string =>
    value
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, time)
      .replaceAll(/(?<=\bpays it on )\d{4}-\d\d-\d\d/g, '2026-11-16')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
        replaced(id, (n) => `01a1dd43-ac0c-7e54-8089-${String(n).padStart(12, '0')}`),
      )
      .replaceAll(/0x[0-9a-f]{64}\b/g, (txid) => replaced(txid, (n) => `0x${digest('tx', n)}`))
      .replaceAll(/0x[0-9a-fA-F]{40}\b/g, (address) =>
        kept.includes(address) ? address : replaced(address, (n) => `0x${digest('address', n).slice(0, 40)}`),
      )
      .replaceAll(/(?<=^\/api\/v1\/private\/.*)\d{13}$/g, nonce)
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080')
      .replaceAll(/\b\d{27}\b/g, '210000000003139471430009017')
      .replaceAll(/\bCH\d\d08998\d{12}\b/g, 'CH4608998329425733260')
      .replaceAll(/\bRF\d\d[0-9A-F]{12}\b/g, 'RF285F41B57E5531')
      .replaceAll(/\b[0-9a-f]{32}\b/g, (id) => replaced(id, (n) => digest('id', n).slice(0, 32)))
      .replaceAll(/\b0\.0000\d{8,14}\b/g, '0.000082679000661432') // the fee of a transaction
      // The id of UAT's bank in its references: random at its start.
      .replaceAll(/\b[A-Z0-9]{6}(?=(-[A-Z])?\d{9}\b)/g, 'UATBNK')

  const value = (given: Json, name: string): Json => {
    if (given === null) return null
    // `from` and `to` are times in statements, and addresses in the explorer.
    const isAddress = typeof given === 'string' && /^0x[0-9a-f]{40}$/i.test(given)
    if (typeof fixed[name] === typeof given && given !== '' && !isAddress) return fixed[name]!
    if (typeof given === 'string') return text(given)
    if (typeof given !== 'object') return given
    if (Array.isArray(given)) return given.map((one) => value(one, name))
    return Object.fromEntries(Object.entries(given).map(([key, one]) => [text(key), value(one, key)]))
  }
  return (given) => value(given, '')
}

/** Addresses that the examples themselves name. */
export const treasury = '0x52908400098527886E0F7030069857D2E4169EE7'
export const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const kept = [treasury, other, treasury.replace('EE7', 'Ee7')]

const most = 2

/** Long lists are cut after their first members. */
export function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, most).map(shortened)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  return Object.fromEntries((entries.length > 30 ? entries.slice(0, 5) : entries).map(([k, v]) => [k, shortened(v)]))
}
