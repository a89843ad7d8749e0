-- A hold is about the hits and the questions that it was placed for: they are named in the transaction that places it. A hit
-- that is added later would be decided by people who have not seen it, or release a hold that is about none; so would a
-- question.
create or replace function compliance.assert_hits_of_new_hold() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from state.step s where s.machine = 'hold' and s.subject = new.hold_id and s.from_state is null
      and s.committed = pg_current_xact_id()) then
    raise exception 'hold % was placed before: it is about no other hit or question', new.hold_id
      using errcode = 'insufficient_privilege', hint = 'Place another hold.';
  end if;
  return new;
end $$;
