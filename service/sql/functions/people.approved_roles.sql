-- The roles that two people approved for this person of an institution in this transaction: two of the institution, or
-- two of the staff; null if there is no such approval.
create or replace function people.approved_roles(who directory.person) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  agreed jsonb := people.approved_payload('member.approver', who.institution_id::text);
begin
  if agreed ->> 'person' = who.id::text then
    return agreed -> 'roles';
  end if;
  return case when people.approved_payload('institution.approver', who.id::text) is not null then '["approver"]'::jsonb end;
end $$;
