-- Refuses to end an account_suspended hold while the institution is stopped. See compliance.assert_hold_decided.
create or replace function compliance.assert_standing_restored(ended compliance.hold) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  is_stopped boolean;
begin
  select * into one from state.lock_holdable(ended.subject_id);
  if ended.state = 'released' then
    is_stopped := ended.reason in (select compliance.standing_hold_reasons(ended.institution_id, one.machine, one.current_state));
  else
    is_stopped := directory.standing_of(ended.institution_id) is distinct from 'offboarded'
      and people.approved_payload('bank.send_back', ended.subject_id::text) is null
      and not exists (select from compliance.hold h where h.subject_id = ended.subject_id and h.reason <> ended.reason
        and h.state = 'rejected' and h.concluded_at is null);
  end if;
  if is_stopped then
    raise exception 'hold % waits for institution %', ended.id, ended.institution_id
      using errcode = 'check_violation', constraint = 'account_suspended';
  end if;
end $$;
revoke all on function compliance.assert_standing_restored from public;
grant execute on function compliance.assert_standing_restored to specie_app;
