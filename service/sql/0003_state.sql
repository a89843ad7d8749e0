-- States move only along the tables in protocol/src/machines.ts (S1). The same tables stand here, put there by the
-- migration step; a trigger on each stateful table refuses anything else, whoever asks, and keeps the history.

create schema state;
grant usage on schema state to specie_app;

create table state.machine (
  name text primary key,
  initial text not null
);

create table state.transition (
  machine text not null references state.machine (name),
  from_state text not null,
  event text not null,
  to_state text not null,
  primary key (machine, from_state, event)
);

create table state.history (
  id bigint generated always as identity primary key,
  machine text not null,
  subject uuid not null,
  from_state text,
  to_state text not null,
  actor text not null,
  why text not null,
  at timestamptz not null
);
create index on state.history (subject, id);
create trigger append_only before update or delete or truncate on state.history
  for each statement execute function base.append_only();

grant select on state.machine, state.transition, state.history to specie_app;

-- Who moves it, why and when: the session says so first (state.acting), for the length of its transaction.
create function state.acting(actor text, why text, at timestamptz) returns void language sql as $$
  select set_config('specie.actor', actor, true), set_config('specie.why', why, true),
         set_config('specie.at', at::text, true)
$$;

-- For a table with columns id uuid and state text: create trigger … execute function state.enforce('<machine>').
create function state.enforce() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
declare
  which text := tg_argv[0];
  was text := case when tg_op = 'UPDATE' then old.state end;
  actor text := nullif(current_setting('specie.actor', true), '');
begin
  if tg_op = 'UPDATE' then
    if new.id <> old.id then
      raise exception 'the id of a % never changes', which using errcode = 'check_violation';
    end if;
    if new.state = old.state then
      return new;
    end if;
    if not exists (select from transition t where t.machine = which and t.from_state = old.state and t.to_state = new.state) then
      raise exception 'a % cannot move from % to %', which, old.state, new.state using errcode = 'check_violation';
    end if;
  elsif new.state is distinct from (select m.initial from machine m where m.name = which) then
    raise exception 'a % cannot begin as %', which, new.state using errcode = 'check_violation';
  end if;
  if actor is null then
    raise exception 'a % moves only when somebody is named: call state.acting first', which using errcode = 'check_violation';
  end if;
  insert into history (machine, subject, from_state, to_state, actor, why, at)
    values (which, new.id, was, new.state, actor, current_setting('specie.why'), current_setting('specie.at')::timestamptz);
  return new;
end $$;
