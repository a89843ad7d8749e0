-- Fill-or-kill: an order is decided over firm quotes and settled in one posting. Nothing ever rests.

create schema trading;
grant usage on schema trading to specie_app;

-- The house's desk holds its inventory as clients hold their balances (service/src/ledger/house.ts).
insert into institutions.institution (id, name, created_at)
values ('00000000-0000-7000-8000-000000000001', 'House desk', '2026-01-01T00:00:00Z');

-- What switches a pair. `version` grows with every change and every order names the one that it was decided on, so that
-- a switch holds from the moment of its commit in every process.
create table trading.pair (
  symbol text primary key check (symbol ~ '^[A-Z]+/[A-Z]+$'),
  halted text,  -- why; null: it trades
  book jsonb,  -- UAT: the whole of its liquidity, set by hand
  book_until timestamptz,  -- null: until it is set anew
  version bigint not null default 1,
  updated_at timestamptz not null
);
grant select, insert, update on trading.pair to specie_app;

-- Who else makes prices, and in whose account its inventory lies.
create table trading.venue (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  institution_id uuid not null unique references institutions.institution (id),
  created_at timestamptz not null
);
grant select, insert on trading.venue to specie_app;

-- An order and, when it is filled, its one trade (O1). Amounts: `qty` in minor units of the base, `amount` and `fee` in
-- those of the quote; `price` in units of the pair's last decimal.
create table trading.client_order (
  id uuid primary key,
  institution_id uuid not null,
  clordid text not null,
  symbol text not null,
  side text not null check (side in ('Buy', 'Sell')),
  qty numeric(38, 0) not null check (qty > 0),
  price numeric(38, 0) not null check (price > 0),
  state text not null check (state in ('received', 'Filled', 'Rejected')),
  amount numeric(38, 0) not null,  -- what the base cost or brought; of a rejected order 0
  fee numeric(38, 0) not null check (fee >= 0),
  fills jsonb not null,  -- [[provider, quoteid, qty, price, amount], …]
  error text,
  trade_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  committed xid8 not null default pg_current_xact_id(),  -- the feed's order: see events
  constraint client_order_once unique (institution_id, clordid),  -- O2
  check ((state = 'Rejected') = (error is not null)),
  check ((state = 'Filled') = (trade_id is not null)),
  check (state = 'Rejected' or amount > 0)
);
create index client_order_listed on trading.client_order (institution_id, created_at, id);
create index client_order_feed on trading.client_order (institution_id, committed, id);
create index client_order_open on trading.client_order (created_at) where state = 'received';
grant select on trading.client_order to specie_app;
grant update (state, amount, fee, fills, error, trade_id, updated_at) on trading.client_order to specie_app;

-- S1. Orders are not in state.history: they have no history but this one step, and most are inserted when it is taken.
create function trading.order_moves() returns trigger language plpgsql as $$
begin
  if old.state <> 'received' or new.state = 'received' then
    raise exception 'an order cannot move from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  new.committed := pg_current_xact_id();  -- or the feed would skip it
  return new;
end $$;
create trigger moves before update on trading.client_order for each row execute function trading.order_moves();
create trigger append_only before delete or truncate on trading.client_order
  for each statement execute function base.append_only();

-- A quote of a venue that an order has taken, or tried to. It is sent once under its id (E1); an answer that never came is
-- asked for until it is there, and what was filled for an order that was not is the house's.
create table trading.execution (
  id uuid primary key,
  order_id uuid not null references trading.client_order (id),
  institution_id uuid not null,  -- whose order it is
  venue text not null references trading.venue (name),
  quoteid text not null,
  symbol text not null,
  side text not null,
  qty numeric(38, 0) not null check (qty > 0),
  price numeric(38, 0) not null check (price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  state text not null,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on trading.execution (order_id);
create index execution_open on trading.execution (created_at) where state in ('sent', 'filled');
create trigger moves before insert or update on trading.execution
  for each row execute function state.enforce('execution');
grant select, insert, update (state, reason, updated_at) on trading.execution to specie_app;

-- Stores a batch of decided orders with their journals, in one call. `journals` says which of the journals (counted from
-- 1) belongs to an order, null where it has none. One row each:
--   placed    as decided
--   short     the institution's own money does not cover it: stored as rejected
--   provider  somebody else's account is short (account_id): not stored, decide again
--   taken     the clordid is in use: not stored
--   moved     the pair was switched since the decision: not stored
--   again     another one of the batch is taken or moved: nothing at all was done
--
-- Two processes that take the same clordid at the same moment: the second runs into client_order_once, its whole batch is
-- undone, and comes again.
create function trading.place(
  ids uuid[], institutions uuid[], clordids text[], symbols text[], versions bigint[], sides text[],
  qtys numeric[], prices numeric[], states text[], amounts numeric[], fees numeric[], fills jsonb[], errors text[],
  trades uuid[], ats timestamptz[], journals int[],
  keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[]
) returns table (outcome text, account_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  verdicts text[];
  shorts bigint[];
begin
  verdicts := array(
    select case
      -- Not `exists`, which the planner would answer by reading all of the index into a hash.
      when (select true from trading.client_order o
        where o.institution_id = asked.institution and o.clordid = asked.clordid) then 'taken'
      when coalesce((select p.version from trading.pair p where p.symbol = asked.symbol), 0) <> asked.version then 'moved'
    end
    from unnest(institutions, clordids, symbols, versions) with ordinality asked (institution, clordid, symbol, version, n)
    order by n);
  if cardinality(array_remove(verdicts, null)) > 0 then
    return query select coalesce(verdict, 'again'), null::bigint from unnest(verdicts) verdict;
    return;
  end if;

  if cardinality(keys) > 0 then
    select array_agg(case when posted.outcome in ('posted', 'insufficient') then posted.outcome
        else 'refused' end order by posted.n), array_agg(posted.account_id order by posted.n)
    into verdicts, shorts
    from ledger.post(keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if 'refused' = any(verdicts) then
      raise exception 'the ledger refuses the journal of an order';
    end if;
  else
    verdicts := '{}';
  end if;

  return query
  with judged as (
    select o.*, case
        when shorts[o.journal] is null then 'placed'
        when a.owner = o.institution_id::text then 'short'
        else 'provider'
      end as verdict, a.id as short_of
    from unnest(ids, institutions, clordids, symbols, sides, qtys, prices, states, amounts, fees, fills, errors, trades,
      ats, journals) with ordinality o (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
      error, trade, at, journal, n)
    left join ledger.account a on a.id = shorts[o.journal]
  ), stored as (
    insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
      error, trade_id, created_at, updated_at)
    select id, institution_id, clordid, symbol, side, qty, price,
      case verdict when 'placed' then state else 'Rejected' end,
      case verdict when 'placed' then amount else 0 end,
      case verdict when 'placed' then fee else 0 end,
      case verdict when 'placed' then fills else '[]' end,
      case verdict when 'placed' then error else 'insufficient_balance' end,
      case verdict when 'placed' then trade end,
      at, at
    from judged where verdict <> 'provider' order by institution_id, clordid
  )
  select verdict, short_of from judged order by n;
end $$;
revoke all on function trading.place from public;
grant execute on function trading.place to specie_app;

-- A venue whose own books differ from ours is a case like any other.
alter table banking.bank_case drop constraint bank_case_kind_check;
alter table banking.bank_case add constraint bank_case_kind_check check (kind in ('sequence_gap', 'duplicate_sequence',
  'balance_break', 'entry_differs', 'unmatched_entry', 'missing_in_notification', 'missing_in_statement', 'recall',
  'return_failed', 'unreadable_file', 'venue_position'));
