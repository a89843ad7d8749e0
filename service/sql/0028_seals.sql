-- A statement that was shown stays true, and what is written can be checked: `ledger.close_period` ends a period for good,
-- seals cover journals, orders and rows in the order of their commits, and `specie check` compares them later (V1).

-- Up to when statements of this account were shown: no later journal is dated before it.
alter table ledger.account add column shown_until timestamptz not null default '-infinity';

-- As in 0002, but a journal may have waited for its accounts while a statement was shown: it is then dated after that
-- period. Nor is it dated ahead of the database, whose clock all processes share.
create or replace function ledger.post(
  keys text[], kinds text[], ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[]
) returns table (outcome text, journal_id bigint, account_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  outcomes text[] := array_fill(null::text, array[cardinality(keys)]); -- null: nothing against it so far
  journals bigint[] := array_fill(null::bigint, array[cardinality(keys)]);
  shorts int[];
  ids bigint[];
  books text[];
  credits boolean[];
  floors boolean[];
  balances numeric[];
  versions bigint[];
  shown timestamptz; -- the latest moment up to which a statement was shown of any of these accounts
  amounts numeric(38, 0)[] := line_amounts; -- rounds here, before anything is judged
  line_journals int[];
  line_moves numeric[]; -- amounts in the direction of their account
  unbalanced int[];
  verdict record;
begin
  if cardinality(keys) <> (select count(distinct key) from unnest(keys) key) then
    raise exception 'a key may be in a batch only once';
  end if;

  -- Balances must stand still (L3). In order of id: two batches wait for each other and never deadlock.
  select array_agg(id), array_agg(pool || '/' || asset), array_agg(side = 'credit'), array_agg(floored),
    array_agg(balance), array_agg(version), greatest(max(shown_until), '-infinity')
  into ids, books, credits, floors, balances, versions, shown
  from (select * from ledger.account where id = any(accounts) order by id for no key update) locked;
  if coalesce(ids, '{}') <> accounts then
    raise exception 'accounts must exist, in ascending order and each once';
  end if;

  line_journals := array(select n::int from unnest(sizes) with ordinality s (size, n), generate_series(1, size));
  line_moves := array(select case when credits[account] then -amount else amount end
    from unnest(line_accounts, amounts) line (account, amount));
  if cardinality(line_journals) <> cardinality(line_moves) or cardinality(sizes) <> cardinality(keys) then
    raise exception 'sizes must add up to the lines';
  end if;

  -- Only now: a batch of another process that took one of these keys has committed before it let go of its locks.
  if exists (select from ledger.journal where key = any(keys)) then
    for verdict in select * from ledger.replays(keys, kinds, reverses, ids, line_journals, line_accounts, amounts) loop
      outcomes[verdict.n] := verdict.outcome;
      journals[verdict.n] := verdict.journal_id;
    end loop;
  end if;

  -- L1
  unbalanced := array(
    select journal from unnest(line_journals, line_accounts, amounts) line (journal, account, amount)
    group by journal, books[account] having sum(amount) <> 0);
  if 0 = any(sizes) or cardinality(unbalanced) > 0 then
    for n in 1 .. cardinality(keys) loop
      outcomes[n] := coalesce(outcomes[n],
        case when sizes[n] = 0 then 'empty' when n = any(unbalanced) then 'unbalanced' end);
    end loop;
  end if;

  if cardinality(array_remove(reverses, null)) > 0 then
    for verdict in select * from ledger.false_reversals(reverses, ids, line_journals, line_accounts, amounts) loop
      outcomes[verdict.n] := coalesce(outcomes[verdict.n], verdict.outcome);
    end loop;
  end if;

  -- A short journal must not cost its neighbours the fast path: only when some account does not cover all that the
  -- batch takes from it are the journals judged one by one.
  if exists (
    select from unnest(line_journals, line_accounts, line_moves) line (journal, account, move)
    where move < 0 and floors[account] and outcomes[journal] is null
    group by account having balances[account] + sum(move) < 0
  ) then
    shorts := ledger.shortfalls(outcomes, floors, balances, line_journals, line_accounts, line_moves);
    for n in 1 .. cardinality(keys) loop
      outcomes[n] := coalesce(outcomes[n], case when shorts[n] is not null then 'insufficient' end);
    end loop;
  end if;

  journals := array(select case when outcome is null then nextval('ledger.journal_id_seq') else journal end
    from unnest(outcomes, journals) j (outcome, journal));
  insert into ledger.journal (id, key, kind, at, reverses, meta) overriding system value
  select id, key, kind, greatest(least(at, clock_timestamp()), shown), reverses, meta
  from unnest(outcomes, journals, keys, kinds, ats, reverses, metas) j (outcome, id, key, kind, at, reverses, meta)
  where outcome is null;

  insert into ledger.entry (account_id, version, journal_id, amount, balance)
  select ids[account], versions[account] + row_number() over so_far, journals[journal], amount,
    balances[account] + sum(move) over so_far
  from unnest(line_journals, line_accounts, amounts, line_moves) with ordinality line (journal, account, amount, move, n)
  where outcomes[journal] is null
  window so_far as (partition by account order by n rows unbounded preceding);

  update ledger.account
  set balance = balance + moved.amount, version = version + moved.entries
  from (
    select ids[account] as id, sum(move) as amount, count(*) as entries
    from unnest(line_journals, line_accounts, line_moves) line (journal, account, move)
    where outcomes[journal] is null
    group by account
  ) moved
  where account.id = moved.id;

  return query select coalesce(outcome, 'posted'), journal, ids[short]
  from unnest(outcomes, journals, shorts) answer (outcome, journal, short);
end $$;

-- Ends a period of an institution: waits for postings under way on its accounts, and keeps later ones out of the period. A
-- period that is not over ends now. Answers the moment up to which everything is final. All its accounts are opened first:
-- one that is being opened by another transaction would not be seen, and so not be waited for.
create function ledger.close_period(institution text, until timestamptz) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids bigint[];
begin
  select ledger.open_accounts(array_agg('client'::text), array_agg(name), array_agg(institution), array_agg(code)) into ids
  from ledger.asset, unnest(array['available', 'pending', 'held']) name;
  -- In order of id, as ledger.post locks them.
  perform from ledger.account where id = any(ids) order by id for no key update;
  until := least(until, date_trunc('milliseconds', clock_timestamp()));
  update ledger.account set shown_until = until where id = any(ids) and shown_until < until;
  return until;
end $$;
revoke all on function ledger.close_period from public;
grant execute on function ledger.close_period to specie_app;

-- What a row of a kept table (base/kept.ts) said after each change, as a hash, and who wrote it. A change that went past the
-- triggers has no version; one that was made by hand is not the service's.
create table audit.shape (
  id integer generated always as identity primary key,
  name text not null,  -- schema and table
  columns text[] not null,  -- that the hashes cover
  unique (name, columns)
);
create table audit.version (
  seq bigint generated always as identity primary key,
  committed xid8 not null default pg_current_xact_id(),
  name text not null,
  id text not null,  -- the row's key, its parts joined by /
  shape integer not null references audit.shape (id),
  hash bytea not null,
  role text not null  -- the service's, `migration`, or whatever role somebody had set
);
create index version_of_row on audit.version (name, id, seq);
create index version_committed on audit.version (committed, seq);

-- One for each stretch of a stream: journals, orders, versions, history. Written once their transactions have ended.
create table audit.seal (
  id bigint generated always as identity primary key,
  stream text not null,
  first numeric(20, 0) not null,  -- places in the stream, both included
  last numeric(20, 0) not null,
  count bigint not null,
  sha256 bytea not null,  -- over the hashes of all items
  marks bytea not null,  -- the first eight bytes of each item's hash: they tell which one was changed
  at timestamptz not null,
  unique (stream, first),
  check (first <= last and count > 0)
);

-- Heads of the audit chain, signed with the key `audit`.
create table audit.signature (
  seq bigint primary key,
  hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  at timestamptz not null
);

do $$
declare
  one text;
begin
  foreach one in array array['shape', 'version', 'seal', 'signature'] loop
    execute format('create trigger append_only before update or delete or truncate on audit.%I
      for each statement execute function base.append_only()', one);
  end loop;
end $$;
grant select on audit.shape, audit.version to specie_app;
grant select, insert on audit.seal, audit.signature to specie_app;

-- How far `specie check` has found everything in order: the next one may begin there.
create table audit.checked (
  stream text primary key,
  last numeric(20, 0) not null,
  at timestamptz not null
);
grant select, insert, update on audit.checked to specie_app;

create index history_committed on state.history (committed, id);
create index client_order_committed on trading.client_order (committed, id) where state <> 'received';
