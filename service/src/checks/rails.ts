import type { Rule } from './rule.ts'
import { type ExpectedLine, linesOf } from './ownership.ts'
import { dueUntil, overdue } from '../rails/payment/overdue.ts'

/** The provider has confirmed the settlement, so it owes us the wire. */
const isOwed = `coalesce((select owed from banking.expected e where e.reference = p.reference), false)`

const rail = (asset: string, amount: string): ExpectedLine => ['client/rail', 'row', asset, amount]
const available = (asset: string, amount: string): ExpectedLine => ['client/available', 'institution_id', asset, amount]
const ours = (account: string, asset: string, amount: string): ExpectedLine => [account, `''`, asset, amount]
const provider = (amount: string): ExpectedLine => ['client/provider_fiat', 'provider', 'received_currency', amount]
const omnibus = (amount: string): ExpectedLine => ['client/omnibus', 'chain', 'received_currency', amount]

const feeLines: ExpectedLine[] = [
  ours('client/fees_due', 'fiat', '-commission'),
  ours('house/fees_receivable', 'fiat', 'commission'),
  ours('house/fees', 'fiat', '-commission'),
]

/** The required journals of payments, according to their rows; n is the value of their coins. */
const payments = linesOf({
  prefix: 'payment',
  table: 'rails.payment',
  rows: (from) => `
    select p.id::text as row, p.*, p.blockchain is null as is_in, split_part(p.source, '/', 1) as provider,
      coalesce(p.blockchain, r.blockchain) as chain, ${isOwed} as owed,
      case when p.blockchain is null then p.received_currency else p.sent_currency end as fiat,
      case when p.blockchain is null then p.sent_currency else p.received_currency end as coin,
      case when p.blockchain is null then p.sent else p.received end as coins,
      div(case when p.blockchain is null then p.sent else p.received end, 10000) as n
    from ${from} p left join rails.rail r on r.id = p.rail_id`,
  journals: [
    {
      step: 'received',
      when: 'true',
      lines: [
        ['client/provider_fiat', 'provider', 'received_currency', 'case when is_in then received else 0 end'],
        ['client/omnibus', 'chain', 'received_currency', 'case when is_in then 0 else received end'],
        rail('received_currency', '-received'),
      ],
    },
    {
      step: 'returned',
      when: `is_in and state = 'returned'`,
      lines: [rail('received_currency', 'received'), provider('-received')],
    },
    {
      step: 'returned',
      when: `not is_in and state = 'returned'`,
      lines: [rail('received_currency', 'received'), omnibus('-received')],
    },
    {
      step: 'spread',
      when: 'is_in and owed',
      lines: [
        rail('received_currency', 'spread'),
        ['client/provider_payable', 'provider', 'received_currency', '-spread'],
      ],
    },
    {
      step: 'spread_kept',
      when: 'is_in and owed',
      lines: [['client/provider_payable', 'provider', 'received_currency', 'spread'], provider('-spread')],
    },
    {
      step: 'reserved',
      when: 'is_in and reserved',
      lines: [
        rail('fiat', 'n + commission'),
        ...feeLines,
        ours('client/due_to_reserve', 'fiat', '-n'),
        ours('reserve/due_from_client', 'fiat', 'n'),
        ours('reserve/excess', 'fiat', '-n'),
      ],
    },
    {
      step: 'issued',
      when: 'is_in and booked_at is not null',
      lines: [
        ours('reserve/excess', 'fiat', 'n'),
        ours('reserve/redemption_liability', 'fiat', '-n'),
        ours('supply/circulating', 'coin', 'coins'),
        ['supply/issued', 'chain', 'coin', '-coins'],
      ],
    },
    {
      step: 'burned',
      when: 'not is_in and booked_at is not null',
      lines: [
        rail('coin', 'coins'),
        omnibus('-received'),
        ['supply/issued', 'chain', 'coin', 'coins'],
        ours('supply/circulating', 'coin', '-coins'),
        ours('reserve/redemption_liability', 'fiat', 'n'),
        ours('reserve/due_to_client', 'fiat', '-n'),
        ours('client/due_from_reserve', 'fiat', 'n'),
        rail('fiat', '-sent'),
        ...feeLines,
      ],
    },
    {
      step: 'credited',
      when: `is_in and not reserved and state = 'credited'`,
      lines: [rail('fiat', 'received - spread'), available('fiat', '-(received - spread)')],
    },
    {
      step: 'credited',
      when: `is_in and reserved and state = 'credited'`,
      lines: [
        ours('reserve/excess', 'fiat', 'n'),
        ours('reserve/due_to_client', 'fiat', '-n'),
        ours('client/due_from_reserve', 'fiat', 'n'),
        available('fiat', '-n'),
      ],
    },
    {
      step: 'credited',
      when: `not is_in and booked_at is null and state = 'credited'`,
      lines: [rail('received_currency', 'received'), available('received_currency', '-received')],
    },
    {
      step: 'credited',
      when: `not is_in and booked_at is not null and state = 'credited'`,
      lines: [rail('fiat', 'sent'), available('fiat', '-sent')],
    },
    {
      step: 'paid_out',
      when: 'not is_in',
      each: 'generate_series(1, own.attempt) attempt (n)',
      key: `'payment:' || own.row || ':paid_out' || case when attempt.n = 1 then '' else '_' || attempt.n end`,
      kindOf: `'payment_paid_out' || case when attempt.n = 1 then '' else '_' || attempt.n end`,
      lines: [rail('fiat', 'sent'), ours('client/payouts_in_transit', 'fiat', '-sent')],
    },
  ],
})

