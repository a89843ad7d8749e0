import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { randomIds } from '../ids.ts'

// Row versions are marked with a key that the database does not store: TRACE_KEY. The owner of the database can write
// any row and any version, but no mark. Each connection gets its own key, derived from TRACE_KEY and a random number
// that is stored next to the mark, so that a key leaked from one session does not compromise the others.

/** Values that a database session receives at its start: its number, and the key for it. */
export type Stamp = { readonly session: string; readonly key: string }

export function newStamp(traceKey: Uint8Array): Stamp {
  const session = randomIds.secret(12).toString('hex')
  return { session, key: keyOfSession(traceKey, session).toString('hex') }
}

const keyOfSession = (traceKey: Uint8Array, session: string): Buffer =>
  createHmac('sha256', traceKey).update(`row versions ${session}`).digest()

/** The default of TRACE_KEY. An auditor who holds it cannot read personal data with it. */
export const traceKeyFrom = (personalDataKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', personalDataKey, '', 'specie row versions', 32))

/** Settings of a session; read by the triggers of versioned tables. */
export const stampSettings = { session: 'specie.session', key: 'specie.key' } as const

const setting = (name: string) => `nullif(current_setting('${name}', true), '')`

/** SQL of the number of this session; null if it has none. */
export const sessionSql = setting(stampSettings.session)

/** SQL of the mark of a text, itself SQL; null if the session has no key. */
export const markOf = (text: string): string => {
  const key = `decode(${setting(stampSettings.key)}, 'hex')`
  return `sha256(${key} || sha256(${key} || convert_to(${text}, 'UTF8')))`
}

/** SQL of the mark of a version `v`. No part but the last can hold a slash. */
export const versionMark =
  markOf(`concat(v.seq, '/', v.committed, '/', v.shape, '/', encode(v.was, 'hex'), '/', encode(v.hash, 'hex'), '/',
    v.role = 'migration', '/', v.name, '/', v.id)`)

export type Marked = { readonly session: string | null; readonly mark: Buffer | null }

export type Version = Marked & {
  readonly seq: bigint
  readonly committed: string
  readonly name: string
  readonly id: string
  readonly shape: number
  readonly was: Buffer | null
  readonly hash: Buffer
  readonly role: string
}

const markWith = (key: Buffer, text: string): Buffer => {
  const inner = createHash('sha256').update(key).update(text, 'utf8').digest()
  return createHash('sha256').update(key).update(inner).digest()
}

/** The mark of a text that this process writes itself. */
export function markText(traceKey: Uint8Array, text: string): { session: string; mark: Buffer } {
  const { session, key } = newStamp(traceKey)
  return { session, mark: markWith(Buffer.from(key, 'hex'), text) }
}

/** Verifies the mark of a text with this key. Caches session keys, because sessions are few and versions many. */
export function markVerifier(traceKey: Uint8Array): (marked: Marked, text: string) => boolean {
  const keys = new Map<string, Buffer>()
  return ({ session, mark }, text) => {
    if (session === null || mark?.length !== 32) return false
    const key = keys.get(session) ?? keyOfSession(traceKey, session)
    keys.set(session, key)
    return timingSafeEqual(markWith(key, text), mark)
  }
}

/** The marked text of a version. */
export const versionText = ({ seq, committed, shape, was, hash, role, name, id }: Version): string =>
  [
    seq,
    committed,
    shape,
    was?.toString('hex') ?? '',
    hash.toString('hex'),
    role === 'migration' ? 't' : 'f',
    name,
    id,
  ].join('/')
