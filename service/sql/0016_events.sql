-- The change feed of an institution (protocol/src/events.ts) is its part of the history, in the order of commits, and
-- its orders, which keep theirs in their own row.

-- `committed` is the transaction that wrote a row. The feed tells only rows of transactions before the oldest that is
-- still open: then nothing can appear any more before what was told.
alter table state.history
  add column institution_id uuid,  -- whose it was then; null: nobody's as yet
  add column committed xid8 not null default pg_current_xact_id();
create index history_feed on state.history (institution_id, committed, id) where institution_id is not null;

-- As in 0003, and it keeps whose it is. For a table with columns id uuid, institution_id uuid and state text.
create or replace function state.enforce() returns trigger
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
  insert into history (machine, subject, from_state, to_state, actor, why, at, institution_id)
    values (which, new.id, was, new.state, actor, current_setting('specie.why'),
      current_setting('specie.at')::timestamptz, new.institution_id);
  return new;
end $$;
