import { decodePublicKey } from '@specie/protocol/signing/signing.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { clearance, type InstitutionStanding } from '../../onboarding/standing.ts'
import { keyOf, usableStates } from './row.ts'

/** The rights of a key, as of this version (access.key_use). */
export type Standing = InstitutionStanding & {
  readonly version: bigint
  readonly scopes: string[]
  readonly ipAllowlist: string[]
  /** Maximum distance of a nonce from our time; null: any nonce higher than the last one. */
  readonly nonceWindowMs: number | null
  /** Wall time in milliseconds from which it is refused. It expires, or its overlap with its successor ends. */
  readonly usableUntil: number | null
}

/** A caller's key. Admission detects when its standing has changed. */
export type Key = { readonly id: string; readonly institutionId: string; readonly spki: Buffer; standing: Standing }

export type Keyring = {
  /** The usable key with this text, its state when it is not usable, or null when it is not registered. */
  find(publicKey: string): Promise<Key | Unusable | null>
  /** Reads its standing again; its state when it is no longer usable. */
  renew(key: Key): Promise<Key | Unusable>
}

type Unusable = { unusable: string }
type Row = {
  id: string
  institution_id: string
  spki: Buffer
  state: string
  version: bigint
  scopes: string[]
  ip_allowlist: string[]
  nonce_window_ms: number | null
  usable_until: Date | null
  kyb: string | null
  agreements: string[]
}

const maxKeys = 100_000

/**
 * Caches usable keys by their text. This is safe because admission compares the version of their standing with the
 * database each time. A key ends by time, without a new version, so its end is compared with the clock here.
 */
export function keyring(env: Pick<Env, 'db' | 'clock'>): Keyring {
  const cache = new Map<string, Key>()
  const usable = (key: Key): Key | Unusable => (isOver(key.standing, env.clock) ? { unusable: 'expired' } : key)
  return {
    async find(text) {
      const cached = cache.get(text)
      if (cached) return usable(cached)
      const bytes = decodePublicKey(text)
      if (!bytes) return null
      const row = await readKey(env, { spki: Buffer.from(bytes) })
      if (!row) return null
      if (!usableStates.includes(row.state)) return { unusable: row.state }
      const key = { id: row.id, institutionId: row.institution_id, spki: row.spki, standing: standingOf(row) }
      if (cache.size >= maxKeys) cache.delete(cache.keys().next().value!)
      cache.set(text, key)
      return usable(key)
    },
    async renew(key) {
      const row = (await readKey(env, key))!
      key.standing = standingOf(row)
      if (usableStates.includes(row.state)) return usable(key)
      for (const [text, candidate] of cache) if (candidate === key) cache.delete(text)
      return { unusable: row.state }
    },
  }
}

/** The standing of the key with this id as of now; its state when it is not usable. */
export async function standingIn({ clock }: Pick<Env, 'clock'>, tx: Tx, id: string): Promise<Standing | Unusable> {
  const { spki } = await keyOf(tx, { institutionId: null }, id)
  const row = (await readKey({ db: tx }, { spki, id }))!
  if (!usableStates.includes(row.state)) return { unusable: row.state }
  const standing = standingOf(row)
  return isOver(standing, clock) ? { unusable: 'expired' } : standing
}

const isOver = ({ usableUntil }: Standing, clock: Env['clock']): boolean =>
  usableUntil !== null && clock.wall() >= usableUntil

/** Several institutions may have registered a public key; the one that has proved possession is its holder. */
async function readKey(
  { db }: { db: Sql },
  { spki, id = null }: { spki: Buffer; id?: string | null },
): Promise<Row | undefined> {
  const [row] = await db.query<Row>({
    name: 'access.key',
    text: `
      select k.id, k.institution_id, k.spki, k.state, u.version, k.scopes, k.ip_allowlist::text[] as ip_allowlist,
        k.nonce_window_ms, least(k.expires_at, k.revoke_at) as usable_until, ${clearance('k.institution_id')}
      from access.api_key k join access.key_use u on u.key_id = k.id
      where k.spki = $1 and k.id = coalesce($2, k.id) order by k.proven_at nulls last limit 1`,
    values: [spki, id],
  })
  return row
}

const standingOf = (row: Row): Standing => ({
  version: row.version,
  scopes: row.scopes,
  ipAllowlist: row.ip_allowlist,
  nonceWindowMs: row.nonce_window_ms,
  usableUntil: row.usable_until?.getTime() ?? null,
  kyb: row.kyb,
  agreements: row.agreements,
})
