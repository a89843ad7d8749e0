import type { Rule } from './rule.ts'
import { house } from '../ledger/house.ts'
import { type ExpectedLine, linesOf } from './ownership.ts'

// The required journals of mints, redemptions and conversions, according to their rows. n is the quantity at par, in the
// coin's fiat.

const own = 'institution_id'
const par = `substr(asset, 2) as fiat, div(quantity, 10000) as n`

/** The fee belongs to the house, but is still among the clients' money. */
const feeLines = (amount: string): ExpectedLine[] => [
  ['client/fees_due', `''`, 'fiat', `-${amount}`],
  ['house/fees_receivable', `''`, 'fiat', amount],
  ['house/fees', `''`, 'fiat', `-${amount}`],
]

const holdLines = (asset: string, amount: string): ExpectedLine[] => [
  ['client/available', own, asset, amount],
  ['client/pending', own, asset, `-(${amount})`],
]
const releaseLines = (asset: string, amount: string): ExpectedLine[] => [
  ['client/pending', own, asset, amount],
  ['client/available', own, asset, `-(${amount})`],
]

const circulating: ExpectedLine[] = [
  ['reserve/redemption_liability', `''`, 'fiat', '-n'],
  ['supply/circulating', `''`, 'asset', 'quantity'],
  ['supply/issued', 'blockchain', 'asset', '-quantity'],
]

const sold: ExpectedLine[] = [
  ['client/pending', own, 'fiat', 'cost'],
  ['client/available', `'${house}'`, 'fiat', '-n'],
  ...feeLines('charge'),
]

const isIssued = `fulfilment = 'issuance' and booked_at is not null`
const isTraded = `fulfilment = 'trade' and booked_at is not null`

const isOver = `state in ('failed', 'rejected')`

/** A mint with a failed conversion never had money on hold. */
const wasFunded = `(funding_currency = substr(asset, 2)
  or exists (select from issuance.conversion c where c.id = m.id and c.state = 'wired'))`

/** It had a chain operation before it failed. */
const wasQueued = `exists (select from state.history h where h.subject = m.id and h.machine = 'mint' and h.hold is null
  and h.from_state in ('sending', 'confirming') and h.to_state = m.state)`

const mints = linesOf({
  prefix: 'mint',
  table: 'issuance.mint',
  rows: (from) => `
    select id::text as row, m.*, ${par}, funding_currency <> substr(asset, 2) as converted,
      ${isOver} and ${wasFunded} and (reserved or ${wasQueued}) as lost,
      ${isOver} and ${wasFunded} and not (reserved or ${wasQueued}) as given_back
    from ${from} m`,
  journals: [
    { step: 'requested', when: 'not converted', lines: holdLines('fiat', 'cost') },
    { step: 'rejected', when: 'given_back', lines: releaseLines('fiat', 'cost') },
    {
      step: 'reserved',
      when: 'reserved',
      lines: [
        ['client/pending', own, 'fiat', 'n'],
        ['client/due_to_reserve', `''`, 'fiat', '-n'],
        ['reserve/due_from_client', `''`, 'fiat', 'n'],
        ['reserve/excess', `''`, 'fiat', '-n'],
      ],
    },
    {
      step: 'issued',
      when: isIssued,
      lines: [
        ['reserve/excess', `''`, 'fiat', 'case when reserved then n else 0 end'],
        ['client/pending', own, 'fiat', 'case when reserved then 0 else n end'],
        ['client/due_to_reserve', `''`, 'fiat', 'case when reserved then 0 else -n end'],
        ['reserve/due_from_client', `''`, 'fiat', 'case when reserved then 0 else n end'],
        ...circulating,
        ['client/omnibus', 'blockchain', 'asset', 'case when destination is null then quantity else 0 end'],
        ['client/pending', own, 'asset', 'case when destination is null then -quantity else 0 end'],
        ['client/pending', own, 'fiat', 'charge'],
        ...feeLines('charge'),
      ],
    },
    {
      step: 'settled',
      when: `fulfilment = 'issuance' and state = 'settled' and destination is null`,
      lines: releaseLines('asset', 'quantity'),
    },
    {
      step: 'traded',
      when: `${isTraded} and destination is null`,
      lines: [
        ...sold,
        ['client/available', `'${house}'`, 'asset', 'quantity'],
        ['client/available', own, 'asset', '-quantity'],
      ],
    },
    {
      step: 'set_out',
      when: `fulfilment = 'trade' and destination is not null and (lost or state in ('sending', 'confirming', 'settled'))`,
      lines: [
        ['client/available', `'${house}'`, 'asset', 'quantity'],
        ['client/onchain_in_transit', `''`, 'asset', '-quantity'],
      ],
    },
    {
      step: 'delivered',
      when: `${isTraded} and destination is not null`,
      lines: [
        ...sold,
        ['client/onchain_in_transit', `''`, 'asset', 'quantity'],
        ['client/omnibus', 'blockchain', 'asset', '-quantity'],
      ],
    },
    {
      step: 'failed',
      when: 'lost',
      lines: [
        ['client/available', own, 'fiat', '-cost'],
        ['client/pending', own, 'fiat', 'case when reserved then charge else cost end'],
        ['reserve/excess', `''`, 'fiat', 'case when reserved then n else 0 end'],
        ['reserve/due_to_client', `''`, 'fiat', 'case when reserved then -n else 0 end'],
        ['client/due_from_reserve', `''`, 'fiat', 'case when reserved then n else 0 end'],
        [
          'client/onchain_in_transit',
          `''`,
          'asset',
          `case when fulfilment = 'trade' and not reserved then quantity else 0 end`,
        ],
        [
          'client/available',
          `'${house}'`,
          'asset',
          `case when fulfilment = 'trade' and not reserved then -quantity else 0 end`,
        ],
      ],
    },
  ],
})

