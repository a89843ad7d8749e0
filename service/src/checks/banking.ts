import { isTopUp, receiver } from './banking-journals.ts'
import type { Rule } from './rule.ts'

// Rules that compare wires, payouts and expected wires with the bank's files.

export const bankingPending = `
  select institution_id, currency, amount from banking.wire where state in ('attributed', 'screening')
  union all select institution_id, currency, amount from banking.payout where withheld`

const compact = (account: string) => `regexp_replace(${account}, '[^A-Z0-9]', '', 'g')`

/** The most detailed version of an entry. */
const details = `coalesce(e.reported_detail, e.reported)`

/** The column equals the value in one of the versions of its entry. */
const isReported = (column: string, path: string) => `(${column} is not distinct from e.reported #>> '${path}'
  or e.reported_detail is not null and ${column} is not distinct from e.reported_detail #>> '${path}')`

/** How many wires, payouts, top-ups or recalls an entry explains. */
const explained = `
  (select count(*) from banking.wire w where w.entry_id = e.id)
  + (select count(*) from banking.expected x where e.id in (x.entry_id, x.taken_back))
  + (select count(*) from banking.payout p where p.debited = e.bankref and e.direction = 'debit'
      and (p.purpose, p.currency, p.amount) = (a.purpose, a.currency, e.amount))
  + (select count(*) from banking.payout p where p.credited = e.bankref and e.direction = 'credit' and p.amount = e.amount
      and p.currency = a.currency and a.purpose = coalesce(${receiver}, p.purpose))
  + case when e.direction = 'credit' and a.purpose = 'reserve' and ${isTopUp}
      and not exists (select from banking.payout p where p.kind in ('sweep', 'fee_sweep') and p.end_to_end_id = e.end_to_end_id) then 1 else 0 end
  + case when e.direction = 'debit' and exists (select from banking.wire w join banking.entry came on came.id = w.entry_id
      where came.account = e.account and came.amount = e.amount and w.state in ('recalled', 'returned')
        and came.end_to_end_id is not distinct from coalesce(${details} #>> '{returnReason,originalEndToEndId}', e.end_to_end_id))
      and ((${details} ->> 'reversal')::boolean or ${details} -> 'returnReason' <> 'null') then 1 else 0 end`

