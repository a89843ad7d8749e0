import type { Rule } from './rule.ts'
import type { ExpectedLines } from './ownership.ts'

// Rules that compare operations, chain events and the rows that requested them.

/**
 * One rule over the rows of the products: (purpose, subject, chain, kind, asset, amount, recipient, stage). `done`: its
 * operation is final and was read. `failed`: all its operations failed. `open`: it has one. `maybe`: there may be an
 * operation. `stopped`: there may be operations, and all of them failed. `one`: it has one, in any state. `any`: it may have some.
 */
export const operationRule = (subjects: readonly string[]): Rule => ({
  invariant: 'E1',
  what: 'chains.operation: each matches its row, and every row has the operation that its state requires',
  breaks: `
    with subject (purpose, id, chain, kind, asset, amount, recipient, stage) as materialized (${subjects.join('\n union all ')})
    select format('chains.operation %s (%s of %s) is %s: %s %s %s on %s to %s; its row is %s with %s %s %s on %s to %s', o.id,
      o.purpose, o.subject, o.state, o.kind, o.amount, o.asset, o.chain, o.recipient, s.stage, s.kind, s.amount, s.asset, s.chain,
      s.recipient)
    from chains.operation o left join subject s on (s.purpose, s.id) = (o.purpose, o.subject)
    where o.purpose <> 'faucet' and (s.id is null
      or (o.chain, o.kind, o.asset, o.amount) is distinct from (s.chain, s.kind, s.asset, s.amount)
      or s.recipient is not null and o.recipient is distinct from s.recipient and o.state not in ('failed', 'canceled')
      or s.stage = 'done' and o.state in ('queued', 'working')
      or s.stage in ('failed', 'stopped') and o.state not in ('failed', 'canceled')
      or s.stage in ('open', 'maybe') and o.state = 'final' and not o.unread)
    union all
    select format('%s %s is %s on %s, and no operation is', purpose, id, stage, chain) from subject s
    where stage not in ('maybe', 'stopped', 'any') and not exists (select from chains.operation o where (o.purpose, o.subject) = (s.purpose, s.id) and case s.stage
      when 'done' then o.state = 'final' and not o.unread
      when 'failed' then o.state in ('failed', 'canceled') and not o.unread
      when 'one' then true
      else o.state not in ('failed', 'canceled') or o.unread end)
    union all
    select format('%s %s has %s operations that hold', purpose, subject, count(*)) from chains.operation
    where state not in ('failed', 'canceled') group by purpose, subject, kind having count(*) > 1`,
})

/**
 * Burns by holders, in booking order: whole cents are excess of the reserve, and fractions wait for the next burn of the
 * same coin.
 */
const holderBurns: ExpectedLines = {
  prefix: 'holder_burn',
  table: 'chains.movement',
  lines: () => `(
    select burn.key, 'holder_burn' as kind, burn.id::text as row, line.* from (
      select m.id, m.key, m.chain, m.asset, m.amount, substr(m.asset, 2) as fiat,
        div(sum(amount) over so_far, 10000) - div(sum(amount) over so_far - amount, 10000) as n
      from (select *, 'holder_burn:' || chain || ':' || txid || ':' || index as key from chains.movement
        where verdict = 'holder_burn' and booked_at is not null) m
      left join ledger.journal j on j.key = m.key
      window so_far as (partition by m.asset order by j.id, m.id rows unbounded preceding)
    ) burn
    cross join lateral (values
      ('supply', 'issued', chain, asset, amount), ('supply', 'burned_fractions', '', asset, n * 10000 - amount),
      ('supply', 'circulating', '', asset, -n * 10000),
      ('reserve', 'redemption_liability', '', fiat, n), ('reserve', 'excess', '', fiat, -n)
    ) line (pool, name, owner, asset, amount))`,
}

export const chainsJournals = [holderBurns]

/** The key that changes an allow list: on Solana the freezer, elsewhere this one. */
const onChain = (key: string) => `case o.chain when 'SOL' then 'freezer' else '${key}' end`

/** See operationRule. A switch may be done by the deployment, or superseded; a refused one has several operations. */
export const listOperations = `
  select 'listing', id, chain, case when is_listed then 'list' else 'unlist' end, asset, 0, address, 'one' from chains.listing
  union all
  select 'allow_list', id, chain, case when is_on then 'allow_list_on' else 'allow_list_off' end, asset, 0, null, 'any'
  from chains.allow_list`