export const railsJournals = [payments]

/** See operationRule. A payment that is credited may never have come to its mint. */
export const railsOperations = `
  select 'rail_mint', p.id, r.blockchain, 'mint', p.sent_currency, p.sent, r.destination,
    case when p.booked_at is not null then 'done' when p.state = 'credited' then 'stopped'
      when p.state = 'failed' then 'failed' else 'open' end
  from rails.payment p join rails.rail r on r.id = p.rail_id
  where p.blockchain is null and p.state in ('sending', 'completed', 'failed', 'credited')
  union all
  select 'rail_burn', id, blockchain, 'burn', received_currency, received, null,
    case when booked_at is null then 'maybe' else 'done' end
  from rails.payment where blockchain is not null
  union all
  select 'rail_return', id, blockchain, 'transfer', received_currency, received, payer ->> 'account',
    case state when 'returned' then 'done' else 'maybe' end
  from rails.payment where blockchain is not null
  union all
  select 'rail_collection', id, blockchain, 'collect', received_currency, received, null,
    case when collected_at is null then 'maybe' else 'done' end
  from rails.payment where blockchain is not null`

/** The required balance of a payment on its account, by its state: (id, asset, due). */
const dues = `(
  select id, received_currency as asset, case
      when state in ('received', 'screening', 'held', 'returning') then received
      when state = 'converting' and not reserved then case when ${isOwed} then received - spread else received end
      else 0 end as due
    from rails.payment p where blockchain is null
  union all
  select id, received_currency, case when booked_at is null and state not in ('returned', 'credited') then received else 0 end
    from rails.payment where blockchain is not null
  union all
  select id, sent_currency, case when state = 'credited' then 0 else sent end - coalesce((select sum(amount) from banking.payout
      where kind = 'rail' and subject = p.id and state not in ('rejected', 'returned')), 0)
    from rails.payment p where blockchain is not null and booked_at is not null
) dues`

/** Screened only. A payment in a currency other than its rail's is returned. */
const isReturnable = `(p.state in ('received', 'screening', 'held', 'returning', 'returned', 'credited') and sent is null and not reserved
  and p.reference is null and booked_at is null)`

export const railsRules: Rule[] = [
  {
    invariant: 'L6',
    what: 'the balance of a payment’s rail follows its state',
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
    what: 'a provider’s debt equals unpaid arrivals and settlements',
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
    what: 'the statements of a provider have its earlier reports',
    breaks: `
      select format('no statement of %s has the %s of %s %s for payment %s', provider, kind, amount, currency, source)
      from ${overdue}
      join (select provider, currency, max(day) as day from rails.statement group by provider, currency) last
        using (provider, currency)
      where known_at <= ${dueUntil('last.provider', 'last.currency', 'last.day')}
      order by created_at, source, kind`,
  },
  {
    invariant: 'L6',
    what: 'rails.payment: the received amount equals payout, fee and spread, in the currencies of its rail',
    breaks: `
      select format('rails.payment %s: received %s %s, sent %s %s, commission %s, spread %s', p.id, received, received_currency, sent,
        sent_currency, commission, spread)
      from rails.payment p left join rails.rail r on r.id = p.rail_id
      where p.institution_id is distinct from r.institution_id or commission < 0 or spread < 0
        or p.blockchain is null and (r.railtype, r.asset) is distinct from ('FiatToStablecoin', sent_currency)
        or p.blockchain is not null and (r.railtype, r.currency) is distinct from ('StablecoinToFiat', sent_currency)
        or received_currency is distinct from case when p.blockchain is null then r.currency else r.asset end and not ${isReturnable}
        or p.blockchain is null and sent is not null and sent <> (received - spread - commission) * 10000
        or p.blockchain is not null and sent is not null and (sent + commission) * 10000 <> received
        or sent is null and (booked_at is not null or reserved or commission > 0 or spread > 0)
        or p.state = 'completed' and booked_at is null`,
  },
  {
    invariant: 'L7',
    what: 'rails.payment: coins have a movement on their chain to the address of their rail, and each movement has a payment',
    breaks: `
      select format('rails.payment %s (%s): %s %s to %s, on the chain %s %s to %s', p.id, coalesce(p.source, m.source), received,
        received_currency, own.address, m.amount, m.asset, m.recipient)
      from (select * from rails.payment where blockchain is not null) p
      left join chains.deposit_address own on own.rail_id = p.rail_id and own.index = p.deposit_index
      full join (
        select m.*, m.chain || '/' || m.txid || '/' || m.index as source from chains.movement m
        where m.state = 'final' and not m.unread and m.amount > 0 and exists (select from chains.contract c where (c.chain, c.asset) = (m.chain, m.asset))
          and exists (select from chains.deposit_address a where a.address = m.recipient and a.rail_id is not null)
      ) m on m.source = p.source
      where (received, received_currency, own.address, p.blockchain, payer ->> 'account')
        is distinct from (m.amount, m.asset, m.recipient, m.chain, m.sender)`,
  },
]
