-- Long work: settlement time, intents towards the outside world, and requests that clients may repeat.

create schema work;
grant usage on schema work to specie_app;

-- Settlement time (UAT only): at `wall` it was `settlement`, and it runs `speed` times as fast since. `seen` is the last
-- moment at which a process was up: settlement time stands still while nothing runs.
create table work.clock (
  only_row boolean primary key default true check (only_row),
  wall timestamptz not null,
  settlement timestamptz not null,
  speed integer not null check (speed between 1 and 100000),
  seen timestamptz not null
);
grant select, insert, update on work.clock to specie_app;

create function work.uat_only() returns trigger
  language plpgsql security definer set search_path = base, pg_temp as $$
begin
  if (select name from environment) <> 'uat' then
    raise exception 'production lives on wall time' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger uat_only before insert or update on work.clock for each row execute function work.uat_only();

-- An effect outside (E1): recorded in the transaction that decides on it, marked before it is sent, settled once.
create table work.intent (
  key text primary key,
  effect text not null,
  subject uuid not null,
  state text not null check (state in ('recorded', 'sent', 'settled')),
  attempts integer not null default 0,
  outcome jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  check ((state = 'settled') = (outcome is not null))
);
create index on work.intent (effect, created_at) where state <> 'settled';
grant select, insert, update (state, attempts, outcome, sent_at, settled_at) on work.intent to specie_app;

create function work.intent_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'settled' or new.state = 'recorded' then
    raise exception 'intent % cannot go from % to %', old.key, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger moves before update on work.intent for each row execute function work.intent_moves();

-- What a client asked for under its own id, and what it was told: told again when it asks again (O2).
create table work.request (
  institution_id uuid not null references institutions.institution (id),
  clreqid text not null,
  content text not null,  -- hash of endpoint and fields
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (institution_id, clreqid)
);
grant select, insert, update (answer) on work.request to specie_app;
