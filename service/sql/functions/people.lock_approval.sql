-- Locks and returns the request with this id, for people of this institution (null: for the staff); refused as unknown
-- when there is none or it belongs to others. Not callable by the service.
create or replace function people.lock_approval(institution uuid, id uuid) returns people.approval
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  asked people.approval;
begin
  select * into asked from people.approval a where a.id = lock_approval.id for update;
  if not found or asked.institution_id is distinct from lock_approval.institution then
    perform people.refuse_approval('unknown');
  end if;
  return asked;
end $$;
revoke all on function people.lock_approval from public;
