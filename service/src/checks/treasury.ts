import { assets } from '@specie/protocol/assets.ts'
import type { Rule } from './rule.ts'
import { house } from '../ledger/house.ts'

// The treasury part of `specie check`. It does not use the functions that admit coins and mints. It calculates the reserve
// from the journals alone.

/** Each coin, its fiat, and its minor units per unit of the fiat. */
const coins = Object.values(assets)
  .filter((asset) => asset.fiat !== null)
  .map(({ symbol, fiat, decimals }) => `('${symbol}', '${fiat}', ${10n ** BigInt(decimals - assets[fiat!].decimals)})`)
  .join(', ')

/** The sum of all entries on an account of the reserve, in its own direction. */
const posted = (name: string) => `(
  select coalesce(sum(case side when 'debit' then e.amount else -e.amount end), 0)
  from ledger.entry e join ledger.account a on a.id = e.account_id
  where pool = 'reserve' and name = '${name}' and asset = coin.fiat)`

/**
 * Journals that moved money in advance and were followed neither by coins nor by a refund; `swept` when the sweeps so far
 * have paid all debts up to it.
 */
const ahead = `(
  select j.key, a.asset as fiat, e.amount,
    sum(greatest(e.amount, 0)) over so_far <= -sum(least(e.amount, 0)) over (partition by a.id) as swept
  from ledger.entry e join ledger.account a on a.id = e.account_id join ledger.journal j on j.id = e.journal_id
  where pool = 'reserve' and name = 'due_from_client'
  window so_far as (partition by a.id order by e.version rows unbounded preceding)
) due`

const isOpen = `key like '%:reserved' and swept and not exists (select from ledger.journal ended
  where ended.key in (replace(due.key, ':reserved', ':issued'), replace(due.key, ':reserved', ':failed'),
    replace(due.key, ':reserved', ':rejected'), replace(due.key, ':reserved', ':credited')))`

/** Journals without a row: their first line defines the movement. */
export const treasuryPrefixes = ['fees']

export const treasuryRules: Rule[] = [
  {
    invariant: 'L1',
    what: 'fees in coins or crypto went to the house, and nothing else moved',
    breaks: ({ journals }) => `
      select format('ledger.journal %s %s (%s) moved %s', j.id, j.key, j.kind, moved.lines)
      from ledger.journal j cross join lateral (
        select jsonb_object_agg(a.pool || '/' || a.name || ':' || a.owner || '/' || a.asset, e.amount) as lines, count(*) as n,
          max(e.amount) filter (where a.pool = 'client' and a.name = 'fees_due') as fee, min(a.asset) as asset
        from ledger.entry e join ledger.account a on a.id = e.account_id where e.journal_id = j.id
      ) moved
      where j.id > ${journals} and split_part(j.key, ':', 1) = 'fees' and (j.kind <> 'fees_settled' or moved.n <> 4
        or moved.asset in ('CHF', 'GBP') or coalesce(moved.fee, 0) <= 0
        or moved.lines is distinct from jsonb_build_object('client/fees_due:/' || asset, fee,
          'client/available:${house}/' || asset, -fee, 'house/client_receivable:/' || asset, fee,
          'house/fees_receivable:/' || asset, -fee))`,
  },
  {
    invariant: 'L5',
    what: 'the reserve for holders covers every existing and pending coin',
    breaks: `
      select format('%s: %s there for holders, %s coins exist and %s are being made', code, there, owed, coming) from (
        select code, scale * (${posted('bank')} + ${posted('securities')} - ${posted('due_to_client')}
            - (select coalesce(sum(amount), 0) from ${ahead} where fiat = coin.fiat and ${isOpen})) as there,
          scale * ${posted('redemption_liability')} as owed,
          (select coalesce(sum(o.amount), 0) from chains.operation o where o.asset = code and o.kind = 'mint'
            and (o.state in ('queued', 'working') or o.state = 'final' and o.unread)
            and not exists (select from ${ahead} where ${isOpen} and key in
              ('mint:' || o.subject || ':reserved', 'payment:' || o.subject || ':reserved'))) as coming
        from (values ${coins}) coin (code, fiat, scale)
      ) backed where there < owed + coming`,
  },
  {
    invariant: 'L3',
    what: 'promised coins of a chain do not exceed its coins',
    breaks: `
      select format('%s on %s: %s there, %s promised', promises.asset, chain, coalesce(balance, 0), promised)
      from (select chain, asset, sum(amount) as promised from treasury.promise group by chain, asset) promises
      left join ledger.account a on (a.pool, a.name, a.owner, a.asset) = ('client', 'omnibus', chain, promises.asset)
      where promises.asset in (select code from (values ${coins}) coin (code, fiat, scale)) and promised > coalesce(balance, 0)`,
  },
  {
    invariant: 'L3',
    what: 'reserved crypto at an address does not exceed its balance',
    breaks: `
      select format('%s at the address of %s: %s there, %s set aside', s.asset, s.owner, coalesce(a.balance, 0), s.amount)
      from (select owner, asset, sum(amount) as amount from treasury.set_aside group by owner, asset) s
      left join ledger.account a on (a.pool, a.name, a.owner, a.asset) = ('client', 'transitional', s.owner::text, s.asset)
      where s.amount > coalesce(a.balance, 0)`,
  },
]
