-- Reference rates are believed within limits, the desk trades within limits, firm quotes are promises of inventory, and a mint
-- paid in crypto has a ceiling and may be fed from several addresses.

-- A rate keeps the last value that was believed. While `doubt` is set nothing is decided by it.
alter table markets.rate
  add column doubt text,  -- why what is told now is not believed; null: it is
  add column doubt_since timestamptz,
  add column level numeric(38, 0),  -- what was told in doubt, in units of 10^-18
  add column calm_since timestamptz;  -- since when it has stayed around `level` without any other trouble
grant select, insert, update on markets.rate to specie_app;

-- Between which values a rate was believed, for as long as fills are valued by it. Units of 10^-18.
create table markets.rate_range (
  symbol text not null,
  began timestamptz not null,
  low numeric(38, 0) not null check (low > 0),
  high numeric(38, 0) not null check (high >= low),
  pinned boolean not null default false,  -- the rate has left this level by a jump
  until timestamptz not null,
  primary key (symbol, began)
);
grant select, insert, update, delete on markets.rate_range to specie_app;

-- What the desk's fills have moved on its account, per pair in steps of five minutes; minor units, below zero: it gave.
create table trading.desk_flow (
  symbol text not null,
  began timestamptz not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  primary key (symbol, began)
);
grant select, delete on trading.desk_flow to specie_app;

-- Counts fills of the desk, unless they take it beyond a limit of its pair; answers the symbols that are. `forced`: what has
-- happened is counted in any case. A limit is not in the way of what brings the desk back towards zero. The loss is that of all
-- fills of the last hour, valued at the worst price at which the reference stood meanwhile (quote per base, in minor units).
-- One at a time for each pair; all who count do so after they have posted: what nobody can pay for takes no pair off the market.
create function trading.count_desk(
  symbols text[], bases numeric[], quotes numeric[], most_bases numeric[], most_quotes numeric[], most_losses numeric[],
  lows numeric[], highs numeric[], now_at timestamptz, forced boolean
) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  beyond text[];
begin
  perform pg_advisory_xact_lock(key)
  from (select distinct hashtextextended('desk ' || symbol, 0) as key from unnest(symbols) symbol order by key) locks;

  select array_agg(m.symbol) filter (where
      abs(m.base + m.had_base) > m.most_base and abs(m.base + m.had_base) > abs(m.had_base)
      or abs(m.quote + m.had_quote) > m.most_quote and abs(m.quote + m.had_quote) > abs(m.had_quote)
      or greatest(-(m.quote + m.had_quote) - (m.base + m.had_base) * m.low, -(m.quote + m.had_quote) - (m.base + m.had_base) * m.high)
        > greatest(m.most_loss, -m.had_quote - m.had_base * m.low, -m.had_quote - m.had_base * m.high))
  into beyond
  from (
    select asked.*, coalesce(hour.base, 0) as had_base, coalesce(hour.quote, 0) as had_quote
    from unnest(symbols, bases, quotes, most_bases, most_quotes, most_losses, lows, highs)
      asked (symbol, base, quote, most_base, most_quote, most_loss, low, high)
    left join lateral (select sum(f.base) as base, sum(f.quote) as quote from trading.desk_flow f
      where f.symbol = asked.symbol and f.began > now_at - interval '65 minutes') hour on true
  ) m;
  if beyond is not null and not forced then
    return beyond;
  end if;

  insert into trading.desk_flow as f (symbol, began, base, quote)
  select symbol, date_bin('5 minutes', now_at, '2026-01-01T00:00:00Z'), base, quote
  from unnest(symbols, bases, quotes) each (symbol, base, quote) order by symbol
  on conflict (symbol, began) do update set base = f.base + excluded.base, quote = f.quote + excluded.quote;
  return beyond;
end $$;
revoke all on function trading.count_desk from public;
grant execute on function trading.count_desk to specie_app;

-- Of each order of a batch: whether its journal was posted, and else whose account is short.
create function trading.verdicts_of(institutions uuid[], journals int[], shorts bigint[]) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_agg(case when a.id is null then 'placed' when a.owner = institutions[n]::text then 'short' else 'provider' end
    order by n)
  from generate_series(1, cardinality(institutions)) n left join ledger.account a on a.id = shorts[journals[n]];
$$;
revoke all on function trading.verdicts_of from public;

