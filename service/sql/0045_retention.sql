-- What is kept for a while only. Nothing younger than 90 days is removed, whoever asks: the functions see to that.

-- Client ids whose answer is no longer kept. They stay used for ever (O2).
create table work.used_id (
  institution_id uuid not null references institutions.institution (id),
  clreqid text not null,
  used_at timestamptz not null,
  primary key (institution_id, clreqid)
);
grant select on work.used_id to specie_app;

-- Up to when rows of a table may be gone, and up to when all of them have been looked at.
create table work.horizon (
  name text primary key,
  before timestamptz not null,
  done timestamptz not null
);
grant select on work.horizon to specie_app;

-- Rows come in the order of their time: a few bytes tell where old ones lie.
create index request_age on work.request using brin (created_at) with (autosummarize = on);

create function work.cutoff(before timestamptz) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp
  return least(before, now() - interval '90 days');

-- The first id of ours that was made at that time or later: they begin with their milliseconds.
create function work.first_id(at timestamptz) returns uuid
  language sql immutable set search_path = pg_catalog, pg_temp
  return rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Some answers that are older than that go, and leave their ids; answers how many.
create function work.forget_answers(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone integer;
begin
  with old as (
    select institution_id, clreqid from work.request where created_at < work.cutoff(before)
    order by created_at limit most for update skip locked
  ), forgotten as (
    delete from work.request r using old where (r.institution_id, r.clreqid) = (old.institution_id, old.clreqid)
    returning r.institution_id, r.clreqid, r.created_at
  ), kept as (
    insert into work.used_id select * from forgotten returning 1
  )
  select count(*) into gone from kept;
  return gone;
end $$;
revoke all on function work.forget_answers(timestamptz, integer) from public;
grant execute on function work.forget_answers(timestamptz, integer) to specie_app;

-- Quotes that expired without being taken go; one that was taken belongs to its conversion.
drop trigger append_only on trading.quote;
create trigger append_only before update or truncate on trading.quote
  for each statement execute function base.append_only();
create function trading.quote_stays() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a quote stays for 90 days' using errcode = 'restrict_violation';
end $$;
create trigger stays before delete on trading.quote
  for each row when (old.expires_at > now() - interval '90 days') execute function trading.quote_stays();

create function trading.forget_quotes(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  cutoff constant timestamptz := work.cutoff(before);
  since timestamptz;
  gone integer;
begin
  insert into work.horizon as h (name, before, done) values ('trading.quote', cutoff, 'epoch')
    on conflict (name) do update set before = greatest(h.before, excluded.before) returning done into since;
  with old as (
    select q.id from trading.quote q
    where q.id >= work.first_id(since) and q.id < work.first_id(cutoff) and q.expires_at < cutoff
      and not exists (select from trading.conversion c where c.quote_id = q.id)
      and not exists (select from trading.quote_hold o where o.quote_id = q.id)
    order by q.id limit most
  ), forgotten as (
    delete from trading.quote q using old where q.id = old.id returning 1
  )
  select count(*) into gone from forgotten;
  if gone < most then
    update work.horizon h set done = greatest(h.done, cutoff - interval '1 minute') where h.name = 'trading.quote';
  end if;
  return gone;
end $$;
revoke all on function trading.forget_quotes(timestamptz, integer) from public;
grant execute on function trading.forget_quotes(timestamptz, integer) to specie_app;
