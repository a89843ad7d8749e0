-- At the end of the transaction. A hold that leaves a withdrawal without a decision of two people needs that withdrawal
-- to be canceled.
create or replace function compliance.assert_withdrawal_canceled() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from state.lock_holdable(old.subject_id) l
    where l.machine = 'withdrawal' and l.current_state = 'canceled') then
    raise exception 'hold % stays on withdrawal %, which is not canceled', old.id, old.subject_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
