import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, code, counted, evidence, type Fact, text, thing, time } from '../../base/facts.ts'
import type { KeyPayload } from './request.ts'

type Known = { id: string; label: string; scopes: string[]; networks: string[]; expires_at: Date | null }

/** `member.key`: the rights of the new key, next to those of the key that it replaces. */
export async function keyFacts(_env: Env, sql: Sql, asked: KeyPayload): Promise<Fact[]> {
  const known = await sql.query<Known>(
    `select id, label, scopes, ip_allowlist::text[] as networks, expires_at from access.api_key
     where institution_id = $1 and state <> 'revoked' order by created_at`,
    [asked.institutionid],
  )
  const replaced = known.find(({ id }) => id === asked.replaces)
  const others = known.filter((one) => one !== replaced)
  return [
    text('Label', asked.label),
    ...(replaced ? replacing(asked, replaced) : rights(asked)),
    time('Expires', asked.expires_at),
    text('Window for nonces', asked.nonce_window_ms === null ? null : `${asked.nonce_window_ms / 1_000} seconds`),
    code('Public key', asked.publickey),
    text('Outcome', 'It can be used once its holder has signed a challenge with it.', { part: 'effect' }),
    evidence(
      text(
        'Keys with the right to write',
        others
          .filter(mayWrite)
          .map(({ label }) => label)
          .join(', ') || null,
      ),
    ),
    text('Other keys', others.map(({ label }) => label).join(', ') || null, { part: 'unchanged' }),
  ]
}

const mayWrite = ({ scopes }: Known): boolean => scopes.some((scope) => scope !== 'read')
const listed = (parts: readonly string[]): string => parts.join(', ')
const networksOf = (networks: readonly string[]): string => listed(networks) || 'any'

const rights = ({ scopes, ip_allowlist: networks }: KeyPayload): Fact[] => [
  text('Scopes', listed(scopes), { part: 'effect', before: 'none' }),
  text('Networks', networksOf(networks)),
]

const replacing = ({ scopes, ip_allowlist: networks, overlap_hours: hours }: KeyPayload, old: Known): Fact[] => [
  thing('Replaces the key', old.label, 'api_key', old.id, { note: `both work for ${counted(hours, 'hour')}` }),
  change('Scopes', listed(old.scopes), listed(scopes)),
  change('Networks', networksOf(old.networks), networksOf(networks)),
]
