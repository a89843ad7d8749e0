-- The triggers on tables of people.
create or replace trigger moves before insert or update on people.person
  for each row execute function state.enforce('person');
create or replace trigger begins after insert on people.person for each row execute function state.enforce('person');

create or replace trigger moves before insert or update on people.approval
  for each row execute function state.enforce('approval');
create or replace trigger begins after insert on people.approval for each row execute function state.enforce('approval');
