import type { Rule, CheckRange } from './rule.ts'
import { house } from '../ledger/house.ts'
import type { ExpectedLines } from './ownership.ts'
import { deskName } from '../trading/market/desk.ts'
import { allPairs } from '../trading/market/pair.ts'

/** Each pair in SQL: its assets, and the factors by which quantity × price becomes an amount. */
const pairs = `(values ${allPairs
  .map(({ symbol, base, quote, up, down }) => `('${symbol}', '${base}', '${quote}', ${up}::numeric, ${down}::numeric)`)
  .join(', ')}) pair (symbol, base, quote, up, down)`

/** The institution owner account holds the inventory of a quote's provider. */
const holder = `case fill ->> 0 when '${deskName}' then '${house}'
  else (select v.institution_id::text from trading.venue v where v.name = fill ->> 0) end`

/** The legs of orders: holder, quantity and amount. */
const legs = `cross join lateral (
  select ${holder} as holder, (fill ->> 2)::numeric as qty, (fill ->> 4)::numeric as amount
  from jsonb_array_elements(o.fills) fill) leg`

const isBuy = `o.side = 'Buy'`
const line = (pool: string, name: string, owner: string, asset: string, amount: string) =>
  `('${pool}', ${name}, ${owner}, ${asset}, ${amount})`

/** The lines of a filled order, debited from pending if it was held and from available otherwise. */
const clientLines = (lot: string) => [
  line(
    'client',
    lot,
    'o.client',
    `case when ${isBuy} then o.quote else o.base end`,
    `case when ${isBuy} then o.amount + o.fee else o.qty end`,
  ),
  line(
    'client',
    `'available'`,
    'o.client',
    `case when ${isBuy} then o.base else o.quote end`,
    `case when ${isBuy} then -o.qty else o.fee - o.amount end`,
  ),
  line('client', `'fees_due'`, `''`, 'o.quote', '-o.fee'),
  line('house', `'fees_receivable'`, `''`, 'o.quote', 'o.fee'),
  line('house', `'fees'`, `''`, 'o.quote', '-o.fee'),
]
const legLines = (lot: string) => [
  line(
    'client',
    lot,
    'leg.holder',
    `case when ${isBuy} then o.base else o.quote end`,
    `case when ${isBuy} then leg.qty else leg.amount end`,
  ),
  line(
    'client',
    `'available'`,
    'leg.holder',
    `case when ${isBuy} then o.quote else o.base end`,
    `case when ${isBuy} then -leg.amount else -leg.qty end`,
  ),
]

/** A party's delivery moves from available to pending. */
const holdLines = (owner: string, asset: string, amount: string) => [
  line('client', `'available'`, owner, asset, amount),
  line('client', `'pending'`, owner, asset, `-(${amount})`),
]
const clientHold = holdLines(
  'o.client',
  `case when ${isBuy} then o.quote else o.base end`,
  `case when ${isBuy} then o.amount + o.fee else o.qty end`,
)
const legHold = holdLines(
  'leg.holder',
  `case when ${isBuy} then o.base else o.quote end`,
  `case when ${isBuy} then leg.qty else leg.amount end`,
)

const values = (lines: readonly string[]) =>
  `cross join lateral (values ${lines.join(', ')}) line (pool, name, owner, asset, amount)`

const part = (key: string, kind: string, lines: readonly string[], when: string, each = '') =>
  `select ${key} as key, ${kind} as kind, o.row, line.* from o ${each} ${values(lines)} where ${when}`

/**
 * An order at venues was held first. If it was then rejected, all its journals are checked together (rejectedAtVenues).
 */
const orders: ExpectedLines = {
  prefix: 'order',
  table: 'trading.client_order',
  lines: (from) => {
    const key = `'order:' || o.row || case when o.at_venues then ':settled' else '' end`
    const kind = `case when o.at_venues then 'order_settled' else 'order_filled' end`
    const lot = `case when o.at_venues then 'pending' else 'available' end`
    const held = `o.at_venues and o.state <> 'Rejected'`
    return `(with o as materialized (
        select c.id::text as row, c.institution_id::text as client, c.state, c.side, c.qty, c.amount, c.fee, c.fills, pair.base,
          pair.quote, e.order_id is not null as at_venues
        from ${from} c left join ${pairs} on pair.symbol = c.symbol
        left join (select distinct order_id from trading.execution) e on e.order_id = c.id
        where c.state <> 'Rejected' or e.order_id is not null
      )
      ${part(key, kind, clientLines(lot), `o.state = 'Filled'`)}
      union all ${part(key, kind, legLines(lot), `o.state = 'Filled'`, legs)}
      union all ${part(`'order:' || o.row || ':held'`, `'order_held'`, clientHold, held)}
      union all ${part(`'order:' || o.row || ':held'`, `'order_held'`, legHold, held, legs)}
      union all ${bookedOfRejected})`
  },
}

