-- The triggers on tables of chains.
create or replace trigger holds before insert on chains.attempt for each row
  when (new.number = 1) execute function chains.refuse_bytes();

create or replace trigger ends before update on chains.operation for each row execute function chains.operation_ends();
create or replace trigger holds before insert on chains.operation for each row execute function compliance.refuse_effect();
