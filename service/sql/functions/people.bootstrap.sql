-- Creates the first two staff of a new installation, each with a link: `specie staff bootstrap`. Refused once any
-- person has ever been staff; from then on staff create staff.
-- people: [{id, email, name, roles, link, token_hash}], token_hash as hex. Call state.set_actor first. Locks:
-- directory.person against every other writer.
create or replace function people.bootstrap(people jsonb, at timestamptz, expires_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  lock table directory.person in share row exclusive mode;
  if exists (select from directory.person p where p.side = 'staff') then
    raise exception 'the installation already has staff' using errcode = 'check_violation', constraint = 'first_staff';
  end if;
  if jsonb_array_length(people) <> 2 then
    raise exception 'the first two staff are created together' using errcode = 'check_violation', constraint = 'first_staff';
  end if;
  for one in select * from jsonb_to_recordset(people)
    as row (id uuid, email text, name text, roles text[], link uuid, token_hash text) loop
    insert into directory.person (id, side, email, name, state, created_at, updated_at)
      values (one.id, 'staff', one.email, one.name, 'invited', at, at);
    perform people.write_roles(one.id, one.roles);
    insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at)
      values (one.link, one.id, 'invitation', decode(one.token_hash, 'hex'), bootstrap.expires_at, at);
  end loop;
end $$;
revoke all on function people.bootstrap from public;
grant execute on function people.bootstrap to specie_app;
