import type { AssetCode } from '@specie/protocol/assets.ts'
import { amountText } from '@specie/protocol/money.ts'
import { type QueueRow, staffQueue } from '../base/staff-queue.ts'

type Debts = QueueRow & { debts: { asset: AssetCode; amount: string }[] }

/** Institutions in debt after a recall or reversal of money that they had spent. */
export const openDebts = staffQueue<Debts>({
  kind: 'debt',
  select: `
    select institution_id::text as id, institution_id, max(since) as since, null::timestamptz as due, 'owed' as state,
      jsonb_agg(jsonb_build_object('asset', asset, 'amount', amount::text) order by asset) as debts
    from ledger.debt group by institution_id`,
  titles: (_env, rows) =>
    rows.map(({ debts }) => {
      const owed = debts.map(({ asset, amount }) => amountText({ asset, minor: BigInt(amount) }))
      return `${owed.join(' and ')} owed: taken back after it was spent`
    }),
})