-- Posts a batch and counts what the desk has filled of it; both are undone when that is beyond a limit.
create function trading.post_counted(
  ids uuid[], institutions uuid[], symbols text[], sides text[], qtys numeric[], states text[], amounts numeric[],
  ats timestamptz[], journals int[],
  journal_keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[],
  limited text[], desk_bases numeric[], desk_quotes numeric[], most_bases numeric[], most_quotes numeric[],
  most_losses numeric[], lows numeric[], highs numeric[],
  out shorts bigint[], out verdicts text[], out beyond text[]
)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  is_refused boolean;
begin
  begin
    select array_agg(posted.account_id order by posted.n), bool_or(posted.outcome not in ('posted', 'insufficient'))
    into shorts, is_refused
    from ledger.post(journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if is_refused then
      raise exception 'the ledger refuses the journal of an order';
    end if;
    verdicts := trading.verdicts_of(institutions, journals, shorts);
    -- What is not placed is not filled. An order that takes quotes of venues comes alone, with the desk's part of it.
    if cardinality(array_remove(verdicts, 'placed')) > 0 then
      select array_agg(desk_bases[i] - coalesce(u.base, 0) order by i), array_agg(desk_quotes[i] - coalesce(u.quote, 0) order by i)
      into desk_bases, desk_quotes
      from generate_series(1, cardinality(limited)) i
      left join lateral (
        select sum(case when cardinality(ids) = 1 then desk_bases[1] when sides[n] = 'Buy' then -qtys[n] else qtys[n] end) as base,
          sum(case when cardinality(ids) = 1 then desk_quotes[1] when sides[n] = 'Buy' then amounts[n] else -amounts[n] end) as quote
        from generate_series(1, cardinality(ids)) n
        where verdicts[n] <> 'placed' and states[n] <> 'Rejected' and symbols[n] = limited[i]
      ) u on true;
    end if;
    beyond := trading.count_desk(limited, desk_bases, desk_quotes, most_bases, most_quotes, most_losses, lows, highs,
      (select max(at) from unnest(ats) at), false);
    if beyond is not null then
      raise exception 'beyond a limit' using errcode = 'SPX01';
    end if;
  exception when sqlstate 'SPX01' then
    return;
  end;
end $$;
revoke all on function trading.post_counted from public;

-- As in 0021, and the desk's fills are counted: `limited` are pairs with limits, `desk_bases` and `desk_quotes` what the filled
-- orders of the batch move of each on the desk's account, the rest as count_desk takes it.
--   exposed   the fills of this pair would take the desk beyond a limit: not stored
drop function trading.place;
create function trading.place(
  keys uuid[], nonces numeric[], standings bigint[],
  ids uuid[], institutions uuid[], clordids text[], symbols text[], versions bigint[], sides text[],
  qtys numeric[], prices numeric[], states text[], amounts numeric[], fees numeric[], fills jsonb[], errors text[],
  trades uuid[], ats timestamptz[], journals int[],
  journal_keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[],
  limited text[], desk_bases numeric[], desk_quotes numeric[], most_bases numeric[], most_quotes numeric[],
  most_losses numeric[], lows numeric[], highs numeric[]
) returns table (outcome text, account_id bigint, highest_nonce numeric, retry_ms integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  refusals text[];
  highest numeric[];
  waits integer[];
  verdicts text[];
  shorts bigint[];
  is_refused boolean;
  is_short boolean;
  beyond text[];
begin
  if cardinality(array_remove(keys, null)) > 0 then
    select a.refusals, a.highest, a.waits into refusals, highest, waits from institutions.admit(keys, nonces, standings) a;
  end if;

  if refusals is not null
    -- No join, which would be planned for the size that the table has at first.
    or exists (select from unnest(institutions, clordids) asked (institution, clordid)
      where (select true from trading.client_order o
        where o.institution_id = asked.institution and o.clordid = asked.clordid))
    or exists (select from (select distinct symbol, version from unnest(symbols, versions) asked (symbol, version)) asked
      where coalesce((select p.version from trading.pair p where p.symbol = asked.symbol), 0) <> asked.version)
  then
    return query
    select case
      when refusals[n] is not null then refusals[n]
      when (select true from trading.client_order o
        where o.institution_id = asked.institution and o.clordid = asked.clordid) then 'taken'
      when coalesce((select p.version from trading.pair p where p.symbol = asked.symbol), 0) <> asked.version then 'moved'
      else 'again'
    end, null::bigint, highest[n], waits[n]
    from unnest(institutions, clordids, symbols, versions) with ordinality asked (institution, clordid, symbol, version, n)
    order by n;
    return;
  end if;

  if cardinality(limited) > 0 then
    select p.shorts, p.verdicts, p.beyond into shorts, verdicts, beyond
    from trading.post_counted(ids, institutions, symbols, sides, qtys, states, amounts, ats, journals,
      journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts,
      limited, desk_bases, desk_quotes, most_bases, most_quotes, most_losses, lows, highs) p;
    if beyond is not null then
      return query
      select case when states[n] <> 'Rejected' and verdicts[n] = 'placed' and symbols[n] = any (beyond) then 'exposed'
        else 'again' end, null::bigint, highest[n], waits[n]
      from generate_series(1, cardinality(ids)) n order by n;
      return;
    end if;
    is_short := cardinality(array_remove(verdicts, 'placed')) > 0;
  elsif cardinality(journal_keys) > 0 then
    select array_agg(posted.account_id order by posted.n),
      bool_or(posted.outcome not in ('posted', 'insufficient')), bool_or(posted.account_id is not null)
    into shorts, is_refused, is_short
    from ledger.post(journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if is_refused then
      raise exception 'the ledger refuses the journal of an order';
    end if;
    if is_short then
      verdicts := trading.verdicts_of(institutions, journals, shorts);
    end if;
  end if;
  if is_short then
    states := array(select case verdict when 'placed' then state else 'Rejected' end
      from unnest(verdicts, states) with ordinality each (verdict, state, n) order by n);
    amounts := array(select case verdict when 'placed' then amount else 0 end
      from unnest(verdicts, amounts) with ordinality each (verdict, amount, n) order by n);
    fees := array(select case verdict when 'placed' then fee else 0 end
      from unnest(verdicts, fees) with ordinality each (verdict, fee, n) order by n);
    fills := array(select case verdict when 'placed' then fill else '[]' end
      from unnest(verdicts, fills) with ordinality each (verdict, fill, n) order by n);
    errors := array(select case verdict when 'placed' then error else 'insufficient_balance' end
      from unnest(verdicts, errors) with ordinality each (verdict, error, n) order by n);
    trades := array(select case verdict when 'placed' then trade end
      from unnest(verdicts, trades) with ordinality each (verdict, trade, n) order by n);
  end if;

  insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
    error, trade_id, created_at, updated_at)
  select id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, at
  from unnest(ids, institutions, clordids, symbols, sides, qtys, prices, states, amounts, fees, fills, errors, trades, ats,
    verdicts) each (id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, verdict)
  where verdict is distinct from 'provider' order by institution, clordid;

  if is_short then
    return query select verdicts[n], shorts[journals[n]], null::numeric, null::integer
    from generate_series(1, cardinality(ids)) n;
  end if;
end $$;
revoke all on function trading.place from public;
grant execute on function trading.place to specie_app;

-- What the desk has promised by a firm quote that is open: it lies in the house's `pending`, and nobody else can take it.
create table trading.quote_hold (
  quote_id uuid primary key references trading.quote (id),
  asset text not null references ledger.asset,
  amount numeric(38, 0) not null check (amount > 0),
  expires_at timestamptz not null
);
create index on trading.quote_hold (expires_at);
create index quote_open on trading.quote (institution_id, symbol, expires_at);
grant select, insert, delete on trading.quote_hold to specie_app;

-- The most that converting may take of the funding currency, its network fees included.
alter table issuance.mint add column max_spent numeric(38, 0);

-- Canceled by its institution before the provider was asked.
alter table issuance.conversion drop constraint conversion_check1;
alter table issuance.conversion add constraint conversion_underway
  check (state in ('waiting_deposit', 'expired', 'canceled') or num_nonnulls(provider, held, sent, reused) = 4);

-- A transfer of a conversion to the provider: from the address where that part of the crypto lies, whoever it once came to.
create table issuance.conversion_leg (
  id uuid primary key,  -- that its operation on the chain has as its subject; of the first one the conversion's own
  conversion_id uuid not null references issuance.conversion (id),
  source integer not null,  -- index of the deposit address
  owner uuid not null references institutions.institution (id),  -- of that address
  amount numeric(38, 0) not null check (amount > 0),
  reserved numeric(38, 0) not null check (reserved >= 0),  -- set aside for the network
  fee numeric(38, 0) not null default 0 check (fee >= 0),  -- what the network took
  outcome text check (outcome in ('delivered', 'failed')),  -- null: under way
  unique (conversion_id, source)
);
create index leg_open on issuance.conversion_leg (owner) where outcome is null;
grant select, insert, update (fee, outcome) on issuance.conversion_leg to specie_app;

create function issuance.leg_ends() returns trigger language plpgsql as $$
begin
  if old.outcome is not null then
    raise exception 'a transfer of conversion % has ended', old.conversion_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ends before update on issuance.conversion_leg for each row execute function issuance.leg_ends();
create trigger append_only before delete or truncate on issuance.conversion_leg
  for each statement execute function base.append_only();

insert into issuance.conversion_leg (id, conversion_id, source, owner, amount, reserved, fee, outcome)
select c.id, c.id, o.source, c.institution_id, c.sent, c.held - c.reused - c.sent, c.network_fee,
  case when c.delivered then 'delivered' when c.state = 'rejected' then 'failed' end
from issuance.conversion c join chains.operation o on o.subject = c.id and o.purpose = 'conversion'
where c.sent > 0 and o.source is not null;
