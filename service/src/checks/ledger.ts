import { assets } from '@specie/protocol/assets.ts'
import type { Rule } from './rule.ts'

// The ledger by itself (L1 to L6).

/** An entry with its account, and its amount in the direction of the account's side. */
const moves = `(
  select entry.*, pool, name, asset, case side when 'debit' then amount else -amount end as move
  from ledger.entry join ledger.account on account.id = account_id
) moves`

/** How many minor units of a stablecoin make one minor unit of its fiat, for L4 and L5. */
const coins = Object.values(assets)
  .filter((asset) => asset.fiat !== null)
  .map(({ symbol, fiat, decimals }) => `('${symbol}', '${fiat}', ${10n ** BigInt(decimals - assets[fiat!].decimals)})`)
  .join(', ')

/** Sums per coin, all in the coin's minor units. */
const backing = (amount: string) => `
  coalesce(sum(${amount}) filter (where (pool, name) = ('supply', 'circulating')), 0) as circulating,
  coalesce(sum(${amount}) filter (where (pool, name) in (('supply', 'issued'), ('supply', 'burned_fractions'))), 0)
    - coalesce(sum(${amount}) filter (where (pool, name) = ('supply', 'treasury')), 0) as issued,
  coalesce(sum(${amount} * scale) filter (where (pool, name) = ('reserve', 'redemption_liability')), 0) as liability`

/** Joins accounts of the supply and of the reserve to their coin. */
const ofCoin = `join (values ${coins}) coin (code, fiat, scale)
  on (pool = 'supply' and asset = coin.code) or (pool = 'reserve' and asset = coin.fiat)`

const balanceOf = (pool: string, names: string[]) =>
  `coalesce(sum(balance) filter (where pool = '${pool}' and name in (${names.map((name) => `'${name}'`).join(', ')})), 0)`

/** The balance equals that of the last entry; earlier entries were checked when they were new. */
const lastEntries = `
  select format('ledger.account %s: balance %s version %s, its last entry: %s %s', id, account.balance, account.version, last.balance,
    last.version)
  from ledger.account left join lateral (
    select balance, version from ledger.entry where account_id = id order by version desc limit 1) last on true
  where (account.balance, account.version) is distinct from (coalesce(last.balance, 0), coalesce(last.version, 0))`

/** Each new entry continues from the one before it. */
const entriesAfter = (journals: bigint): string => `
  select format('ledger.account %s version %s', moves.account_id, moves.version) from ${moves}
  left join ledger.entry before on before.account_id = moves.account_id and before.version = moves.version - 1
  where moves.journal_id > ${journals} and (moves.balance <> coalesce(before.balance, 0) + move
    or (before.version is null) <> (moves.version = 1))`

