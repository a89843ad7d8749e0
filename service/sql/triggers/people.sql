create or replace trigger weakened before update on people.second_person for each row
  when (not old.is_dropped) execute function people.assert_second_person_kept();

create or replace trigger moves before insert or update on people.approval
  for each row execute function state.enforce('approval');
create or replace trigger begins after insert on people.approval referencing new table as fresh
  for each statement execute function state.record_first_step('approval');

drop trigger if exists asked on people.approval;
create constraint trigger asked after insert on people.approval
  deferrable initially deferred for each row execute function people.record_approval();
drop trigger if exists moved on people.approval;
create constraint trigger moved after update on people.approval
  deferrable initially deferred for each row when (old.state <> new.state) execute function people.record_approval();

drop trigger if exists rehearsed on people.rehearsal;
create constraint trigger rehearsed after insert on people.rehearsal
  deferrable initially deferred for each row execute function people.refuse_rehearsal();

create or replace trigger checked before insert on people.session
  for each row execute function people.check_session();
create or replace trigger replaced after insert on people.session
  for each row when (new.replaces is not null) execute function people.replace_session();
create or replace trigger ended after update of ended_at on people.session
  for each row when (old.ended_at is distinct from new.ended_at) execute function people.end_dependent_sessions();

create or replace trigger confirmed before insert or update on people.device
  for each row when (new.person_id is not null or new.confirmed_by is not null) execute function people.check_device();

create or replace trigger two_agree before insert on people.link for each row execute function people.assert_link_approved();

-- A session that was left unattended has ended and cannot be marked as seen again. Versions leave `seen_at` out.
create or replace trigger seen_in_time before update of seen_at on people.session for each row
  when (new.seen_at < old.seen_at or new.seen_at > old.seen_at
    and not people.is_live(old.kind, old.seen_at, old.expires_at, old.ended_at, new.seen_at))
  execute function base.never_falls('when a session was seen');

-- A code works once.
create or replace trigger step_rises before update of last_step on people.totp for each row
  when (new.last_step < old.last_step and new.sealed_secret = old.sealed_secret)
  execute function base.never_falls('the last step of a code');
