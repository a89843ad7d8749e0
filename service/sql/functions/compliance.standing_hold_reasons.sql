-- Why items of this institution, of this machine and in this state, must wait now; no row: they go on. The one place where
-- that is decided. Each reason is a reason of holds, which compliance.hold_open_items places. `account_suspended` stays while it is
-- returned here. `debt_review`: the institution owes money, so two people look at what leaves (compliance.is_outgoing). What `ends`
-- is returned too: it ends because it has left, which who places the hold looks at (compliance.left_among).
create or replace function compliance.standing_hold_reasons(institution uuid, machine text, state text) returns setof text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'account_suspended'
  where state.stop_effect(machine, state, directory.standing_of(institution)) in ('waits', 'goes back', 'stays', 'ends')
  union all
  select 'debt_review'
  where exists (select from ledger.debt d where d.institution_id = institution) and state.stop_effect(machine, state, 'suspended') in ('waits', 'ends')
$$;
revoke all on function compliance.standing_hold_reasons from public;