const redemptions = linesOf({
  prefix: 'redemption',
  table: 'issuance.redemption',
  rows: (from) => `select id::text as row, r.*, ${par} from ${from} r`,
  journals: [
    { step: 'requested', when: 'true', lines: holdLines('asset', 'quantity') },
    { step: 'rejected', when: `state = 'rejected'`, lines: releaseLines('asset', 'quantity') },
    { step: 'failed', when: `state = 'failed'`, lines: releaseLines('asset', 'quantity') },
    {
      step: 'burned',
      when: 'booked_at is not null',
      lines: [
        ['client/pending', own, 'asset', 'quantity'],
        ['client/omnibus', 'blockchain', 'asset', '-quantity'],
        ['supply/issued', 'blockchain', 'asset', 'quantity'],
        ['supply/circulating', `''`, 'asset', '-quantity'],
        ['reserve/redemption_liability', `''`, 'fiat', 'n'],
        ['reserve/due_to_client', `''`, 'fiat', '-n'],
        ['client/due_from_reserve', `''`, 'fiat', 'n'],
        ['client/pending', own, 'fiat', '-(n - charge)'],
        ...feeLines('charge'),
      ],
    },
    // This includes redemptions to a bank account that was disabled, and redemptions that were rejected after review.
    { step: 'settled', when: `state = 'settled' and paid_at is null`, lines: releaseLines('fiat', 'n - charge') },
    {
      step: 'paid_out',
      when: 'paid_at is not null',
      lines: [
        ['client/pending', own, 'fiat', 'n - charge'],
        ['client/payouts_in_transit', `''`, 'fiat', '-(n - charge)'],
      ],
    },
  ],
})

/** Fiat is sold first, and paid to the provider afterwards. */
const isFiat = `sell in ('CHF', 'GBP')`

const conversions = linesOf({
  prefix: 'conversion',
  table: 'issuance.conversion',
  rows: (from) => `
    select id::text as row, c.*, case when withheld > 0 or exists (select from ledger.journal j
        where j.key = 'conversion:' || c.id || ':left') then held - network_fee - sold else 0 end as kept_back
    from ${from} c`,
  journals: [
    { step: 'held', when: 'held is not null', lines: holdLines('sell', 'held') },
    {
      step: 'delivered',
      when: 'true',
      each: `(select l.id as leg, l.owner as whose, l.amount as part, l.fee as took from issuance.conversion_leg l
        where l.conversion_id = own.id and l.outcome = 'delivered') leg`,
      key: `'conversion:' || own.row || ':delivered' || case when leg.leg = own.id then '' else ':' || leg.leg end`,
      lines: [
        ['client/provider_crypto', 'provider', 'sell', 'part'],
        ['client/pending', own, 'sell', 'took'],
        ['client/transitional', 'whose', 'sell', '-(part + took)'],
      ],
    },
    {
      step: 'reverted',
      when: 'true',
      each: `(select l.id as leg, l.owner as whose, l.fee as took from issuance.conversion_leg l
        where l.conversion_id = own.id and l.outcome = 'failed' and l.fee > 0) leg`,
      key: `'conversion:' || own.row || ':reverted' || case when leg.leg = own.id then '' else ':' || leg.leg end`,
      lines: [
        ['client/pending', own, 'sell', 'took'],
        ['client/transitional', 'whose', 'sell', '-took'],
      ],
    },
    {
      step: 'filled',
      when: `state in ('filled', 'wired')`,
      lines: [
        ['client/pending', own, 'sell', 'held - network_fee - kept_back'],
        ['client/provider_crypto', 'provider', 'sell', `case when ${isFiat} then 0 else -sold end`],
        ['client/payouts_in_transit', `''`, 'sell', `case when ${isFiat} then -sold else 0 end`],
        ['client/available', own, 'sell', '-(held - network_fee - sold - kept_back)'],
        ['client/provider_fiat', 'provider', 'buy', 'bought'],
        ['client/pending', own, 'buy', '-bought'],
      ],
    },
    // The unused part, withheld while the mint was on hold.
    { step: 'left', when: `state in ('filled', 'wired') and withheld = 0`, lines: releaseLines('sell', 'kept_back') },
    {
      step: 'returned',
      when: `state in ('rejected', 'canceled') and held is not null`,
      lines: releaseLines('sell', 'held - network_fee'),
    },
  ],
})

