-- A session is never more than what opened it: people.check_session. Tokens of before outlive the sessions that they were made
-- in, and some are fresher: they end.
update people.session set ended_at = greatest(seen_at, created_at) where kind = 'token' and ended_at is null;
delete from people.device where person_id is not null;

-- The session that this one goes on for, under a new token, since a factor was shown again.
alter table people.session add column replaces uuid references people.session (id);
grant select (replaces) on people.session to specie_app;
create index session_opened_by on people.session (opened_by) where ended_at is null;
create index device_confirmed_by on people.device (confirmed_by);

drop function if exists people.session_of(text, timestamptz, interval);
drop function if exists people.session_unattended(text, timestamptz, interval);
drop function if exists people.acting_person(text, timestamptz);