export const chainsRules: Rule[] = [
  {
    invariant: 'E1',
    what: 'chains.movement: the verdict on each supply change is right',
    breaks: `
      select format('chains.movement %s (%s %s %s on %s) is taken for %s', m.id, m.kind, m.amount, m.asset, m.chain, m.verdict)
      from chains.movement m left join chains.operation o on (o.request_id, o.chain) = (m.request_id, m.chain)
      where m.verdict = 'asked' and (o.asset, o.kind, o.amount) is distinct from (m.asset, m.kind, m.amount)
        or m.verdict = 'holder_burn' and (m.kind <> 'burn' or o.id is not null)
        or m.verdict is not null and (m.state <> 'final' or m.kind not in ('mint', 'burn'))
        or m.booked_at is not null and m.verdict is distinct from 'holder_burn'`,
  },
  {
    invariant: 'E1',
    what: 'chains.operation: a final mint or burn is an event of its chain, and every such event was requested',
    breaks: `
      select concat_ws('; ',
        case when o.id is null then 'nobody asked for it' else format('chains.operation %s: %s %s %s on %s, %s', o.id, o.kind, o.amount, o.asset, o.chain, o.txid) end,
        case when m.id is null then 'not seen on its chain' else format('chains.movement %s: %s %s %s on %s, %s', m.id, m.kind, m.amount, m.asset, m.chain, m.txid) end)
      from (select * from chains.operation where state = 'final' and kind in ('mint', 'burn')) o
      full join (select * from chains.movement where state = 'final' and request_id is not null and verdict is distinct from 'holder_burn') m
        on (m.request_id, m.chain) = (o.request_id, o.chain)
      where (o.kind, o.asset, o.amount, o.txid) is distinct from (m.kind, m.asset, m.amount, m.txid)
        or o.kind = 'mint' and o.recipient is distinct from m.recipient`,
  },
  {
    invariant: 'E1',
    what: 'chains.operation: a sent operation is in a final transaction of ours',
    breaks: `
      select format('chains.operation %s is %s: %s; chains.transaction %s is %s: %s', o.id, o.state, o.txid, t.id, t.state, t.hash)
      from chains.operation o left join chains.transaction t on t.id = o.transaction_id
      where o.state = 'final' and (o.txid is null or o.kind not in ('mint', 'burn') and (t.state, t.hash) is distinct from ('final', o.txid)
          and not (o.txid = '' and o.purpose in ('listing', 'allow_list')))
        or t.id is not null and (t.chain <> o.chain or not exists (select from chains.carried c
          where (c.operation_id, c.transaction_id) = (o.id, t.id)))
        or o.state <> 'final' and o.txid is not null or o.state = 'queued' and o.reason is not null
        or o.kind in ('mint', 'transfer') and o.recipient is null
        or o.purpose in ('collection', 'rail_collection') and o.asset in ('VCHF', 'VGBP') and not exists (select from chains.wallet w
          where (w.chain, w.key, w.address) = (o.chain, 'omnibus', o.recipient))
        or o.address_id is not null and not exists (select from destinations.address a
          where (a.id, a.blockchain, a.address) = (o.address_id, o.chain, o.recipient))
        or o.key <> case o.kind when 'mint' then 'minter' when 'burn' then 'burner' when 'native' then 'deposit:' || o.source
          when 'list' then ${onChain('lister')} when 'unlist' then ${onChain('lister')}
          when 'allow_list_on' then ${onChain('switcher')} when 'allow_list_off' then ${onChain('switcher')} else 'omnibus' end
      union all
      select format('chains.transaction %s is %s as %s, which was never signed', t.id, t.state, t.hash) from chains.transaction t
      where t.state in ('final', 'reverted') and not exists (select from chains.attempt a
        where (a.transaction_id, a.chain, a.hash) = (t.id, t.chain, t.hash))`,
  },
  {
    invariant: 'L6',
    what: 'coins in transit equal the withdrawals and sales that are open on their chain',
    breaks: `
      select format('client/onchain_in_transit/%s has %s, what is under way %s', coalesce(code, asset), coalesce(balance, 0), coalesce(amount, 0))
      from (
        select asset as code, sum(quantity) as amount from (
          select asset, quantity from transfers.withdrawal where bank_account_id is null and state in ('sending', 'confirming')
          union all select asset, quantity from issuance.mint
            where fulfilment = 'trade' and destination is not null and booked_at is null and state in ('sending', 'confirming')
        ) each group by asset
      ) open
      full join (select * from ledger.account where pool = 'client' and name = 'onchain_in_transit') account on asset = code
      where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
  {
    invariant: 'L6',
    what: 'crypto at addresses equals deposits less departures; crypto at a provider is unsold',
    breaks: `
      select format('client/%s:%s/%s has %s, deposits, withdrawals and conversions %s', coalesce(open.name, account.name),
        coalesce(open.owner, account.owner), coalesce(open.asset, account.asset), coalesce(balance, 0), coalesce(amount, 0))
      from (
        select name, owner, asset, sum(amount) as amount from (
          select 'transitional', institution_id::text, asset, case state when 'returned' then return_fee - return_cost else quantity end
            from transfers.deposit where institution_id is not null and asset not in ('VCHF', 'VGBP')
              and state in ('screening', 'below_minimum', 'held', 'returning', 'returned', 'frozen', 'credited')
              and (assigned_at is null or collected_at is not null)
          union all select 'transitional', a.owner, a.asset, e.amount from ledger.journal j
            join ledger.entry e on e.journal_id = j.id
            join ledger.account a on a.id = e.account_id and (a.pool, a.name) = ('client', 'transitional')
            where j.kind = 'deposit_missing'
          union all select 'transitional', l.owner::text, sell, -(case l.outcome when 'delivered' then l.amount else 0 end + l.fee)
            from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id
          union all select 'transitional', source_owner::text, asset,
              -(case state when 'completed' then quantity else 0 end + network_fee)
            from transfers.withdrawal where source is not null and state in ('completed', 'failed')
          union all select 'provider_crypto', provider, sell, l.amount
            from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id where l.outcome = 'delivered'
          union all select 'provider_crypto', provider, sell, -sold from issuance.conversion
            where state in ('filled', 'wired') and sell not in ('CHF', 'GBP')
        ) each (name, owner, asset, amount) group by name, owner, asset
      ) open
      full join (select * from ledger.account where pool = 'client' and name in ('transitional', 'provider_crypto')) account
        on (account.name, account.owner, account.asset) = (open.name, open.owner, open.asset)
      where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
]
