import { owedStep } from './debts.ts'
import { type ExpectedJournal, type ExpectedLine, linesOf } from './ownership.ts'

// The required journals of wires, payouts and expected wires, derived from their rows.

const currency = 'currency'

/**
 * How a wire ended. A wire was recalled if no payout returned it. `lot` is the balance that held its money before that.
 */
const wireRows = (from: string) => `
  select w.id::text as row, w.*, lot_before.lot, refused_from.lot as refused_lot, frozen_from.lot as frozen_lot, ended.recalled,
    exists (select from state.history h where h.subject = w.id and h.hold is null and h.to_state = 'credited') as was_credited,
    case when ended.recalled then ended.committed end as recalled_in,
    exists (select from state.history h where h.subject = w.id and h.hold is null and h.to_state = 'return_pending'
      and (not ended.recalled or h.committed <> ended.committed)) as was_refused
  from ${from} w
  cross join lateral (
    select (select max(h.committed::text::numeric)::text::xid8 from state.history h
        where h.subject = w.id and h.hold is null and h.to_state in ('returned', 'recalled')) as committed,
      w.state = 'recalled' or w.state = 'returned'
        and not exists (select from banking.payout p where p.kind = 'return' and p.subject = w.id and p.state in ('booked', 'returned')) as recalled
  ) ended
  left join lateral (${lotBefore('h.committed = ended.committed')}) lot_before on ended.recalled
  left join lateral (${lotBefore(`h.to_state = 'return_pending'`)}) refused_from on true
  left join lateral (${lotBefore(`h.to_state = 'frozen'`)}) frozen_from on true`

/** The balance that held its money before the first of these steps. */
function lotBefore(which: string): string {
  return `select case h.from_state when 'credited' then 'available' when 'held' then 'held' when 'frozen' then 'frozen'
      when 'attributed' then 'pending' when 'screening' then 'pending' when 'return_pending' then 'returns' else 'unallocated' end as lot
    from state.history h where h.subject = w.id and h.hold is null and ${which} order by h.id limit 1`
}

/** From the balance that held the money when it was refused, frozen or recalled, as named by the column `which`. */
const fromLot = (which: string): ExpectedLine[] =>
  ['available', 'held', 'pending', 'unallocated', 'returns', 'frozen'].map((lot) => [
    `client/${lot}`,
    lot === 'frozen' ? 'frozen_by' : lot === 'unallocated' || lot === 'returns' ? `''` : 'institution_id',
    currency,
    `case when ${which} = '${lot}' then amount else 0 end`,
  ])

const own = (lot: string, amount: string): ExpectedLine => [`client/${lot}`, 'institution_id', currency, amount]
const ours = (account: string, amount: string): ExpectedLine => [account, `''`, currency, amount]

/** Each further hold or release has its own journal (wire/attribute.ts). */
const numbered = (step: string) => {
  const which = `'${step}' || case when time.n > 1 then '_' || time.n else '' end`
  return { key: `'wire:' || own.row || ':' || ${which}`, kindOf: `'wire_' || ${which}` }
}

const wires = linesOf({
  prefix: 'wire',
  table: 'banking.wire',
  rows: wireRows,
  journals: [
    { step: 'booked', when: 'true', lines: [ours('client/bank', 'amount'), ours('client/unallocated', '-amount')] },
    {
      step: 'attributed',
      when: 'institution_id is not null',
      lines: [ours('client/unallocated', 'amount'), own('pending', '-amount')],
    },
    {
      step: 'held',
      when: 'true',
      each: `(select row_number() over (order by h.id) as n from state.history h where h.subject = own.id and h.hold is null
        and h.to_state = 'held' and h.committed is distinct from recalled_in) time`,
      ...numbered('held'),
      lines: [own('pending', 'amount'), own('held', '-amount')],
    },
    {
      step: 'released',
      when: 'true',
      each: `(select (select count(*) from state.history e where e.subject = own.id and e.hold is null and e.to_state = 'held'
          and e.id < h.id) as n
        from state.history h where h.subject = own.id and h.hold is null and (h.from_state, h.to_state) = ('held', 'screening')) time`,
      ...numbered('released'),
      lines: [own('held', 'amount'), own('pending', '-amount')],
    },
    {
      step: 'credited',
      when: 'was_credited',
      lines: [own('pending', 'amount'), own('available', '-amount')],
    },
    { step: 'refused', when: 'was_refused', lines: [...fromLot('refused_lot'), ours('client/returns', '-amount')] },
    {
      step: 'returning',
      when: 'true',
      each: `(select p.id as payout from banking.payout p where p.kind = 'return' and p.subject = own.id) p`,
      key: `'wire:' || own.row || ':returning:' || p.payout`,
      lines: [ours('client/returns', 'amount'), ours('client/payouts_in_transit', '-amount')],
    },
    {
      step: 'frozen',
      when: 'frozen_by is not null',
      lines: [...fromLot('frozen_lot'), ['client/frozen', 'frozen_by', currency, '-amount']],
    },
    { step: 'recalled', when: 'recalled', lines: [...fromLot('lot'), ours('client/bank', '-amount')] },
    owedStep('wire', 'amount', `recalled and lot = 'available'`, currency),
  ],
})

