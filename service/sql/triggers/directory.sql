create or replace trigger moves before insert or update on directory.person
  for each row execute function state.enforce('person');
create or replace trigger begins after insert on directory.person referencing new table as fresh
  for each statement execute function state.record_first_step('person');
