-- Why things of this institution, of this machine and in this state, must wait now; no row: they go on. The one place where
-- that is decided. Each reason is a reason of holds, which compliance.stop_things places. `account_suspended` stays while it is
-- returned here. `debt_review`: the institution owes money, so two people look at what leaves (compliance.leaves_us). What `ends`
-- is returned too: it ends because it has left, which who places the hold looks at (compliance.left_among).
create or replace function compliance.reasons_to_wait(institution uuid, machine text, state text) returns setof text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'account_suspended'
  where state.course(machine, state, directory.standing_of(institution)) in ('waits', 'goes back', 'stays', 'ends')
  union all
  select 'debt_review'
  where exists (select from ledger.debt d where d.institution_id = institution) and state.course(machine, state, 'suspended') in ('waits', 'ends')
$$;
revoke all on function compliance.reasons_to_wait from public;
