import type { AssetCode } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { querySupplyChanges } from '@specie/protocol/supply.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { filtered, idFilter, page } from '../base/database/pages.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import { txidOf, txidsOf } from '../chains/outbox/operations.ts'
import { type HeldSince, holdsOf, holdView, statusSql } from '../compliance/hold-view.ts'
import { fiatOf } from '../treasury/coin.ts'
import type { SupplyChange } from './supply-change.ts'
import type { Mint, MintState } from './mint/row.ts'
import { proceeds, type RedemptionState } from './redemption/row.ts'

type Row = Omit<SupplyChange, 'charge' | 'asked_settlement' | 'booked_at'> & {
  fulfilment: Mint['fulfilment']
  destination: string | null
  address: string | null
  identifier: string | null
  fee: bigint
  spent: bigint
  spent_currency: AssetCode
  max_spent: bigint | null
  status: string
} & ({ type: 'mint'; state: MintState } | { type: 'redeem'; state: RedemptionState })

/** Mints and redemptions in rows of the same columns. */
const changes = `
  select id, 'mint' as type, institution_id, clreqid, asset, blockchain, quantity, state, reason, fulfilment, destination,
    case when destination is not null then address end as address, null as identifier, charge + spread as fee, spent,
    funding_currency as spent_currency, max_spent, settled_at, created_at, updated_at,
    ${statusSql(machines.mint)} as status
  from issuance.mint where institution_id = $1
  union all
  select r.id, 'redeem', r.institution_id, clreqid, asset, blockchain, quantity, state, reason, 'issuance', label,
    null, identifier, charge, quantity, asset, null, settled_at, r.created_at, updated_at, ${statusSql(machines.redemption)}
  from issuance.redemption r left join transfers.bank_account b on b.id = bank_account_id where r.institution_id = $1`

/** Finds supply changes by a transaction hash: every signed version of a transaction counts. */
const byTransaction = `
  select o.subject from chains.attempt a join chains.carried c using (transaction_id)
  join chains.operation o on o.id = c.operation_id and o.purpose in ('mint', 'redemption') where a.hash = $?
  union select subject from chains.operation where txid = $? and purpose in ('mint', 'redemption')`

export async function listSupplyChanges(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof querySupplyChanges>,
): Promise<ResponseOf<typeof querySupplyChanges>> {
  const status = request.status === 'completed' ? 'settled' : request.status
  const listing = filtered(`select * from (${changes}) changed where true`, [institutionId], {
    ...idFilter('id', request.requestid),
    asset: request.asset,
    clreqid: request.clreqid,
    type: request.type,
    blockchain: request.blockchain,
    status,
    [`id in (${byTransaction})`]: txidOf(request.txid),
  })
  const found = await page<Row>(env.db, request, listing)
  const ids = idsOf(found.rows)
  const hashes = new Map([...(await txidsOf(env.db, 'mint', ids)), ...(await txidsOf(env.db, 'redemption', ids))])
  const ends = await endsOf(env.db, ids)
  const holds = await holdsOf(env, found.rows)
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    next_cursor: found.next_cursor,
    supplychanges: found.rows.map((row) => viewOf(row, hashes.get(row.id) ?? [], ends.get(row.id)!, holds.get(row.id))),
  }
}

/** How it ended: on the chain, at the bank, and whether the funding asset was sold. */
type Ends = { txid: string | null; bankref: string | null; sold: boolean }

/** Looked up only for the rows of the page. */
async function endsOf(sql: Sql, ids: readonly string[]): Promise<Map<string, Ends>> {
  const rows = await sql.query<Ends & { id: string }>(
    `select id,
       (select max(o.txid) from chains.operation o where o.subject = listed.id and o.purpose in ('mint', 'redemption')) as txid,
       (select max(p.debited) from banking.payout p where p.kind = 'redemption' and p.subject = listed.id) as bankref,
       exists (select from issuance.conversion c where c.id = listed.id and c.sold is not null) as sold
     from unnest($1::uuid[]) listed (id)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...ends }) => [id, ends]))
}

/** What a redemption pays; null where the coins were returned. */
function receivedIn(row: Row) {
  if (row.type === 'mint') return { received: null, received_currency: null }
  const asset = fiatOf(row.asset)
  const isOff = row.state === 'rejected' || row.state === 'failed'
  const received = isOff ? null : formatAmount({ asset, minor: proceeds({ quantity: row.quantity, charge: row.fee }) })
  return { received, received_currency: asset }
}

function viewOf(row: Row, txids: string[], { txid, bankref, sold }: Ends, hold: HeldSince | undefined) {
  const text = (asset: AssetCode, minor: bigint) => formatAmount({ asset, minor })
  return {
    requestid: row.id,
    clreqid: row.clreqid,
    type: row.type,
    asset: row.asset,
    blockchain: row.blockchain,
    quantity: text(row.asset, row.quantity),
    status: row.status,
    stage: row.state,
    reason: row.reason,
    hold: holdView(hold),
    fulfilment: row.fulfilment,
    destination: row.destination,
    address: row.address,
    identifier: row.identifier,
    txid: txid ?? txids.at(-1) ?? '',
    txids,
    fee: text(fiatOf(row.asset), row.fee),
    fee_currency: fiatOf(row.asset),
    spent: text(row.spent_currency, row.spent),
    spent_currency: row.spent_currency,
    estimated: row.type === 'mint' && row.spent_currency !== fiatOf(row.asset) && !sold,
    ...receivedIn(row),
    bankref,
    max_spent: row.max_spent === null ? null : text(row.spent_currency, row.max_spent),
    settled_at: row.settled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