const faucet = linesOf({
  prefix: 'faucet',
  table: 'chains.operation',
  rows: (from) => `
    select id::text as row, chain as blockchain, asset, amount as quantity, substr(asset, 2) as fiat, div(amount, 10000) as n
    from ${from} o where purpose = 'faucet' and state = 'final' and not unread`,
  journals: [{ step: 'issued', when: 'true', lines: [['reserve/excess', `''`, 'fiat', 'n'], ...circulating] }],
})

export const issuanceJournals = [mints, redemptions, conversions, faucet]

/** The chain operations of the rows, open or done: (row, chain, kind, asset, amount, recipient, final). */
export const issuanceOperations = `
  select 'mint', id, blockchain, case fulfilment when 'issuance' then 'mint' else 'transfer' end, asset, quantity, address,
    case when booked_at is not null then 'done' when ${isOver} then 'failed' else 'open' end
  from issuance.mint m where (state in ('sending', 'confirming', 'settled') or ${isOver} and ${wasQueued})
    and (fulfilment = 'issuance' or destination is not null)
  union all
  select 'redemption', id, blockchain, 'burn', asset, quantity, null,
    case when booked_at is not null then 'done' when state = 'failed' then 'failed' when state = 'rejected' then 'stopped' else 'open' end
  from issuance.redemption where state in ('burning', 'confirming', 'paying', 'returned', 'settled', 'failed', 'rejected')
  union all
  select 'conversion', l.id, carrier.chain, carrier.kind, sell, l.amount, null,
    case l.outcome when 'delivered' then 'done' when 'failed' then 'failed' else 'open' end
  from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id join (values ('ETH', 'ETH', 'native'), ('USDC', 'ETH', 'collect'), ('BTC', 'BTC', 'native'))
    carrier (asset, chain, kind) on carrier.asset = sell`

/** The amounts in `pending` for these rows: (owner, asset, amount). */
export const issuancePending = `
  select institution_id, substr(asset, 2), case when reserved then charge else cost end from issuance.mint m
    where booked_at is null and state not in ('rejected', 'failed', 'canceled') and (funding_currency = substr(asset, 2)
      or exists (select from issuance.conversion c where c.id = m.id and c.state in ('filled', 'wired')))
  union all select institution_id, asset, quantity from issuance.mint
    where booked_at is not null and state <> 'settled' and destination is null and fulfilment = 'issuance'
  union all select institution_id, asset, quantity from issuance.redemption
    where booked_at is null and state not in ('rejected', 'failed')
  union all select institution_id, substr(asset, 2), div(quantity, 10000) - charge from issuance.redemption
    where booked_at is not null and paid_at is null and state <> 'settled'
  union all select institution_id, sell, held - network_fee from issuance.conversion
    where held is not null and state not in ('filled', 'wired', 'rejected', 'canceled')
  union all select institution_id, sell, withheld from issuance.conversion where withheld > 0`

