-- Why items of this institution, of this machine and in this state, must wait; no row when they continue. The only place
-- that decides it. Each reason is a hold reason, which compliance.hold_open_items places. `account_suspended` lasts as
-- long as it is returned here. `debt_review`: the institution owes money, so two people review outgoing items
-- (compliance.is_outgoing). `sanctions_review`: a party of the institution itself matches an entry of a list, and two people
-- have not cleared it, so nothing of it leaves or changes its form. A dry run does not show that (no tipping off), and is
-- always rolled back. `edd_required`: the risk of the institution has risen and two people have not decided on its KYB case
-- since (compliance.lacks_edd); a dry run does not show that either. Items whose stop effect is `ends` are returned too. The
-- caller checks whether they have left (compliance.left_among).
create or replace function compliance.standing_hold_reasons(institution uuid, machine text, state text) returns setof text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'account_suspended'
  where state.stop_effect(machine, state, directory.standing_of(institution)) in ('waits', 'is returned', 'stays', 'ends')
  union all
  select 'debt_review'
  where exists (select from ledger.debt d where d.institution_id = institution) and state.stop_effect(machine, state, 'suspended') in ('waits', 'ends')
  union all
  select 'sanctions_review'
  where machine in ('mint', 'redemption', 'withdrawal', 'payment')
    and state.stop_effect(machine, state, 'suspended') in ('waits', 'ends')
    and current_setting('specie.dry_run', true) is distinct from 'on'
    and exists (select from compliance.own_hits(institution))
  union all
  select 'edd_required'
  where state.stop_effect(machine, state, 'suspended') in ('waits', 'ends')
    and current_setting('specie.dry_run', true) is distinct from 'on'
    and compliance.lacks_edd(institution)
$$;
revoke all on function compliance.standing_hold_reasons from public;
