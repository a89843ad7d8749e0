-- Sets the roles of a person to exactly these (people.write_roles, which may refuse). The service has no other way to
-- change roles. A role that needs two people (people.needs_two_people) requires their approval in this transaction: for
-- staff (staff.give_role), and for people of an institution that requires a second person, by two of the institution
-- (member.approver) or of the staff (institution.approver). Existing roles stay, except for an administrator of an
-- institution, who can have invited the maker. UAT creates its own people with any role. Locks: the person.
create or replace function people.set_roles(person uuid, roles text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who directory.person;
  had text[] := array(select r.role from directory.person_role r where r.person_id = set_roles.person and not r.is_taken);
  agreed jsonb;
  refused text;
begin
  select * into who from directory.person p where p.id = set_roles.person;
  agreed := case when who.side = 'staff' then people.approved_payload('staff.give_role', who.id::text) -> 'roles'
    else people.approved_roles(who) end;
  select given into refused from unnest(roles) given
    where people.needs_two_people(who.side, given)
      and (who.side = 'staff' or people.uses_second_person(who.institution_id))
      and (given <> all (had) or who.side = 'institution' and 'admin' = any (had))
      and not coalesce(agreed, '[]') ? given and not base.is_uat() limit 1;
  if refused is not null then
    raise exception 'the role % is given by two people: % needs their approval', refused,
      case who.side when 'staff' then 'staff.give_role' else 'member.approver' end
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  perform people.write_roles(person, roles);
end $$;
revoke all on function people.set_roles from public;
grant execute on function people.set_roles to specie_app;
