import type { Rule } from './rule.ts'
import { owedStep } from './debts.ts'
import { type ExpectedLine, linesOf } from './ownership.ts'

// The required journals of withdrawals and deposits, according to their rows.

const own = 'institution_id'
const total = 'quantity + fee'
const moveLines = (from: string, to: string, amount: string): ExpectedLine[] => [
  [`client/${from}`, own, 'asset', amount],
  [`client/${to}`, own, 'asset', `-(${amount})`],
]

/** It was queued for its chain or its bank before it failed. */
const wasQueued = (
  w: string,
) => `exists (select from state.history h where h.subject = ${w}.id and h.machine = 'withdrawal'
  and h.hold is null and h.from_state in ('sending', 'confirming') and h.to_state = ${w}.state)`

const hasLeft = `(state in ('sending', 'confirming', 'completed', 'failed') or stopped)`

const withdrawals = linesOf({
  prefix: 'withdrawal',
  table: 'transfers.withdrawal',
  rows: (from) =>
    `select id::text as row, w.*, state in ('rejected', 'canceled') and ${wasQueued('w')} as stopped from ${from} w`,
  journals: [
    { step: 'requested', when: 'true', lines: moveLines('available', 'pending', total) },
    { step: 'canceled', when: `state = 'canceled' and not stopped`, lines: moveLines('pending', 'available', total) },
    { step: 'rejected', when: `state = 'rejected' and not stopped`, lines: moveLines('pending', 'available', total) },
    {
      step: 'sent',
      when: hasLeft,
      lines: [
        ['client/pending', own, 'asset', 'case when bank_account_id is null then quantity + fee else quantity end'],
        ['client/payouts_in_transit', `''`, 'asset', 'case when bank_account_id is null then 0 else -quantity end'],
        ['client/onchain_in_transit', `''`, 'asset', 'case when bank_account_id is null then -quantity else 0 end'],
        ['client/fees_due', `''`, 'asset', '-fee'],
        ['house/fees_receivable', `''`, 'asset', 'fee'],
        ['house/network_fees_recovered', `''`, 'asset', '-fee'],
      ],
    },
    {
      step: 'completed',
      when: `state = 'completed' and bank_account_id is null`,
      lines: [
        ['client/onchain_in_transit', `''`, 'asset', 'quantity'],
        ['client/fees_due', `''`, 'asset', 'network_fee'],
        ['client/omnibus', 'blockchain', 'asset', 'case when source is null then -quantity else 0 end'],
        [
          'client/transitional',
          'source_owner',
          'asset',
          'case when source is null then 0 else -(quantity + network_fee) end',
        ],
        ['house/network_fees', `''`, 'asset', 'network_fee'],
        ['house/fees_receivable', `''`, 'asset', '-network_fee'],
      ],
    },
    {
      step: 'failed',
      when: `(state = 'failed' or stopped) and bank_account_id is null`,
      lines: [
        ['client/onchain_in_transit', `''`, 'asset', 'quantity'],
        ['client/fees_due', `''`, 'asset', 'fee'],
        ['client/available', own, 'asset', `-(${total} - network_fee)`],
        ['client/transitional', 'source_owner', 'asset', '-network_fee'],
        ['house/network_fees_recovered', `''`, 'asset', 'fee'],
        ['house/fees_receivable', `''`, 'asset', '-fee'],
      ],
    },
  ],
})

const isCoin = `asset in ('VCHF', 'VGBP')`

/** When a deposit entered a state; null: never. */
const enteredAt = (state: string) => `(select min(h.id) from state.history h
  where h.subject = d.id and h.machine = 'deposit' and h.hold is null and h.to_state = '${state}')`

/** Coins, and deposits without an owner, are in the omnibus wallet; other crypto is at its owner's address. */
const isPooled = `(institution_id is null or assigned_at is not null and collected_at is null or own.${isCoin})`
const fromHolding = (amount: string): ExpectedLine[] => [
  ['client/omnibus', 'blockchain', 'asset', `case when ${isPooled} then ${amount} else 0 end`],
  ['client/transitional', own, 'asset', `case when ${isPooled} then 0 else ${amount} end`],
]