/** The row of a rejected order does not record its holds. Its journals are compared with each other instead. */
const bookedOfRejected = `
  select j.key, j.kind, o.row, a.pool, a.name, a.owner, a.asset, e.amount
  from o join ledger.journal j on j.key in ('order:' || o.row || ':held', 'order:' || o.row || ':released')
    and j.kind in ('order_held', 'order_released')
  join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
  where o.at_venues and o.state = 'Rejected'`

/** The same for executions of rejected orders. */
const executions: ExpectedLines = {
  prefix: 'execution',
  table: 'trading.execution',
  lines: (from) => `(
    select j.key, j.kind, x.id::text as row, a.pool, a.name, a.owner, a.asset, e.amount
    from ${from} x join trading.client_order o on o.id = x.order_id and o.state = 'Rejected'
    join ledger.journal j on (j.key, j.kind) in (('execution:' || x.id || ':taken_over', 'execution_taken_over'),
      ('execution:' || x.id || ':released', 'execution_released'))
    join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id)`,
}

/** At the desk's price, in one step. */
const conversions: ExpectedLines = {
  prefix: 'conversion',
  table: 'trading.conversion',
  lines: (from) => `(with o as materialized (
      select c.id::text as row, c.institution_id::text as client, c.side, c.qty, c.amount, c.fee, pair.base, pair.quote
      from ${from} c left join ${pairs} on pair.symbol = c.symbol where c.status = 'completed'
    )
    ${part(`'conversion:' || o.row`, `'conversion_filled'`, clientLines(`'available'`), 'true')}
    union all ${part(
      `'conversion:' || o.row`,
      `'conversion_filled'`,
      legLines(`'available'`),
      'true',
      `cross join lateral (select '${house}' as holder, o.qty, o.amount) leg`,
    )})`,
}

/** Quotes that expired long ago are deleted (quote/promises.ts). Their promises must equal their releases. */
const bookedOfDeletedQuotes = `
  select j.key, j.kind, j.row, a.pool, a.name, a.owner, a.asset,
    case j.kind when 'quote_promised' then e.amount else -promised.amount end
  from (select id, key, kind, split_part(key, ':', 2) as row from ledger.journal
    where kind in ('quote_promised', 'quote_expired')) j
  join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
  left join ledger.journal p on p.key = 'quote:' || j.row || ':promised'
  left join ledger.entry promised on promised.journal_id = p.id and promised.account_id = e.account_id
  where j.row::uuid < (select work.first_id(before) from work.horizon where name = 'trading.quote')
    and not exists (select from trading.quote q where q.id = j.row::uuid)`

/**
 * The desk's promise under a firm quote is held while the quote is open. Its journals record the end: taken, together with a
 * conversion, or expired.
 */
const quotes: ExpectedLines = {
  prefix: 'quote',
  table: 'trading.quote',
  lines: (from) => `(with o as materialized (
      select q.id::text as row, case q.side when 'Buy' then pair.base else pair.quote end as asset,
        case q.side when 'Buy' then q.qty else q.amount end as amount,
        exists (select from trading.quote_hold h where h.quote_id = q.id) as is_open,
        exists (select from trading.conversion c where c.quote_id = q.id and c.status = 'completed')
          and exists (select from ledger.journal j where j.key = 'quote:' || q.id || ':taken') as was_taken
      from ${from} q left join ${pairs} on pair.symbol = q.symbol
    )
    ${part(`'quote:' || o.row || ':promised'`, `'quote_promised'`, holdLines(`'${house}'`, 'o.asset', 'o.amount'), 'true')}
    union all ${part(
      `'quote:' || o.row || case when o.was_taken then ':taken' else ':expired' end`,
      `case when o.was_taken then 'quote_taken' else 'quote_expired' end`,
      holdLines(`'${house}'`, 'o.asset', '-o.amount'),
      'not o.is_open',
    )}${from === 'trading.quote' ? ` union all ${bookedOfDeletedQuotes}` : ''})`,
}

export const tradingJournals = [orders, executions, conversions, quotes]

/** The orders to check: all, or those committed since the last check. */
const ordersIn = (since: CheckRange) =>
  since.full ? 'trading.client_order' : `(select * from trading.client_order where committed > '${since.orders}'::xid8)`

/** A venue's delivery, and its proceeds. */
const exchange = `
  v.institution_id::text as holder, case x.side when 'Buy' then pair.base else pair.quote end as gift,
  case x.side when 'Buy' then x.qty else x.amount end as given,
  case x.side when 'Buy' then pair.quote else pair.base end as due, case x.side when 'Buy' then x.amount else x.qty end as owed`

