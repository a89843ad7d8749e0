import type { Rule } from './rule.ts'

// The transfers of all holders and the holders of each day, against each other and against the supply.

const change = `case when sender is null then amount else -amount end`
const changesSupply = `(sender is null) <> (recipient is null)`

export const holderRules: Rule[] = [
  {
    invariant: 'L7',
    what: 'chains.coin_transfer: all holders together hold what was minted and not burned on each chain',
    breaks: `
      select format('%s on %s up to block %s: %s by transfers, %s by supply changes', asset, chain, read.height, found.amount,
        expected.amount)
      from chains.coin_reading join chains.cursor using (chain)
      cross join lateral (select least(coin_reading.height, cursor.final) as height) read
      cross join lateral (
        select coalesce(sum(${change}), 0) as amount from chains.coin_transfer t
        where (t.chain, t.asset) = (coin_reading.chain, coin_reading.asset) and t.height <= read.height and ${changesSupply}
      ) found
      cross join lateral (
        select coalesce(sum(case kind when 'mint' then amount else -amount end), 0) as amount from chains.movement m
        where (m.chain, m.asset) = (coin_reading.chain, coin_reading.asset) and m.height <= read.height
          and state = 'final' and kind in ('mint', 'burn')
      ) expected
      where found.amount <> expected.amount`,
  },
  {
    invariant: 'L7',
    what: 'chains.coin_transfer: no address has sent more than it received',
    breaks: `
      select format('%s on %s: %s has %s', asset, chain, address, sum(amount)) from (
        select chain, asset, sender as address, -amount as amount from chains.coin_transfer where sender is not null
        union all
        select chain, asset, recipient, amount from chains.coin_transfer where recipient is not null
      ) each group by chain, asset, address having sum(amount) < 0`,
  },
  {
    invariant: 'L7',
    what: 'reports.holder_day: the holders of each day hold what existed at its end',
    breaks: `
      select format('%s on %s at the end of %s: %s kept, %s by transfers', asset, chain, day, kept, total) from (
        select chain, asset, day, max(kept) as kept, sum(sum(change)) over (partition by chain, asset order by day) as total
        from (
          select chain, asset, day, amount as kept, 0 as change from reports.holder_day
          union all
          select chain, asset, (at at time zone 'UTC')::date, null, ${change} from chains.coin_transfer where ${changesSupply}
        ) each group by chain, asset, day
      ) days where kept <> total`,
  },
  {
    invariant: 'L7',
    what: 'reports.holder: the last kept amount of each address is the sum of its transfers',
    breaks: `
      with last as (select chain, asset, max(day) as day from reports.holder_day group by chain, asset),
      kept as (
        select distinct on (chain, asset, address) chain, asset, address, amount from reports.holder
        order by chain, asset, address, day desc),
      summed as (
        select chain, asset, address, sum(amount) as amount from (
          select chain, asset, sender as address, -amount as amount, at from chains.coin_transfer where sender is not null
          union all
          select chain, asset, recipient, amount, at from chains.coin_transfer where recipient is not null
        ) each join last using (chain, asset) where at < (day + 1)::timestamp at time zone 'UTC'
        group by chain, asset, address)
      select format('%s on %s: %s has %s kept, %s by transfers', asset, chain, address, coalesce(kept.amount, 0),
        coalesce(summed.amount, 0))
      from kept full join summed using (chain, asset, address)
      where coalesce(kept.amount, 0) <> coalesce(summed.amount, 0)`,
  },
]