const deposits = linesOf({
  prefix: 'deposit',
  table: 'transfers.deposit',
  rows: (from) => `
    select id::text as row, d.*, institution_id is null or assigned_at is not null as unowned, booked.at is not null as booked,
      credited.at is not null as was_credited, state = 'orphaned' and booked.at is not null as gone,
      case when credited.at is not null then 'available' when frozen_by is not null then 'frozen'
        when institution_id is null then 'unallocated' else 'pending' end as lot
    from ${from} d
    cross join lateral (select ${enteredAt('screening')} as at) booked
    cross join lateral (select ${enteredAt('credited')} as at) credited`,
  journals: [
    {
      step: 'booked',
      when: 'booked',
      lines: [
        ['client/omnibus', 'blockchain', 'asset', `case when unowned or ${isCoin} then quantity else 0 end`],
        ['client/transitional', own, 'asset', `case when unowned or ${isCoin} then 0 else quantity end`],
        ['client/unallocated', `''`, 'asset', 'case when unowned then -quantity else 0 end'],
        ['client/pending', own, 'asset', 'case when unowned then 0 else -quantity end'],
      ],
    },
    {
      step: 'assigned',
      when: 'assigned_at is not null',
      lines: [
        ['client/unallocated', `''`, 'asset', 'quantity'],
        ['client/pending', own, 'asset', '-quantity'],
      ],
    },
    {
      step: 'collected',
      when: `assigned_at is not null and collected_at is not null and not own.${isCoin}`,
      lines: [
        ['client/transitional', own, 'asset', 'quantity'],
        ['client/omnibus', 'blockchain', 'asset', '-quantity'],
      ],
    },
    { step: 'credited', when: 'was_credited', lines: moveLines('pending', 'available', 'quantity') },
    {
      step: 'frozen',
      when: 'frozen_by is not null',
      lines: [
        ['client/pending', own, 'asset', 'case when institution_id is null then 0 else quantity end'],
        ['client/unallocated', `''`, 'asset', 'case when institution_id is null then quantity else 0 end'],
        ['client/frozen', 'frozen_by', 'asset', '-quantity'],
      ],
    },
    {
      step: 'returned',
      when: `state = 'returned'`,
      lines: [
        ['client/pending', own, 'asset', 'case when institution_id is null then 0 else quantity end'],
        ['client/unallocated', `''`, 'asset', 'case when institution_id is null then quantity else 0 end'],
        ...fromHolding('-(quantity - return_fee + return_cost)'),
        ['client/fees_due', `''`, 'asset', '-(return_fee - return_cost)'],
        ['house/fees_receivable', `''`, 'asset', 'return_fee - return_cost'],
        ['house/network_fees_recovered', `''`, 'asset', '-return_fee'],
        ['house/network_fees', `''`, 'asset', 'return_cost'],
      ],
    },
    {
      step: 'orphaned',
      when: 'gone',
      lines: [
        ['client/available', own, 'asset', `case lot when 'available' then quantity else 0 end`],
        ['client/pending', own, 'asset', `case lot when 'pending' then quantity else 0 end`],
        ['client/unallocated', `''`, 'asset', `case lot when 'unallocated' then quantity else 0 end`],
        ['client/frozen', 'frozen_by', 'asset', `case lot when 'frozen' then quantity else 0 end`],
        ...fromHolding('-quantity'),
      ],
    },
    owedStep('deposit', 'quantity', 'gone and was_credited', 'asset'),
    {
      step: 'missing',
      when: 'gone and missing.amount between 1 and own.quantity',
      each: `(select sum(e.amount) filter (where e.amount > 0) as amount from ledger.journal j
        join ledger.entry e on e.journal_id = j.id where j.key = 'deposit:' || own.row || ':missing') missing`,
      lines: [...fromHolding('missing.amount'), ['client/overdraft', `''`, 'asset', '-missing.amount']],
    },
  ],
})

export const transfersJournals = [withdrawals, deposits]

const isOutsideOmnibus = `(source is not null or at_key is not null)`

