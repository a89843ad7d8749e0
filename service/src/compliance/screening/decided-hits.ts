import type { Sql } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'

// The hits that a decision about a hold or a wallet decides. Its two people sign their number and the hash of their ids, so
// that it decides no match which they could not see.

/** `summary`: as it is signed (compliance.summary_of_hits); undefined if there are none. */
export type DecidedHits = { readonly ids: readonly string[]; readonly summary: string | undefined }

const hitsOf = { hold: 'compliance.hits_of_hold($1)', wallet: 'compliance.hits_of_wallet($1)' } as const

export async function decidedHits(sql: Sql, of: keyof typeof hitsOf, id: string): Promise<DecidedHits> {
  const [found] = await sql.query<{ ids: string[] | null; summary: string | null }>(
    `select ids, compliance.summary_of_hits(ids) as summary from (select ${hitsOf[of]} as ids) hits`,
    [id],
  )
  return { ids: found!.ids ?? [], summary: found!.summary ?? undefined }
}

/** Adds the hits to a payload that does not name them. */
export async function withHits<P extends { readonly hits?: string | undefined }>(
  sql: Sql,
  of: keyof typeof hitsOf,
  id: string,
  payload: P,
): Promise<P> {
  const { hits = (await decidedHits(sql, of, id)).summary, ...rest } = payload
  return (hits === undefined ? rest : { ...rest, hits }) as P
}

/** The ids of the hits that two people have signed. Throws if there are other ones now. */
export async function signedHits(
  sql: Sql,
  of: keyof typeof hitsOf,
  id: string,
  signed: string | undefined,
): Promise<readonly string[]> {
  const { ids, summary } = await decidedHits(sql, of, id)
  if (summary === signed) return ids
  throw badRequest(
    'hits_changed',
    'Its matches are not those of this request. Read them and make a new request.',
    'hits',
  )
}
