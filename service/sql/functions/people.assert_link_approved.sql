-- A link for a staff member who has, or will get, a role that needs two people is approved by two people (staff.link),
-- in the transaction that uses their approval. The first two staff use the links of people.bootstrap, and UAT creates
-- its own people. A link with a waiting time is one that staff make for a person of an institution: two people approve it
-- (institution.recovery).
create or replace function people.assert_link_approved() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  who directory.person;
begin
  select * into who from directory.person p where p.id = new.person_id;
  if who.side = 'staff' and not base.is_uat() and exists (select from directory.person p where p.side = 'staff' and p.state <> 'invited')
    and (exists (select from directory.person_role r where r.person_id = who.id and not r.is_taken and people.needs_two_people('staff', r.role))
      or exists (select from people.approval a where a.kind = 'staff.give_role' and a.subject = who.id::text and a.state = 'waiting')) then
    perform people.assert_approved('staff.link', who.id::text);
  end if;
  if new.usable_from is not null then
    perform people.assert_approved('institution.recovery', who.id::text);
  end if;
  return new;
end $$;
revoke all on function people.assert_link_approved from public;
