create or replace trigger holds before insert on chains.attempt for each row
  when (new.number = 1) execute function chains.refuse_bytes();

create or replace trigger ends before update on chains.operation for each row execute function chains.assert_operation_ends_once();
create or replace trigger holds before insert on chains.operation for each row execute function compliance.refuse_effect();

create or replace trigger resume_agreed before insert or update of resume_from on chains.cursor for each row
  when (new.resume_from is not null) execute function chains.assert_restart_approved();

create or replace trigger agreed before insert or update on chains.contract for each row
  when (new.asset not in ('VCHF', 'VGBP')) execute function chains.assert_contract_approved();

-- An operation matches its request.
create or replace trigger agrees after insert on chains.operation for each row execute function chains.assert_operation_source();

create or replace trigger agreed before insert on chains.allow_list for each row execute function chains.assert_switch_approved();
create or replace trigger allowed before insert on chains.listing for each row execute function chains.assert_listing_allowed();
