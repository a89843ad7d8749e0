import type { Db } from '../base/db.ts'
import { type CheckRow, checkAll, type Rule } from '../ledger/check.ts'
import { untold } from './untold.ts'

/** The provider has said that it settled, so that it owes us what it wires. */
const isOwed = `coalesce((select owed from banking.expected e where e.reference = p.reference), false)`

/** What a payment must have on its account, by its state: (id, asset, due). */
const dues = `(
  select id, received_currency as asset, case
      when state in ('received', 'screening', 'held', 'returning') then received
      when state = 'converting' and not reserved then case when ${isOwed} then received - spread else received end
      else 0 end as due
    from rails.payment p where blockchain is null
  union all
  select id, received_currency, case when booked_at is null and state <> 'returned' then received else 0 end
    from rails.payment where blockchain is not null
  union all
  select id, sent_currency, sent - coalesce((select sum(amount) from banking.payout
      where kind = 'rail' and subject = p.id and state not in ('rejected', 'returned')), 0)
    from rails.payment p where blockchain is not null and booked_at is not null
) dues`

const rules: Rule[] = [
  {
    invariant: 'L6',
    what: 'a payment has on its rail what its state says',
    breaks: `
      select format('payment %s has %s %s, by its state %s', coalesce(id::text, owner), coalesce(balance, 0),
        coalesce(asset, code), coalesce(due, 0))
      from ${dues}
      full join (select owner, asset as code, balance from ledger.account where pool = 'client' and name = 'rail') rail
        on (owner, code) = (id::text, asset)
      where coalesce(balance, 0) <> coalesce(due, 0)`,
  },
  {
    invariant: 'L7',
    what: 'a provider owes what has arrived or is settled, and was not paid',
    breaks: `
      select format('%s: %s %s in the books, %s by what is open', coalesce(owner, provider), coalesce(balance, 0),
        coalesce(code, asset), coalesce(due, 0))
      from (
        select provider, asset, sum(amount) as due from (
          select split_part(source, '/', 1), received_currency, received from rails.payment p
            where blockchain is null and state <> 'returned' and not ${isOwed}
          union all
          select provider, currency, amount from banking.expected where owed and entry_id is null
        ) open (provider, asset, amount) group by provider, asset
      ) open
      full join (
        select owner, asset as code, balance from ledger.account where pool = 'client' and name = 'provider_fiat'
      ) books on (owner, code) = (provider, asset)
      where coalesce(balance, 0) <> coalesce(due, 0)`,
  },
  {
    invariant: 'L7',
    what: 'the statements of a provider have what it told us before',
    breaks: `
      select format('no statement of %s has the %s of %s %s for payment %s', provider, kind, amount, currency, source)
      from ${untold}
      where due_on <= (select max(day) from rails.statement s where (s.provider, s.currency) = (untold.provider, untold.currency))
      order by created_at, source, kind`,
  },
]

/** What `specie check` shows of rails. */
export const checkRails = (db: Db): Promise<CheckRow[]> => checkAll(db, rules)