/**
 * All journals of a rejected order at venues and of its executions together. Holds were released except for executions in
 * doubt, and executions taken over went to the house.
 */
const rejectedAtVenues = (since: CheckRange) => `
  with orders as materialized (
    select distinct o.id from ${ordersIn(since)} o join trading.execution x on x.order_id = o.id where o.state = 'Rejected'
  ), expected as (
    select x.order_id, line.owner, line.name, line.asset, sum(line.amount) as amount
    from orders join (select x.*, ${exchange} from trading.execution x left join trading.venue v on v.name = x.venue
      left join ${pairs} on pair.symbol = x.symbol) x on x.order_id = orders.id
    cross join lateral (values
      (x.holder, 'available', x.gift, case when x.state in ('sent', 'filled', 'taken_over') then x.given else 0 end),
      (x.holder, 'pending', x.gift, case when x.state in ('sent', 'filled') then -x.given else 0 end),
      ('${house}', 'available', x.gift, case x.state when 'taken_over' then -x.given else 0 end),
      ('${house}', 'available', x.due, case x.state when 'taken_over' then x.owed else 0 end),
      (x.holder, 'available', x.due, case x.state when 'taken_over' then -x.owed else 0 end)
    ) line (owner, name, asset, amount)
    group by 1, 2, 3, 4 having sum(line.amount) <> 0
  ), keys as (
    select id as order_id, 'order:' || id || step as key from orders, unnest('{:held,:released}'::text[]) step
    union all select order_id, 'execution:' || x.id || step from trading.execution x join orders on orders.id = x.order_id,
      unnest('{:taken_over,:released}'::text[]) step
  ), booked as (
    select keys.order_id, a.owner, a.name, a.asset, sum(e.amount) as amount
    from keys join ledger.journal j using (key) join ledger.entry e on e.journal_id = j.id join ledger.account a on a.id = e.account_id
    group by 1, 2, 3, 4 having sum(e.amount) <> 0
  )
  select format('trading.client_order %s was rejected: its journals moved %s on %s:%s/%s, by its executions %s', order_id,
    coalesce(booked.amount, 0), name, owner, asset, coalesce(expected.amount, 0))
  from expected full join booked using (order_id, owner, name, asset) where expected.amount is distinct from booked.amount
  union all
  select format('trading.client_order %s was rejected at a venue and has no journal %s', order_id, key) from keys
  where key like 'order:%' and not exists (select from ledger.journal j where j.key = keys.key)`

export const tradingPending = `
  select institution_id, case side when 'Buy' then pair.quote else pair.base end, case side when 'Buy' then amount + fee else qty end
    from trading.client_order o join ${pairs} using (symbol) where o.state = 'received'
  union all select (${holder})::uuid, case o.side when 'Buy' then pair.base else pair.quote end,
      case o.side when 'Buy' then (fill ->> 2)::numeric else (fill ->> 4)::numeric end
    from trading.client_order o join ${pairs} using (symbol) cross join lateral jsonb_array_elements(o.fills) fill
    where o.state = 'received'
  union all select v.institution_id, case x.side when 'Buy' then pair.base else pair.quote end,
      case x.side when 'Buy' then x.qty else x.amount end
    from trading.execution x join trading.client_order o on o.id = x.order_id and o.state = 'Rejected'
    join trading.venue v on v.name = x.venue join ${pairs} on pair.symbol = x.symbol where x.state in ('sent', 'filled')
  union all select '${house}'::uuid, asset, amount from trading.quote_hold`