export const bankingRules: Rule[] = [
  {
    invariant: 'L7',
    what: 'banking.entry: each matches the bank’s report, and a booked entry explains one movement',
    breaks: `
      select format('banking.entry %s (%s): %s %s on %s of %s, the bank reported %s; it is booked %s and explains %s movements', e.id,
        e.bankref, direction, amount, e.account, booking_date, reported, booked_at, explained.count)
      from banking.entry e join banking.bank_account a on a.iban = e.account
      cross join lateral (select ${explained} as count) explained
      where (direction, amount, booking_date, end_to_end_id) is distinct from
        (reported ->> 'direction', (reported ->> 'amount')::numeric, (reported ->> 'bookingDate')::date,
          coalesce(reported_detail ->> 'endToEndId', reported ->> 'endToEndId'))
        or (reported_detail ->> 'direction', (reported_detail ->> 'amount')::numeric, reported_detail ->> 'currency') <> (direction, amount, a.currency)
        or bankref <> reported ->> 'bankref' and not exists (select from unnest(reported_by) m where bankref = (reported ->> 'bankref') || '/' || m)
        or reported ->> 'currency' <> a.currency or exists (select from unnest(reported_by) m
          where not exists (select from banking.message source where (source.id, source.account) = (m, e.account)))
        or exists (select from unnest(array[notified_by, confirmed_by]) m where m <> all(reported_by))
        or (booked_at is not null) and explained.count <> 1
        or booked_at is null and explained.count > 0 and not ${isTopUp} and not (${details} -> 'returnReason' <> 'null')`,
  },
  {
    invariant: 'L7',
    what: 'banking.manual_file, manual_line: each is unchanged since its import, and a confirmed line matches its entry',
    breaks: `
      select format('banking.manual_file %s is not the file with this hash', sha256) from banking.manual_file
      where encode(sha256(content), 'hex') <> sha256
      union all
      select format('banking.manual_line %s: %s %s %s on %s of %s (%s), its file says %s; it is %s by entry %s', l.id, l.direction, l.amount,
        l.currency, l.account, l.booking_date, l.bankref, l.reported, l.state, l.entry_id)
      from banking.manual_line l left join banking.manual_file f on f.sha256 = l.file
      left join banking.entry e on e.id = l.entry_id left join banking.bank_account a on a.iban = l.account
      where (l.direction, l.amount, l.booking_date, l.bankref, l.format, l.currency) is distinct from
          (l.reported ->> 'direction', (l.reported ->> 'amount')::numeric, (l.reported ->> 'bookingDate')::date, l.reported ->> 'bankref',
            l.reported ->> 'format', a.currency)
        or f.sha256 is null or l.state = 'confirmed'
          and (l.account, l.direction, l.amount) is distinct from (e.account, e.direction, e.amount)
        or l.state = 'retracted' and f.retracted_at is null`,
  },
  {
    invariant: 'L7',
    what: 'banking.wire: each matches its entry',
    breaks: `
      select format('banking.wire %s: %s %s (%s), its entry %s: %s %s %s (%s)', w.id, w.amount, w.currency, w.bankref, e.id,
        e.direction, e.amount, a.currency, e.bankref)
      from banking.wire w left join banking.entry e on e.id = w.entry_id left join banking.bank_account a on a.iban = e.account
      where (w.amount, w.currency, w.bankref, 'credit', 'client_money') is distinct from
          (e.amount, a.currency, e.bankref, e.direction, a.purpose)
        or not ${isReported('w.value_date', '{valueDate}')} or not ${isReported('w.sender_account', '{counterparty,account}')}
        or not ${isReported('w.reference', '{reference,value}')} or not ${isReported('w.paid_to', '{creditorAccount}')}
        or e.retracted_at is not null and w.state not in ('recalled', 'returned')
        or e.booked_at is null`,
  },
  {
    invariant: 'L7',
    what: 'banking.payout: a booked payout has its debit, a returned one its credit',
    breaks: `
      select format('banking.payout %s is %s: %s %s, debited %s, credited %s', p.id, p.state, p.amount, p.currency, p.debited, p.credited)
      from banking.payout p
      left join banking.bank_account own on (own.purpose, own.currency) = (p.purpose, p.currency)
      left join banking.bank_account other on (other.purpose, other.currency) = (${receiver}, p.currency)
      left join banking.entry paid on (paid.account, paid.bankref, paid.direction, paid.amount)
        = (own.iban, p.debited, 'debit', p.amount)
      left join banking.entry came on (came.account, came.bankref, came.direction, came.amount)
        = (coalesce(other.iban, own.iban), p.credited, 'credit', p.amount)
      where p.state in ('booked', 'returned') and (paid.id is null or paid.end_to_end_id is distinct from p.end_to_end_id)
        or (p.state = 'returned' or ${receiver} is not null and p.state = 'booked') <> (came.id is not null)
          and not (${receiver} is not null and p.state in ('batched', 'sent', 'accepted'))
        or p.state in ('prepared', 'rejected') and num_nonnulls(p.debited, p.credited) > 0
        or p.end_to_end_id <> replace(p.id::text, '-', '') or p.order_id is null and p.state not in ('prepared', 'rejected')
        or p.order_id is not null and p.state = 'prepared'`,
  },
  {
    invariant: 'E1',
    what: 'banking.payout: a return goes to the sender, a sweep to our other account, and every payout has a cause',
    breaks: `
      select format('banking.payout %s (%s of %s): %s %s to %s', p.id, p.kind, p.subject, p.amount, p.currency, p.creditor_account)
      from banking.payout p
      left join banking.wire w on p.kind = 'return' and w.id = p.subject
      left join banking.bank_account other on (other.purpose, other.currency) = (${receiver}, p.currency)
      where p.kind = 'return' and ((w.amount, w.currency, 'client_money') is distinct from (p.amount, p.currency, p.purpose)
          or ${compact('w.sender_account')} is distinct from ${compact('p.creditor_account')} or p.institution_id is not null)
        or ${receiver} is not null and (${compact('other.iban')} is distinct from ${compact('p.creditor_account')} or p.subject <> p.id)
        or p.kind = 'withdrawal' and not exists (select from transfers.withdrawal o where o.id = p.subject)
        or p.kind = 'redemption' and not exists (select from issuance.redemption r join destinations.bank_account b on b.id = r.bank_account_id
          where r.id = p.subject and r.paid_at is not null and div(r.quantity, 10000) - r.charge = p.amount
            and substr(r.asset, 2) = p.currency and r.institution_id = p.institution_id
            and ${compact('b.identifier')} = ${compact('p.creditor_account')} and b.institution_id = r.institution_id)
        or p.kind = 'rail' and not exists (select from rails.payment r join rails.rail on rail.id = r.rail_id
          where r.id = p.subject and r.sent = p.amount and r.sent_currency = p.currency and r.institution_id = p.institution_id
            and ${compact('rail.destination')} = ${compact('p.creditor_account')})
        or p.kind = 'conversion' and (p.subject <> p.id or not exists (select from issuance.conversion c
          where (c.payout_id, c.sold, c.sell, c.provider) = (p.id, p.amount, p.currency, p.provider)))`,
  },
  {
    invariant: 'E1',
    what: 'banking.expected: each equals the proceeds of its conversion or payment, and arrived with its entry',
    breaks: `
      select format('banking.expected %s: %s %s of %s for %s %s, entry %s, owed %s', x.reference, x.amount, x.currency, x.provider,
        x.kind, x.subject, x.entry_id, x.owed)
      from banking.expected x
      left join issuance.conversion c on x.kind = 'conversion' and c.id = x.subject
      left join rails.payment p on x.kind = 'rail' and p.id = x.subject
      left join banking.entry e on e.id = x.entry_id
      where x.kind = 'conversion' and ((c.reference, c.bought, c.buy, c.provider) is distinct from
            (x.reference, x.amount, x.currency, x.provider)
          or x.owed <> (c.state in ('filled', 'wired')) or c.state = 'wired' and x.entry_id is null)
        or x.kind = 'rail' and (p.id is null or split_part(p.source, '/', 1) <> x.provider or p.received_currency <> x.currency
          or p.reference = x.reference and p.received - p.spread <> x.amount
          or x.owed and p.reference is distinct from x.reference or p.reserved and p.reference = x.reference and x.entry_id is null)
        or (select institution_id from issuance.conversion where id = x.subject
          union all select institution_id from rails.payment where id = x.subject) is distinct from x.institution_id
        or x.taken_back is not null and (x.entry_id is null or not exists (select from banking.entry back where back.id = x.taken_back
          and (back.account, back.direction, back.amount) = (e.account, 'debit', x.amount) and back.booked_at is not null))
        or x.entry_id is not null and (not x.owed or (e.amount, e.direction) is distinct from (x.amount, 'credit') or e.booked_at is null)
      union all
      select format('issuance.conversion %s is %s and waits for no wire %s', c.id, c.state, c.reference) from issuance.conversion c
      where c.state in ('converting', 'filled', 'wired') and not exists (select from banking.expected x where x.reference = c.reference)
      union all
      select format('rails.payment %s is %s and waits for no wire %s', p.id, p.state, p.reference) from rails.payment p
      where p.reference is not null and not exists (select from banking.expected x where x.reference = p.reference)`,
  },
  {
    invariant: 'L6',
    what: 'returns and unallocated equal their wires and deposits',
    breaks: `
      select format('client/%s/%s has %s, its wires and deposits %s', coalesce(open.name, account.name),
        coalesce(open.asset, account.asset), coalesce(balance, 0), coalesce(amount, 0))
      from (
        select name, asset, sum(amount) as amount from (
          select 'unallocated', currency, amount from banking.wire where state in ('booked', 'unidentified')
          union all select 'unallocated', asset, quantity from transfers.deposit
            where institution_id is null and state in ('screening', 'below_minimum', 'held', 'returning', 'credited')
          union all select 'returns', currency, amount from banking.wire w where state = 'return_pending'
            and not exists (select from banking.payout p where p.kind = 'return' and p.subject = w.id
              and p.state not in ('rejected', 'returned'))
        ) each (name, asset, amount) group by name, asset
      ) open
      full join (select * from ledger.account where pool = 'client' and name in ('unallocated', 'returns')) account
        on (account.name, account.asset) = (open.name, open.asset)
      where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
  {
    invariant: 'L6',
    what: 'held equals the held wires, by institution',
    breaks: `
      select format('client/held:%s/%s has %s, its wires %s', coalesce(whose, owner), coalesce(currency, asset), coalesce(balance, 0),
        coalesce(amount, 0))
      from (select institution_id::text as whose, currency, sum(amount) as amount from banking.wire where state = 'held' group by 1, 2) w
      full join (select * from ledger.account where pool = 'client' and name = 'held') account on (owner, asset) = (whose, currency)
      where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
  {
    invariant: 'L6',
    what: 'payouts in transit equal the unbooked payouts',
    breaks: `
      select format('client/payouts_in_transit/%s has %s, its payouts %s', coalesce(currency, asset), coalesce(balance, 0), coalesce(amount, 0))
      from (select currency, sum(amount) as amount from banking.payout
        where kind not in ('sweep', 'fee_sweep') and state in ('prepared', 'batched', 'sent', 'accepted') group by currency) p
      full join (select * from ledger.account where pool = 'client' and name = 'payouts_in_transit') account on asset = currency
      where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
]