/** The destination of a failed payout's money. It is withheld while a hold is open. */
const refundLines: ExpectedLine[] = [
  ['client/rail', 'subject', currency, `case kind when 'rail' then -amount else 0 end`],
  own(
    'available',
    `case when kind <> 'rail' and institution_id is not null and not was_withheld then -amount else 0 end`,
  ),
  own('pending', `case when kind <> 'rail' and institution_id is not null and was_withheld then -amount else 0 end`),
  ours(
    'client/returns',
    `case when kind not in ('rail', 'conversion') and institution_id is null then -amount else 0 end`,
  ),
  ['client/provider_payable', 'provider', currency, `case kind when 'conversion' then -amount else 0 end`],
]

const payouts = linesOf({
  prefix: 'payout',
  table: 'banking.payout',
  rows: (from) => `
    select id::text as row, p.*, withheld or exists (select from ledger.journal j where j.key = 'payout:' || p.id || ':freed')
      as was_withheld
    from ${from} p where kind not in ('sweep', 'fee_sweep')`,
  journals: [
    {
      step: 'booked',
      when: `state in ('booked', 'returned')`,
      lines: [ours('client/payouts_in_transit', 'amount'), ours('client/bank', '-amount')],
    },
    {
      step: 'rejected',
      when: `state = 'rejected'`,
      lines: [ours('client/payouts_in_transit', 'amount'), ...refundLines],
    },
    { step: 'returned', when: `state = 'returned'`, lines: [ours('client/bank', 'amount'), ...refundLines] },
    {
      step: 'freed',
      when: `was_withheld and not withheld and state in ('rejected', 'returned') and kind <> 'rail' and institution_id is not null`,
      lines: [own('pending', 'amount'), own('available', '-amount')],
    },
  ],
})

const ifFrom = (purpose: string, amount: string) =>
  `case when kind = 'sweep' and purpose = '${purpose}' then ${amount} else 0 end`
const ifFees = (amount: string) => `case kind when 'fee_sweep' then ${amount} else 0 end`

/** The account of ours that receives a sweep; null for other payouts. */
export const receiver = `case p.kind when 'fee_sweep' then 'house' when 'sweep' then
  case p.purpose when 'reserve' then 'client_money' else 'reserve' end end`

const sweeps = linesOf({
  prefix: 'sweep',
  table: 'banking.payout',
  rows: (from) => `select id::text as row, p.* from ${from} p where kind in ('sweep', 'fee_sweep')`,
  journals: [
    {
      step: 'booked',
      kindOf: `case kind when 'fee_sweep' then 'fee_sweep' else 'reserve_sweep' end`,
      when: `state = 'booked'`,
      lines: [
        ours('client/due_to_reserve', ifFrom('client_money', 'amount')),
        ours('reserve/due_from_client', ifFrom('client_money', '-amount')),
        ours('reserve/due_to_client', ifFrom('reserve', 'amount')),
        ours('client/due_from_reserve', ifFrom('reserve', '-amount')),
        ours('client/bank', `case purpose when 'client_money' then -amount else amount end`),
        ours('reserve/bank', `${ifFrom('client_money', 'amount')} + ${ifFrom('reserve', '-amount')}`),
        ours('client/fees_due', ifFees('amount')),
        ours('house/bank', ifFees('amount')),
        ours('house/fees_receivable', ifFees('-amount')),
      ],
    },
  ],
})

const expectedWires = linesOf({
  prefix: 'expected',
  table: 'banking.expected',
  rows: (from) => `select reference as row, e.* from ${from} e`,
  journals: ['conversion', 'rail'].flatMap((kind): ExpectedJournal[] => [
    {
      step: kind,
      when: `kind = '${kind}' and entry_id is not null`,
      key: `'expected:' || own.row`,
      kind: `${kind}_wired`,
      lines: [ours('client/bank', 'amount'), ['client/provider_fiat', 'provider', currency, '-amount']],
    },
    {
      step: 'taken_back',
      when: `kind = '${kind}' and taken_back is not null`,
      kind: `${kind}_taken_back`,
      lines: [own('available', 'amount'), ours('client/bank', '-amount')],
    },
    {
      ...owedStep('expected', 'amount', `kind = '${kind}' and taken_back is not null`, currency),
      kind: `${kind}_owed`,
    },
  ]),
})

/** The issuer's own money paid into the reserve. */
export const isTopUp = `exists (select from unnest(array[e.reported, e.reported_detail]) report
  where upper(ltrim(coalesce(report ->> 'unstructured', ''))) like 'RESERVE TOP-UP%'
    or upper(ltrim(coalesce(report #>> '{reference,value}', ''))) like 'RESERVE TOP-UP%')`

const topUps = linesOf({
  prefix: 'reserve',
  table: 'banking.entry',
  rows: (from) => `
    select e.id::text as row, e.*, a.currency from ${from} e join banking.bank_account a on a.iban = e.account
    where direction = 'credit' and booked_at is not null and a.purpose = 'reserve' and ${isTopUp}
      and not exists (select from banking.payout p where p.kind in ('sweep', 'fee_sweep') and p.end_to_end_id = e.end_to_end_id)`,
  journals: [
    {
      step: 'topped_up',
      when: 'true',
      key: `'reserve:' || account || '/' || bankref || ':topped_up'`,
      lines: [ours('reserve/bank', 'amount'), ours('reserve/excess', '-amount')],
    },
  ],
})

export const bankingJournals = [wires, payouts, sweeps, expectedWires, topUps]
