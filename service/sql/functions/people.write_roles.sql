-- Writes the roles of a person, or refuses an unknown role of their side or two roles that exclude each other. Not
-- callable by the service, which calls people.set_roles. Locks: the person.
create or replace function people.write_roles(person uuid, roles text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  their_side text;
  refused text;
begin
  select p.side into their_side from directory.person p where p.id = write_roles.person for update;
  if their_side is null then
    raise exception 'there is no such person' using errcode = 'foreign_key_violation';
  end if;
  select given into refused from unnest(roles) given
    where not exists (select from people.role r where r.side = their_side and r.name = given) limit 1;
  if refused is not null then
    raise exception '% is not a role of this side', refused using errcode = 'check_violation', constraint = 'known_role';
  end if;
  select jsonb_build_object('roles', jsonb_build_array(c.one, c.other)) into refused from people.role_conflict c
    where c.side = their_side and c.one = any (roles) and c.other = any (roles) limit 1;
  if refused is not null then
    raise exception 'roles in conflict' using errcode = 'check_violation', constraint = 'role_conflict', detail = refused;
  end if;
  update directory.person_role r set is_taken = r.role <> all (roles)
    where r.person_id = write_roles.person and r.is_taken is distinct from (r.role <> all (roles));
  insert into directory.person_role (person_id, role) select write_roles.person, given from unnest(roles) given on conflict do nothing;
end $$;
revoke all on function people.write_roles from public;
