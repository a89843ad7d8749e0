import type { AssetCode } from '@specie/protocol/assets.ts'
import { type Batcher, batcher } from '../base/concurrency/batcher.ts'
import type { Db, Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'

/** In minor units. `pending` is what is on its way or held. */
type Balance = { available: bigint; pending: bigint }
export type Balances = Map<AssetCode, Balance>

/** What an institution has, by asset; an asset that it never touched is missing. */
export const balances = ({ db }: Pick<Env, 'db'>, institution: string): Promise<Balances> =>
  readerOf(db).submit(institution)

const readers = new WeakMap<Db, Batcher<string, Balances>>()
const most = 256

/** Who asks while a query is under way is answered by the next: a query for each took twice the database. */
function readerOf(db: Db): Batcher<string, Balances> {
  let reader = readers.get(db)
  if (!reader) readers.set(db, (reader = batcher((institutions) => read(db, institutions), most)))
  return reader
}

async function read(db: Db, institutions: readonly string[]): Promise<Balances[]> {
  const rows = await db.query<Balance & { owner: string; asset: AssetCode }>({
    name: 'ledger.balances',
    text: `
      select owner, asset,
        sum(case name when 'available' then balance else 0 end) as available,
        sum(case name when 'available' then 0 else balance end) as pending
      from ledger.account
      where pool = 'client' and owner = any($1) and name in ('available', 'pending', 'held')
      group by owner, asset`,
    values: [institutions],
  })
  const found = new Map(institutions.map((institution) => [institution, new Map() as Balances]))
  for (const { owner, asset, available, pending } of rows) found.get(owner)!.set(asset, { available, pending })
  return institutions.map((institution) => found.get(institution)!)
}

/** What somebody can use of one asset. */
export async function availableOf(sql: Sql, owner: string, asset: AssetCode): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'available' and owner = $1 and asset = $2`,
    [owner, asset],
  )
  return row?.balance ?? 0n
}