export const tradingRules: Rule[] = [
  {
    invariant: 'O1',
    what: 'trading.quote_hold: the hold of a quote equals the desk’s delivery',
    breaks: `
      select format('trading.quote_hold %s: %s %s until %s, its quote %s %s until %s', h.quote_id, h.amount, h.asset, h.expires_at,
        owed.amount, owed.asset, q.expires_at)
      from trading.quote_hold h left join trading.quote q on q.id = h.quote_id left join ${pairs} on pair.symbol = q.symbol
      cross join lateral (select case q.side when 'Buy' then pair.base else pair.quote end as asset,
        case q.side when 'Buy' then q.qty else q.amount end as amount) owed
      where (h.amount, h.asset, h.expires_at) is distinct from (owed.amount, owed.asset, q.expires_at)`,
  },
  {
    invariant: 'O1',
    what: 'trading.client_order: a filled order is the sum of its fills, a rejected one has none',
    breaks: (since) => `
      select format('trading.client_order %s is %s: %s for %s, fee %s, error %s, trade %s, its fills %s for %s', o.id, o.state, o.qty,
        o.amount, o.fee, o.error, o.trade_id, leg.qty, leg.amount)
      from ${ordersIn(since)} o cross join lateral (
        select coalesce(sum((fill ->> 2)::numeric), 0) as qty, coalesce(sum((fill ->> 4)::numeric), 0) as amount
        from jsonb_array_elements(o.fills) fill) leg
      where case o.state when 'Rejected' then (o.amount, o.fee, leg.qty, leg.amount) <> (0, 0, 0, 0) or o.error is null or o.trade_id is not null
        else (leg.qty, leg.amount) <> (o.qty, o.amount) or o.error is not null or (o.state = 'Filled') <> (o.trade_id is not null) end
        or o.trade_id <> o.id or o.symbol <> all('{${allPairs.map(({ symbol }) => symbol).join(',')}}')`,
  },
  {
    invariant: 'O1',
    what: 'trading.client_order: no fill is worse than the limit, to the last digit',
    breaks: (since) => `
      select format('trading.client_order %s: %s %s for %s, limit %s, fill at %s, rounded by %s of %s', o.id, side, amount, qty, o.price,
        leg.worst, leg.rounded, down)
      from ${ordersIn(since)} o join ${pairs} using (symbol)
      cross join lateral (select case o.side when 'Buy' then max((fill ->> 3)::numeric) else min((fill ->> 3)::numeric) end as worst,
        max(abs((fill ->> 4)::numeric * down - (fill ->> 2)::numeric * (fill ->> 3)::numeric * up)) as rounded
        from jsonb_array_elements(o.fills) fill) leg
      where state <> 'Rejected' and (leg.rounded >= down or case side
        when 'Buy' then amount * down > qty * o.price * up or leg.worst > o.price
        else amount * down < qty * o.price * up or leg.worst < o.price end)`,
  },
  {
    invariant: 'O1',
    what: 'trading.client_order: the holds of a rejected order are released, or the house took them over',
    breaks: rejectedAtVenues,
  },
  {
    invariant: 'O1',
    what: 'trading.execution: each is a fill of its order',
    breaks: `
      select format('trading.execution %s is %s: %s %s of %s for %s at %s, its order %s is %s', x.id, x.state, x.side, x.qty, x.symbol,
        x.amount, x.price, x.order_id, o.state)
      from trading.execution x left join trading.client_order o on o.id = x.order_id
      where (x.institution_id, x.symbol, x.side) is distinct from (o.institution_id, o.symbol, o.side)
        or (x.state = 'settled') <> (o.state = 'Filled')
        or x.state = 'taken_over' and o.state is distinct from 'Rejected'
        or o.state <> 'Rejected' and not o.fills @> jsonb_build_array(
          jsonb_build_array(x.venue, x.quoteid, x.qty::text, x.price::text, x.amount::text))
      union all
      select format('trading.client_order %s has a fill of %s without an execution', o.id, fill ->> 0)
      from trading.client_order o cross join lateral jsonb_array_elements(o.fills) fill
      where fill ->> 0 <> '${deskName}' and not exists (select from trading.execution x where x.order_id = o.id and x.venue = fill ->> 0
        and (x.quoteid, x.qty::text, x.price::text, x.amount::text) = (fill ->> 1, fill ->> 2, fill ->> 3, fill ->> 4))`,
  },
  {
    invariant: 'O1',
    what: 'trading.position: the sum of a venue’s fills until then',
    breaks: `
      select format('trading.position %s %s: %s for %s until %s, its executions %s for %s', p.venue, p.symbol, p.base, p.quote,
        p.until, moved.base, moved.quote)
      from trading.position p cross join lateral (
        select coalesce(sum(case x.side when 'Buy' then -x.qty else x.qty end), 0) as base,
          coalesce(sum(case x.side when 'Buy' then x.amount else -x.amount end), 0) as quote
        from trading.execution x where (x.venue, x.symbol) = (p.venue, p.symbol) and x.created_at < p.until
          and x.state not in ('sent', 'killed')) moved
      where (p.base, p.quote) <> (moved.base, moved.quote)`,
  },
  {
    invariant: 'O1',
    what: 'trading.conversion: a conversion at a firm quote has its terms, a rejected one none',
    breaks: `
      select format('trading.conversion %s: %s %s %s for %s, fee %s; its quote %s: %s %s %s for %s, fee %s', c.id, c.side, c.qty,
        c.symbol, c.amount, c.fee, q.id, q.side, q.qty, q.symbol, q.amount, q.fee)
      from trading.conversion c left join trading.quote q on q.id = c.quote_id
      where c.quote_id is not null and ((c.institution_id, c.symbol, c.side) is distinct from (q.institution_id, q.symbol, q.side)
          or c.status = 'completed' and (c.qty, c.amount, c.fee) is distinct from (q.qty, q.amount, q.fee)
          or c.created_at >= q.expires_at)
        or c.status = 'rejected' and (c.qty, c.amount, c.fee) <> (0, 0, 0)`,
  },
]