/** See operationRule. */
export const transfersOperations = `
  select 'withdrawal', w.id, w.blockchain, case when source is null then 'transfer' when asset = 'USDC' then 'collect' else 'native' end, asset, quantity, a.address,
    case w.state when 'completed' then 'done' when 'failed' then 'failed' when 'rejected' then 'stopped'
      when 'canceled' then 'stopped' else 'open' end
  from transfers.withdrawal w join destinations.address a on a.id = w.address_id
  where w.state in ('sending', 'confirming', 'completed', 'failed', 'rejected', 'canceled')
  union all
  select 'collection', id, blockchain, case when ${isOutsideOmnibus} then 'collect' else 'transfer' end, asset, quantity,
    case when ${isCoin} then null else (select a.address from chains.deposit_address a
      where a.institution_id = d.institution_id and a.family = 'evm') end,
    case when collected_at is null then 'maybe' else 'done' end
  from transfers.deposit d where state in ('credited', 'orphaned') and case when ${isCoin} then ${isOutsideOmnibus} else assigned_at is not null end`

/** A returned deposit goes to the address that two people have named, less its fee. */
export const returnOperations = `
  select 'deposit_return', id, blockchain,
    case when ${isOutsideOmnibus} then case when asset in ('ETH', 'BTC') then 'native' else 'collect' end else 'transfer' end, asset,
    quantity - return_fee, returned_to, case state when 'returned' then 'done' when 'returning' then 'maybe' else 'stopped' end
  from transfers.deposit where state in ('returning', 'returned', 'frozen', 'orphaned')`

export const transfersPending = `
  select institution_id, asset, ${total} from transfers.withdrawal
    where state in ('requested', 'screening', 'travel_rule', 'held', 'approved')
  union all select institution_id, asset, quantity from transfers.deposit
    where institution_id is not null and state in ('screening', 'below_minimum', 'held', 'returning')`