export const issuanceRules: Rule[] = [
  {
    invariant: 'E1',
    what: 'issuance.mint: the wallet belongs to the institution',
    breaks: `
      select format('issuance.mint %s goes to %s on %s, its wallet %s is %s of %s on %s', m.id, m.address, m.blockchain, m.address_id,
        a.address, a.institution_id, a.blockchain)
      from issuance.mint m left join destinations.address a on a.id = m.address_id
      where m.address_id is not null
        and (m.institution_id, m.blockchain, m.address) is distinct from (a.institution_id, a.blockchain, a.address)`,
  },
  {
    invariant: 'L4',
    what: 'issuance.mint: the cost equals the quantity at par plus the charge, and the spent amount pays for it',
    breaks: `
      select format('issuance.mint %s: cost %s spent %s spread %s, by its quantity and conversion %s %s %s', m.id, cost, m.spent,
        m.spread, div(quantity, 10000) + charge, paid.spent, paid.spread)
      from issuance.mint m left join issuance.conversion c on c.id = m.id
      cross join lateral (select
        case when funding_currency = substr(asset, 2) then cost when c.sold is null then m.spent else c.sold + c.network_fee end
          as spent,
        case when funding_currency = substr(asset, 2) then 0 when c.sold is null then m.spread else c.spread end as spread) paid
      where (cost, m.spent, m.spread) is distinct from (div(quantity, 10000) + charge, paid.spent, paid.spread)
        or c.sold is not null and m.spent > m.max_spent`,
  },
  {
    invariant: 'L4',
    what: 'issuance.conversion: sells the mint’s funding asset, for the cost of the mint',
    breaks: `
      select format('issuance.conversion %s: %s %s for %s of %s, its mint %s %s for %s of %s', c.id, bought, buy, sell,
        c.institution_id, cost, substr(asset, 2), funding_currency, m.institution_id)
      from issuance.conversion c left join issuance.mint m using (id)
      where (bought, buy, sell, c.institution_id) is distinct from (cost, substr(asset, 2), funding_currency, m.institution_id)
        or m.state in ('held', 'screening', 'requested')
        or c.state <> all(case
          when m.state = 'funding' then '{waiting_deposit,sending,converting,filled}'::text[]
          when m.state = 'canceled' then '{canceled}'
          when m.state in ('failed', 'rejected') then '{wired,rejected,expired}'
          else '{wired}' end)`,
  },
  {
    invariant: 'L4',
    what: 'issuance.conversion: the sent amount and the network fees are the sums of its transfers',
    breaks: `
      select format('issuance.conversion %s is %s: held %s, sent %s, reused %s, fees %s, sold %s, withheld %s; its transfers %s, set aside %s, fees %s', c.id,
        state, held, sent, reused, network_fee, sold, withheld, legs.amount, legs.reserved, legs.fee)
      from issuance.conversion c cross join lateral (
        select coalesce(sum(amount), 0) as amount, coalesce(sum(reserved), 0) as reserved, coalesce(sum(fee), 0) as fee,
          coalesce(bool_and(outcome = 'delivered'), true) as arrived, coalesce(bool_or(outcome is null), false) as open
        from issuance.conversion_leg l where l.conversion_id = c.id) legs
      where (coalesce(sent, 0), network_fee) is distinct from (legs.amount, legs.fee)
        or held is not null and (held - sent - reused <> legs.reserved or delivered <> (legs.arrived and not legs.open))
        or legs.open and state <> 'sending'
        or withheld > 0 and (state not in ('filled', 'wired') or withheld is distinct from held - network_fee - sold)`,
  },
  {
    invariant: 'E1',
    what: 'issuance.conversion_leg: each leaves its own address, and shares the holds of its mint',
    breaks: `
      select format('issuance.conversion_leg %s of %s: from %s of %s', l.id, conversion_id, l.source, l.owner)
      from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id
      where exists (select from chains.operation o where (o.purpose, o.subject) = ('conversion', l.id) and o.source is distinct from l.source)
        or not exists (select from chains.deposit_address a where a.index = l.source and a.institution_id = l.owner)
        or compliance.whole_of(l.id) <> l.conversion_id
      union all
      select format('compliance.part %s of %s is no transfer', p.id, whole) from compliance.part p
      where not exists (select from issuance.conversion_leg l where (l.id, l.conversion_id) = (p.id, whole))`,
  },
  {
    invariant: 'S1',
    what: 'issuance: a row has the times and reasons of its state',
    breaks: `
      select format('issuance.mint %s is %s: booked %s, settled %s', id, state, booked_at, settled_at) from issuance.mint
      where (state = 'settled') <> (settled_at is not null) or state = 'settled' and booked_at is null
        or booked_at is not null and state not in ('confirming', 'settled')
      union all
      select format('issuance.redemption %s is %s: booked %s, paid %s, settled %s', id, state, booked_at, paid_at, settled_at)
      from issuance.redemption
      where (state = 'settled') <> (settled_at is not null) or state in ('paying', 'returned', 'settled') <> (booked_at is not null)
        or paid_at is not null and (bank_account_id is null or booked_at is null)
        or state = 'settled' and bank_account_id is not null and paid_at is null and reason is null`,
  },
]
