-- Gives a person exactly these roles (people.write_roles, which may refuse). The service has no other way to change roles.
-- A role of staff that decides on requests of others is given by two people (staff.give_role): in the transaction that uses
-- their approval. UAT makes its own people of every role. Locks: the person.
create or replace function people.set_roles(person uuid, roles text[]) returns void
  language plpgsql security definer set search_path = people, pg_temp as $$
declare
  agreed jsonb := coalesce(approved_payload('staff.give_role', person::text) -> 'roles', '[]');
  refused text;
begin
  select given into refused from unnest(roles) given
    where (select p.side from person p where p.id = set_roles.person) = 'staff'
      and exists (select from approval_kind k where k.side = 'staff' and given = any (k.checkers))
      and not exists (select from person_role r where r.person_id = set_roles.person and r.role = given and not r.is_taken)
      and not agreed ? given and not base.is_uat() limit 1;
  if refused is not null then
    raise exception 'the role % is given by two people: staff.give_role needs their approval', refused
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  perform write_roles(person, roles);
end $$;
revoke all on function people.set_roles from public;
grant execute on function people.set_roles to specie_app;
