-- Why this thing of this institution, of this machine and in this state, must wait now; no row: it goes on. The one place where
-- that is decided. Each reason is a reason of holds, which compliance.stop_things places. `account_suspended` stays while it is
-- returned here; what pays the debt of an institution that is offboarded does not wait. `debt_review`: the institution owes money, so two people look at what leaves.
create or replace function compliance.reasons_to_wait(institution uuid, machine text, state text, thing uuid) returns setof text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'account_suspended'
  where state.course(machine, state, institutions.standing_of(institution)) in ('waits', 'goes back', 'stays')
    and not (institutions.standing_of(institution) = 'offboarded' and compliance.pays_debt(institution, machine, thing))
  union all
  select 'debt_review'
  where exists (select from ledger.debt d where d.institution_id = institution)
    and state.course(machine, state, 'suspended') = 'waits' and compliance.leaves_us(machine, thing)
$$;
revoke all on function compliance.reasons_to_wait from public;
