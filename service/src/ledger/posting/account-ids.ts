import type { Sql } from '../../base/database/db.ts'
import { type InProcess, perProcess } from '../../base/per-process.ts'
import type { Account } from '../chart.ts'

/** Ids by account code. An id never changes, so cached ids stay valid. */
export type KnownIds = Map<string, number>

const accountIdsOf = perProcess((): KnownIds => new Map())

/** About 100 MB. At this size the cache is cleared and fills again on demand. */
const maxKnown = 500_000

export function knownIds(env: InProcess): KnownIds {
  const known = accountIdsOf(env)
  // The cache is never emptied during a batch, which would lose accounts that it has just looked up.
  if (known.size >= maxKnown) known.clear()
  return known
}

/** Opens the missing accounts and returns the ids of all, by code. Opening is idempotent and moves nothing. */
export async function openAccounts(sql: Sql, accounts: readonly Account[]): Promise<KnownIds> {
  const of = (field: keyof Account) => accounts.map((account) => account[field])
  const [row] = await sql.query<{ ids: bigint[] }>({
    name: 'ledger.open_accounts',
    text: 'select ledger.open_accounts($1, $2, $3, $4) as ids',
    values: [of('pool'), of('name'), of('owner'), of('asset')],
  })
  // As numbers: sorting a batch's accounts is on the hot path, and a sequence does not reach 2^53.
  return new Map(accounts.map((account, i) => [account.code, Number(row!.ids[i])]))
}

export function remember(known: KnownIds, found: KnownIds): void {
  for (const [code, id] of found) known.set(code, id)
}
