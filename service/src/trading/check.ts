import type { Db } from '../base/db.ts'
import { type CheckRow, checkAll, type Rule } from '../ledger/check.ts'
import { allPairs } from './pair.ts'

/** What each pair is in SQL: its assets, and how quantity × price becomes an amount. */
const pairs = allPairs
  .map(({ symbol, base, quote, up, down }) => `('${symbol}', '${base}', '${quote}', ${up}::numeric, ${down}::numeric)`)
  .join(', ')

/** An order with what all its journals have moved on its institution's balances. */
const effects = `(
  select o.*, pair.*, coalesce(moved.base, 0) as got_base, coalesce(moved.quote, 0) as got_quote
  from trading.client_order o
  join (values ${pairs}) pair (name, base_asset, quote_asset, up, down) on pair.name = o.symbol
  left join lateral (
    select -sum(e.amount) filter (where a.asset = pair.base_asset) as base,
      -sum(e.amount) filter (where a.asset = pair.quote_asset) as quote
    from ledger.journal j join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
    where j.key in ('order:' || o.id, 'order:' || o.id || ':held', 'order:' || o.id || ':settled', 'order:' || o.id || ':released')
      and a.pool = 'client' and a.owner = o.institution_id::text
  ) moved on true
) o`

const rules: Rule[] = [
  {
    invariant: 'O1',
    what: 'a filled order has moved exactly what it says, a rejected one nothing',
    breaks: `
      select format('order %s is %s and moved %s of the base, %s of the quote', id, state, got_base, got_quote)
      from ${effects}
      where state <> 'received' and (got_base, got_quote) is distinct from (
        case when state = 'Rejected' then 0 when side = 'Buy' then qty else -qty end,
        case when state = 'Rejected' then 0 when side = 'Buy' then -amount - fee else amount - fee end)`,
  },
  {
    invariant: 'O1',
    what: 'no order is filled worse than its limit',
    breaks: `
      select format('order %s: %s for %s, limit %s', id, amount, qty, price) from ${effects}
      where state = 'Filled' and case side
        when 'Buy' then amount > ceil(qty * price * up / down)
        else amount < floor(qty * price * up / down) end`,
  },
]

/** What `specie check` shows of trading. */
export const checkTrading = (db: Db): Promise<CheckRow[]> => checkAll(db, rules)