export const ledgerRules: Rule[] = [
  {
    invariant: 'L1',
    what: 'every journal balances per pool and asset',
    breaks: ({ journals }) => `
      select format('ledger.journal %s is off by %s in %s %s', journal_id, sum(amount), pool, asset)
      from ${moves} where journal_id > ${journals} group by journal_id, pool, asset having sum(amount) <> 0`,
  },
  {
    invariant: 'L1',
    what: 'every journal has entries, every entry a journal',
    breaks: ({ journals }) => `
      select coalesce('ledger.journal ' || journal.id || ' has no entries', 'ledger.entry: some name journal ' || journal_id)
      from (select id from ledger.journal where id > ${journals}) journal
      full join (select distinct journal_id from ledger.entry where journal_id > ${journals}) entry on journal_id = journal.id
      where journal.id is null or journal_id is null`,
  },
  {
    invariant: 'L1',
    what: 'a reversal mirrors its journal',
    breaks: `
      select format('ledger.journal %s does not mirror %s in account %s', journal.id, reverses, account_id)
      from ledger.journal join ledger.entry on journal_id in (journal.id, reverses)
      where reverses is not null
      group by journal.id, reverses, account_id having sum(amount) <> 0`,
  },
  {
    invariant: 'L2',
    what: 'an account is the sum of its entries',
    breaks: ({ full }) =>
      !full
        ? lastEntries
        : `
      select format('ledger.account %s: balance %s version %s, its entries: %s in %s', coalesce(id, account_id),
        balance, version, coalesce(case side when 'debit' then debits else -debits end, 0), coalesce(entries, 0))
      from ledger.account full join (
        select account_id, sum(amount) as debits, count(*) as entries from ledger.entry group by account_id
      ) summed on account_id = id
      where (balance, version) is distinct from
        (coalesce(case side when 'debit' then debits else -debits end, 0), coalesce(entries, 0))`,
  },
  {
    invariant: 'L2',
    what: 'versions are gapless, running balances add up',
    breaks: ({ full, journals }) =>
      !full
        ? entriesAfter(journals)
        : `
      select format('ledger.account %s version %s', account_id, version) from (
        select account_id, version, balance, row_number() over so_far as n, sum(move) over so_far as total
        from ${moves} window so_far as (partition by account_id order by version rows unbounded preceding)
      ) running
      where version <> n or balance <> total`,
  },
  {
    invariant: 'L3',
    what: 'no floored account is or was negative',
    breaks: `
      select format('ledger.account %s at %s', id, least(account.balance, lowest))
      from ledger.account join ledger.chart using (pool, name)
      left join (select account_id, min(balance) as lowest from ledger.entry group by account_id) e on account_id = id
      where chart.floored and least(account.balance, lowest) < 0`,
  },
  {
    invariant: 'L3',
    what: 'every account follows the chart',
    breaks: `
      select format('ledger.account %s (%s/%s:%s) is not as in the chart', id, pool, name, account.owner) from ledger.account left join ledger.chart using (pool, name)
      where (account.side, account.floored, account.owner = '') is distinct from (chart.side, chart.floored, chart.owner = 'none')`,
  },
  {
    invariant: 'L4',
    what: 'circulating = issued - treasury + burned fractions = redemption liability',
    breaks: `
      select format('%s: circulating %s, issued less treasury and with fractions %s, liability %s', code, circulating, issued, liability)
      from (select code, ${backing('balance')} from ledger.account ${ofCoin} group by code) backed
      where circulating <> issued or circulating <> liability`,
  },
  {
    invariant: 'L4',
    what: 'burned fractions are less than a minor unit of the fiat',
    breaks: `
      select format('%s: %s', asset, balance) from ledger.account ${ofCoin}
      where (pool, name) = ('supply', 'burned_fractions') and balance >= scale`,
  },
  {
    invariant: 'L4',
    what: 'after every journal',
    breaks: ({ journals }) => `
      select format('ledger.journal %s, %s: circulating %s, issued less treasury and with fractions %s, liability %s',
        journal_id, code, circulating, issued, liability)
      from (select journal_id, code, ${backing('move')} from ${moves} ${ofCoin} where journal_id > ${journals} group by journal_id, code) backed
      where circulating <> issued or circulating <> liability`,
  },
  {
    invariant: 'L5',
    what: 'the reserve covers the redemption liability',
    breaks: `
      select format('%s: reserve %s, liability %s', asset, reserve, liability) from (
        select asset,
          ${balanceOf('reserve', ['bank', 'securities', 'due_from_client'])}
            - ${balanceOf('reserve', ['due_to_client'])} as reserve,
          ${balanceOf('reserve', ['redemption_liability'])} as liability
        from ledger.account group by asset
      ) backed
      where reserve < liability`,
  },
  {
    invariant: 'L6',
    what: 'debit accounts = credit accounts in every pool',
    breaks: `
      select format('%s %s: debit less credit is %s', pool, asset,
        sum(case side when 'debit' then balance else -balance end))
      from ledger.account group by pool, asset
      having sum(case side when 'debit' then balance else -balance end) <> 0`,
  },
  {
    invariant: 'L6',
    what: 'mutual debts of client money and reserve agree',
    breaks: `
      select format('%s: client owes %s, reserve expects %s; reserve owes %s, client expects %s', asset, a, b, c, d)
      from (
        select asset,
          ${balanceOf('client', ['due_to_reserve'])} as a, ${balanceOf('reserve', ['due_from_client'])} as b,
          ${balanceOf('reserve', ['due_to_client'])} as c, ${balanceOf('client', ['due_from_reserve'])} as d
        from ledger.account group by asset
      ) due
      where a <> b or c <> d`,
  },
]
