import { createPublicKey } from 'node:crypto'
import type { Scope } from '@specie/protocol/endpoint.ts'
import { machines } from '@specie/protocol/machines.ts'
import { decodePublicKey } from '@specie/protocol/signing.ts'
import { audit } from '../base/audit/audit.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import { setActor, move, type By, type Stateful } from '../base/state-machine/move.ts'

/** What a key may do, as of this version (0019_hot_path.sql). */
export type Standing = {
  readonly version: bigint
  readonly scopes: string[]
  readonly ipAllowlist: string[]
  /** Maximum distance of a nonce from our time; null: any nonce higher than the last one. */
  readonly nonceWindowMs: number | null
  readonly kyb: string | null
  readonly agreements: string[]
}

/** A caller's key. Admission detects when its standing has changed. */
export type Key = { readonly id: string; readonly institutionId: string; readonly spki: Buffer; standing: Standing }

export const keyMachine: Stateful = { machine: machines.api_key, table: 'institutions.api_key' }
type KeyState = keyof typeof machines.api_key.states
export const usableStates: readonly string[] = ['active', 'rotating']

/** SubjectPublicKeyInfo of an uncompressed P-256 point, up to the point itself: each key has exactly one encoding. */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')
const p256Length = 91

/** The bytes of a P-256 public key, or a 400 that explains the problem. */
export function parsePublicKey(text: string): Buffer {
  const refused = (why: string) => badRequest('p256_spki', why, 'publickey')
  const bytes = decodePublicKey(text)
  if (!bytes) throw refused('The public key is not base64 or base64url.')
  const spki = Buffer.from(bytes)
  if (spki.length !== p256Length || !spki.subarray(0, p256Prefix.length).equals(p256Prefix)) {
    throw refused(`The public key must be a P-256 key as SPKI DER (91 bytes, uncompressed); this is ${describe(spki)}.`)
  }
  try {
    createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch {
    throw refused('The public key is not a point on the curve P-256.')
  }
  return spki
}

function describe(der: Buffer): string {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const curve = key.asymmetricKeyDetails?.namedCurve
    return `a key of type ${key.asymmetricKeyType}${curve ? ` on ${curve}` : ''}, ${der.length} bytes`
  } catch {
    return `${der.length} bytes that are no public key`
  }
}

export type KeyOfInstitution = {
  institutionId: string
  spki: Buffer
  label: string
  scopes: readonly Scope[]
  nonceWindowMs: number | null
}

/** Registers a key and makes it usable. The caller has verified that its holder has the private key. */
export async function registerKey(env: Env, tx: Tx, key: KeyOfInstitution, by: By): Promise<string> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  const inserted = await tx.query(
    `insert into institutions.api_key (id, institution_id, spki, label, scopes, nonce_window_ms, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (spki) do nothing returning id`,
    [id, key.institutionId, key.spki, key.label, key.scopes, key.nonceWindowMs, keyMachine.machine.initial, by.at],
  )
  if (inserted.length === 0) throw await alreadyRegistered(tx, key.spki)
  await tx.query('insert into institutions.key_use (key_id) values ($1)', [id])
  await move(tx, keyMachine, id, 'prove', by)
  await audit(tx, {
    actor: by.actor,
    action: 'key.registered',
    subject: id,
    detail: { institutionid: key.institutionId, publickey: key.spki.toString('base64'), scopes: [...key.scopes] },
  })
  return id
}

/** Refuses a key that is registered already, before anything is done for its sake. */
export async function assertNewKey(sql: Sql, spki: Buffer): Promise<void> {
  const known = await sql.query('select 1 from institutions.api_key where spki = $1', [spki])
  if (known.length > 0) throw await alreadyRegistered(sql, spki)
}

async function alreadyRegistered(sql: Sql, spki: Buffer): Promise<ApiError> {
  const [row] = await sql.query<{ institution_id: string }>(
    'select institution_id from institutions.api_key where spki = $1',
    [spki],
  )
  return new ApiError(
    'bad_request',
    { field: 'publickey', rule: 'key_registered', institutionid: row?.institution_id },
    'This public key is registered already.',
  )
}

export type Keyring = {
  /** The usable key with this text, its state when it is not usable, or null when it is not registered. */
  find(publicKey: string): Promise<Key | Unusable | null>
  /** Reads its standing again; its state when it is no longer usable. */
  renew(key: Key): Promise<Key | Unusable>
}

type Unusable = { unusable: string }
type KeyRow = {
  id: string
  institution_id: string
  state: string
  version: bigint
  scopes: string[]
  ip_allowlist: string[]
  nonce_window_ms: number | null
  kyb: string | null
  agreements: string[]
}

const maxKeys = 100_000

/**
 * Caches usable keys by their text. This is safe because admission compares the version of their standing with the
 * database each time.
 */
export function keyring(env: Pick<Env, 'db'>): Keyring {
  const cache = new Map<string, Key>()
  return {
    async find(text) {
      const cached = cache.get(text)
      if (cached) return cached
      const bytes = decodePublicKey(text)
      if (!bytes) return null
      const spki = Buffer.from(bytes)
      const row = await readKey(env, spki)
      if (!row) return null
      if (!usableStates.includes(row.state)) return { unusable: row.state }
      const key = { id: row.id, institutionId: row.institution_id, spki, standing: standingOf(row) }
      if (cache.size >= maxKeys) cache.delete(cache.keys().next().value!)
      cache.set(text, key)
      return key
    },
    async renew(key) {
      const row = (await readKey(env, key.spki))!
      key.standing = standingOf(row)
      if (usableStates.includes(row.state)) return key
      for (const [text, candidate] of cache) if (candidate === key) cache.delete(text)
      return { unusable: row.state }
    },
  }
}

async function readKey({ db }: Pick<Env, 'db'>, spki: Buffer): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>({
    name: 'institutions.key',
    text: `
      select k.id, k.institution_id, k.state, u.version, k.scopes, k.ip_allowlist::text[] as ip_allowlist, k.nonce_window_ms,
        (select c.state from institutions.kyb_case c where c.institution_id = k.institution_id) as kyb,
        array(select g.product from institutions.agreement g
          where g.institution_id = k.institution_id and g.state = 'active') as agreements
      from institutions.api_key k join institutions.key_use u on u.key_id = k.id where k.spki = $1`,
    values: [spki],
  })
  return row
}

const standingOf = ({ version, scopes, ip_allowlist, nonce_window_ms, kyb, agreements }: KeyRow): Standing => ({
  version,
  scopes,
  ipAllowlist: ip_allowlist,
  nonceWindowMs: nonce_window_ms,
  kyb,
  agreements,
})

/** The data of a key that its holder may see. */
export async function keyDetails(env: Pick<Env, 'db'>, id: string) {
  const [row] = await env.db.query<{
    keyid: string
    label: string
    status: KeyState
    scopes: Scope[]
    institutionid: string
    institution: string
    ip_allowlist: string[]
    nonce_window_ms: number | null
  }>(
    `select k.id as keyid, k.label, k.state as status, k.scopes, k.institution_id as institutionid, i.name as institution,
            k.ip_allowlist::text[] as ip_allowlist, k.nonce_window_ms
     from institutions.api_key k join institutions.institution i on i.id = k.institution_id where k.id = $1`,
    [id],
  )
  if (!row) throw new Error(`there is no key ${id}`)
  return row
}
