import type { ExpectedJournal } from './ownership.ts'
import type { CheckRow, Rule } from './rule.ts'

// Debts of institutions, and the bank's payments beyond clients' money. No row determines the amount of a debt, because it
// depends on the balance at that moment; its journal records it.

/** The shortfall of an institution after a reversal: a part of the amount, or all. */
export function owedStep(prefix: string, amount: string, when: string, asset: string): ExpectedJournal {
  return {
    step: 'owed',
    when: `${when} and debt.short between 1 and own.${amount}`,
    each: `(select sum(e.amount) as short from ledger.journal j join ledger.entry e on e.journal_id = j.id
      join ledger.account a on a.id = e.account_id
      where j.key = '${prefix}:' || own.row || ':owed' and a.pool = 'client' and a.name = 'owed') debt`,
    lines: [
      ['client/owed', 'institution_id', asset, 'debt.short'],
      ['client/available', 'institution_id', asset, '-debt.short'],
    ],
  }
}

/** Journals without a row: their lines define the movement. */
export const debtPrefixes = ['cover', 'overdraft']

/** The lines of each new journal with this prefix, as an object by account; `n` lines, the largest of which is `amount`. */
const journalsOf = (prefix: string, since: bigint) => `
  ledger.journal j cross join lateral (
    select jsonb_object_agg(a.pool || '/' || a.name || ':' || a.owner || '/' || a.asset, e.amount) as lines,
      max(e.amount) as amount, min(a.asset) as asset, min(a.owner) as owner
    from ledger.entry e join ledger.account a on a.id = e.account_id where e.journal_id = j.id
  ) moved where j.id > ${since} and split_part(j.key, ':', 1) = '${prefix}'`

const both = (one: string, other: string) => `
  select format('%s%s: %s %s, %s %s', a.asset, coalesce(' of ' || nullif(a.owner, ''), ''), a.name, a.balance, b.name, b.balance)
  from ledger.account a join ledger.account b on (b.pool, b.owner, b.asset) = (a.pool, a.owner, a.asset)
  where a.pool = 'client' and a.name = '${one}' and b.name = '${other}' and a.balance > 0 and b.balance > 0`

export const debtRules: Rule[] = [
  {
    invariant: 'L1',
    what: 'debts were covered by their institutions, and overdrafts are between us and the bank',
    breaks: ({ journals }) => `
      select format('ledger.journal %s %s (%s) moved %s', j.id, j.key, j.kind, moved.lines) from ${journalsOf('cover', journals)}
        and (j.kind <> 'debt_covered' or moved.lines is distinct from jsonb_build_object(
          'client/available:' || owner || '/' || asset, amount, 'client/owed:' || owner || '/' || asset, -amount))
      union all
      select format('ledger.journal %s %s (%s) moved %s', j.id, j.key, j.kind, moved.lines) from ${journalsOf('overdraft', journals)}
        and moved.lines is distinct from (case j.kind
          when 'overdraft_drawn' then jsonb_build_object('client/bank:/' || asset, amount, 'client/overdraft:/' || asset, -amount)
          when 'overdraft_repaid' then jsonb_build_object('client/bank:/' || asset, -amount, 'client/overdraft:/' || asset, amount) end)`,
  },
  {
    invariant: 'L6',
    what: 'balances cover debts and overdrafts first',
    breaks: `${both('available', 'owed')} union all ${both('bank', 'overdraft')}`,
  },
]

/** No rule is broken, but these institutions owe clients' money, and staff must act. */
export const debtRule: Rule & Pick<CheckRow, 'owed'> = {
  invariant: 'L6',
  what: 'no institution has a debt',
  owed: true,
  breaks: `
    select format('%s owes %s %s since %s', institution_id, round(amount / 10::numeric ^ decimals, decimals), asset, since::date)
    from ledger.debt join ledger.asset on code = asset`,
}
