-- The triggers on tables of people.
create or replace trigger moves before insert or update on people.person
  for each row execute function state.enforce('person');
create or replace trigger begins after insert on people.person for each row execute function state.enforce('person');

create or replace trigger moves before insert or update on people.approval
  for each row execute function state.enforce('approval');
create or replace trigger begins after insert on people.approval for each row execute function state.enforce('approval');

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
  for each row when (old.ended_at is distinct from new.ended_at) execute function people.end_opened();

create or replace trigger confirmed before insert or update on people.device
  for each row when (new.person_id is not null or new.confirmed_by is not null) execute function people.check_device();