export const transfersRules: Rule[] = [
  {
    invariant: 'S1',
    what: 'transfers.deposit: only returned deposits have a return fee and cost',
    breaks: `
      select format('transfers.deposit %s is %s and has a fee of %s and a cost of %s for its return', id, state, return_fee, return_cost)
      from transfers.deposit where (state not in ('returning', 'returned', 'frozen', 'orphaned') or returned_to is null)
          and (return_fee, return_cost) <> (0, 0)
        or state in ('frozen', 'orphaned') and return_cost <> 0`,
  },
  {
    invariant: 'L7',
    what: 'transfers.deposit: each is a movement on its chain to an address of its owner, and each movement has one',
    breaks: `
      select format('transfers.deposit %s (%s %s/%s): %s %s to %s of %s, on the chain %s %s to %s of %s', d.id,
        coalesce(d.blockchain, m.chain), coalesce(d.txid, m.txid), coalesce(d.index, m.index), d.quantity, d.asset, d.address,
        d.institution_id, m.amount, m.asset, m.recipient, own.institution_id)
      from (select * from transfers.deposit
        where state in ('screening', 'below_minimum', 'held', 'returning', 'returned', 'frozen', 'credited')) d
      full join (
        select m.* from chains.movement m where m.state = 'final' and not m.unread and m.kind in ('transfer', 'mint') and m.amount > 0
          and exists (select from chains.deposit_address a where a.address = m.recipient and a.institution_id is not null)
          and not exists (select from chains.operation o where o.purpose = 'collection' and (o.chain, o.txid) = (m.chain, m.txid))
      ) m on (m.chain, m.txid, m.index) = (d.blockchain, d.txid, d.index)
      left join chains.movement final_movement on (final_movement.chain, final_movement.txid, final_movement.index, final_movement.state) = (d.blockchain, d.txid, d.index, 'final')
      left join chains.deposit_address own on own.address = d.address and own.index = d.source
      where d.id is null or final_movement.id is null
        or (d.quantity, d.asset, d.address, d.sender, d.block, d.height)
          is distinct from (final_movement.amount, final_movement.asset, final_movement.recipient, final_movement.sender, final_movement.block, final_movement.height)
        or d.source is not null and d.assigned_at is null and d.institution_id is not null and own.institution_id is distinct from d.institution_id`,
  },
  {
    invariant: 'E1',
    what: 'transfers.withdrawal: one by the bank has its payout, with the requested account and amount',
    breaks: `
      select format('transfers.withdrawal %s: %s %s to %s, its payouts %s', w.id, w.quantity, w.asset, b.identifier, p.final_movement)
      from transfers.withdrawal w join destinations.bank_account b on b.id = w.bank_account_id
      left join lateral (
        select count(*) as n, string_agg(p.amount || ' ' || p.currency || ' to ' || p.creditor_account || ' ' || p.state, ', ') as final_movement,
          bool_and((p.amount, p.currency, p.institution_id, p.purpose) = (w.quantity, w.asset, w.institution_id, 'client_money')
            and regexp_replace(p.creditor_account, '[^A-Z0-9]', '', 'g') = regexp_replace(b.identifier, '[^A-Z0-9]', '', 'g')) as fits,
          max(p.state) as state
        from banking.payout p where p.kind = 'withdrawal' and p.subject = w.id
      ) p on true
      where (p.n = 1) <> (w.state in ('sending', 'confirming', 'completed', 'failed') or w.state in ('rejected', 'canceled') and ${wasQueued('w')})
        or p.n > 1 or not p.fits or b.institution_id <> w.institution_id or b.currency <> w.asset
        or w.state = 'completed' and p.state not in ('booked', 'returned')
        or w.state in ('failed', 'rejected', 'canceled') and p.state not in ('rejected', 'returned')`,
  },
  {
    invariant: 'E1',
    what: 'transfers.withdrawal: the address belongs to the institution',
    breaks: `
      select format('transfers.withdrawal %s goes to address %s of %s on %s', w.id, a.id, a.institution_id, a.blockchain)
      from transfers.withdrawal w join destinations.address a on a.id = w.address_id
      where a.institution_id <> w.institution_id or a.blockchain <> w.blockchain`,
  },
  {
    invariant: 'E1',
    what: 'transfers.withdrawal: crypto leaves its reserved address, with a network cost within its fee',
    breaks: `
      select format('transfers.withdrawal %s: %s of %s, %s for the network of %s; its operation leaves %s, at most %s, and cost %s', w.id, w.source,
        w.source_owner, w.network_fee, w.fee, o.source, o.max_fee, t.cost)
      from transfers.withdrawal w left join chains.deposit_address a on a.index = w.source and a.family
        = case w.blockchain when 'BTC' then 'bitcoin' else 'evm' end
      left join chains.operation o on (o.purpose, o.subject) = ('withdrawal', w.id)
      left join chains.transaction t on t.id = o.transaction_id
      where w.source is not null and (a.institution_id is distinct from w.source_owner or w.network_fee > w.fee
        or o.id is not null and (o.source, o.max_fee) is distinct from (w.source, case w.asset when 'USDC' then null else w.fee end)
        or w.network_fee <> case when w.asset = 'USDC' or w.state not in ('completed', 'failed') then 0 else coalesce(t.cost, 0) end)
        or w.source is null and w.network_fee <> 0`,
  },
]

export const frozenRules: Rule[] = [
  {
    invariant: 'L6',
    what: 'frozen equals the wires and deposits that two people have frozen, by their hold',
    breaks: `
      select format('client/frozen:%s/%s has %s, what was frozen %s', coalesce(hold::text, owner), coalesce(f.asset, account.asset),
        coalesce(balance, 0), coalesce(amount, 0))
      from (
        select frozen_by as hold, asset, sum(quantity) as amount from transfers.deposit where state = 'frozen' group by 1, 2
        union all select frozen_by, currency, sum(amount) from banking.wire where state = 'frozen' group by 1, 2
      ) f
      full join (select * from ledger.account where pool = 'client' and name = 'frozen') account on (owner, account.asset) = (hold::text, f.asset)
      where coalesce(balance, 0) <> coalesce(amount, 0)
        or f.hold is not null and not exists (select from compliance.hold h where h.id = f.hold and h.state = 'frozen')`,
  },
]
