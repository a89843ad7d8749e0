import type { Db } from '../base/db.ts'
import type { CheckRow } from '../ledger/check.ts'

/**
 * L7 at the bank: what the ledger has on an account, less what the bank has booked since its last statement, is what
 * that statement closed with. A sweep is in the ledger when both its legs are told; a leg told alone is counted here.
 */
const breaks = `
  select iban, currency, purpose, closing, coalesce(ledger.balance, 0) as ledger, since.amount as since, legs.amount as legs
  from banking.bank_account own
  join lateral (
    select closing from banking.message m where m.account = own.iban and kind = 'camt.053' order by sequence desc limit 1
  ) statement on true
  left join ledger.account ledger on (ledger.pool, ledger.name, ledger.owner, ledger.asset)
    = (case purpose when 'client_money' then 'client' else purpose end, 'bank', '', currency)
  cross join lateral (
    select coalesce(sum(case direction when 'credit' then amount else -amount end), 0) as amount
    from banking.entry where entry.account = own.iban and confirmed_by is null and booked_at is not null
  ) since
  cross join lateral (
    select coalesce(sum(case when debited is null then p.amount else -p.amount end), 0) as amount
    from banking.payout p
    where p.kind in ('sweep', 'fee_sweep') and p.currency = own.currency and (debited is null) <> (credited is null)
      and own.purpose = case when debited is not null then p.purpose when p.kind = 'fee_sweep' then 'house'
        when p.purpose = 'reserve' then 'client_money' else 'reserve' end
  ) legs
  where coalesce(ledger.balance, 0) + legs.amount - since.amount <> closing`

type Break = { iban: string; currency: string; closing: bigint; ledger: bigint; since: bigint; legs: bigint }

/** What `specie check` shows of the bank beside the ledger's own rules. */
export async function checkBank(db: Db): Promise<CheckRow[]> {
  const found = await db.tx((tx) => tx.query<Break>(breaks), 'repeatable read, read only')
  const detail = found.map(
    ({ iban, currency, closing, ledger, since, legs }) =>
      `${iban}: closes at ${closing} ${currency}, the ledger has ${ledger}, of it ${since - legs} since`,
  )
  return [
    {
      invariant: 'L7',
      what: 'the closing balance at the bank is the ledger',
      ok: found.length === 0,
      detail: detail.join('; '),
    },
  ]
}
