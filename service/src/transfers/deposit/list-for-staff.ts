import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import type { Deposit } from './row.ts'

type WaitsFor = 'owner' | 'collection'
type Row = Listed<Deposit> & { waits_for: WaitsFor }

const columns = 'id, institution_id, asset, quantity, blockchain, address, sender, txid, state, created_at, updated_at'
const selects: Record<WaitsFor, string> = {
  owner: `select ${columns}, 'owner' as waits_for from transfers.deposit
    where institution_id is null and state = 'held' and stuck_at is null`,
  collection: `select ${columns}, 'collection' as waits_for from transfers.deposit where stuck_at is not null`,
}

type DepositFilters = { waits_for?: WaitsFor | undefined; depositid?: string | undefined }

/** Deposits that wait for staff, newest first. */
export async function waitingDeposits(sql: Sql, { waits_for, depositid, ...request }: PageRequest & DepositFilters) {
  const select = waits_for === undefined ? Object.values(selects) : selects[waits_for]
  const { rows, next_cursor } = await page<Row>(sql, request, {
    select,
    values: [],
    filters: idFilter('id', depositid),
  })
  return { items: rows.map(shown), next_cursor }
}

const shown = ({ id, institution_id, asset, quantity, ...row }: Row) => ({
  ...row,
  depositid: id,
  institutionid: institution_id,
  asset,
  quantity: formatAmount({ asset, minor: quantity }),
})
