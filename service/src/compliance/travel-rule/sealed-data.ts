import type { Ivms101 } from '@specie/travel-rule/ivms101/types.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { subjectKey, subjectKeys } from '../../base/personal-data.ts'
import type { Exchange } from './row.ts'

// Names, addresses and the text of messages are sealed with the key of the institution. Exchanges of a former version about a
// wallet that is not ours have a key of their own.

type Owned = Pick<Exchange, 'id' | 'institution_id'>

const ownerOf = ({ id, institution_id }: Owned): string => institution_id ?? id

export async function sealText(env: Env, tx: Tx, of: Owned, context: string, text: string): Promise<Buffer> {
  const key = await subjectKey(env, tx, ownerOf(of))
  return key.seal(`exchange ${of.id} ${context}`, Buffer.from(text))
}

/** Null if the data has been erased. */
async function openText(env: Env, sql: Sql, of: Owned, context: string, sealed: Buffer | null): Promise<string | null> {
  const key = (await subjectKeys(env, sql, [ownerOf(of)])).get(ownerOf(of))
  return sealed === null || !key ? null : key.open(`exchange ${of.id} ${context}`, sealed).toString('utf8')
}

export const sealParties = (env: Env, tx: Tx, of: Owned, parties: Ivms101): Promise<Buffer> =>
  sealText(env, tx, of, 'parties', JSON.stringify(parties))

export async function partiesOf(env: Env, sql: Sql, exchange: Exchange): Promise<Ivms101 | null> {
  const text = await openText(env, sql, exchange, 'parties', exchange.sealed_parties)
  return text === null ? null : (JSON.parse(text) as Ivms101)
}

/** The text of a message for staff. `isForeign`: the service has not sealed it, so that someone else has written the row. */
export async function openMessage(
  env: Env,
  sql: Sql,
  of: Owned,
  { id, sealed_body: sealed }: { readonly id: string; readonly sealed_body: Buffer | null },
): Promise<{ readonly text: string | null; readonly isForeign: boolean }> {
  const key = (await subjectKeys(env, sql, [ownerOf(of)])).get(ownerOf(of))
  if (sealed === null || !key) return { text: null, isForeign: false }
  try {
    return { text: key.open(`exchange ${of.id} message ${id}`, sealed).toString('utf8'), isForeign: false }
  } catch {
    return { text: null, isForeign: true }
  }
}
