import type { AssetCode } from '@specie/protocol/assets.ts'
import { batcher, type Batcher } from '../base/batch.ts'
import type { Db } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { Balances } from '../ledger/balances.ts'
import { type Admission, type Asked, askedColumns } from './admission.ts'
import type { Entry } from './entry.ts'

type Asking = { readonly institutionId: string; readonly asked: Asked | null }
type Told = { readonly refusal: Admission | null; readonly balances: Balances }

/** What the caller's institution has, read by the statement that admits the caller. */
export async function ownBalances(env: Pick<Env, 'db'>, institutionId: string, entry: Entry): Promise<Balances> {
  const { refusal, balances } = await readerOf(env.db).submit({ institutionId, asked: entry.asked() })
  entry.judged(refusal)
  return balances
}

const readers = new WeakMap<Db, Batcher<Asking, Told>>()
const most = 256

function readerOf(db: Db): Batcher<Asking, Told> {
  let reader = readers.get(db)
  if (!reader) readers.set(db, (reader = batcher((batch) => read(db, batch), most)))
  return reader
}

type Row = {
  n: bigint
  outcome: Admission['outcome'] | null
  highest_nonce: bigint
  retry_ms: number
  asset: AssetCode | null
  available: bigint
  pending: bigint
}

async function read(db: Db, batch: readonly Asking[]): Promise<Told[]> {
  const rows = await db.query<Row>({
    name: 'institutions.own_balances',
    text: `
      select a.n, a.outcome, a.highest_nonce, a.retry_ms, b.asset, b.available, b.pending
      from institutions.admit($1, $2, $3) with ordinality a (outcome, highest_nonce, retry_ms, n)
      left join lateral (
        select asset,
          sum(case name when 'available' then balance else 0 end) as available,
          sum(case name when 'available' then 0 else balance end) as pending
        from ledger.account
        where pool = 'client' and owner = ($4::text[])[a.n] and name in ('available', 'pending', 'held')
        group by asset
      ) b on coalesce(a.outcome, 'admitted') = 'admitted'`,
    values: [...askedColumns(batch.map(({ asked }) => asked)), batch.map(({ institutionId }) => institutionId)],
  })
  const told: Told[] = batch.map(() => ({ refusal: null, balances: new Map() }))
  for (const { n, outcome, highest_nonce, retry_ms, asset, available, pending } of rows) {
    const place = Number(n) - 1
    const isAdmitted = outcome === null || outcome === 'admitted'
    if (!isAdmitted)
      told[place] = { refusal: { outcome, highestNonce: highest_nonce, retryMs: retry_ms }, balances: new Map() }
    else if (asset !== null) told[place]!.balances.set(asset, { available, pending })
  }
  return told
}
