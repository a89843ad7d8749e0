-- Whether one administrator alone may neither give this role nor invite its holder. The role decides on requests of
-- others, or excludes administrator.
create or replace function people.needs_two_people(side text, role text) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from people.approval_kind k where k.side = needs_two_people.side and needs_two_people.role = any (k.checkers))
    or exists (select from people.role_conflict c where c.side = needs_two_people.side and array[c.one, c.other] @> array['admin', needs_two_people.role])
$$;
