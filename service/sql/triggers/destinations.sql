create or replace trigger closes after update of state on destinations.address for each row
  when (old.state = 'active' and new.state <> 'active') execute function destinations.wait_for_signing();
create or replace trigger moves before insert or update on destinations.address
  for each row execute function state.enforce('withdrawal_address');
create or replace trigger begins after insert on destinations.address referencing new table as fresh
  for each statement execute function state.record_first_step('withdrawal_address');

create or replace trigger label_differs before insert on destinations.address
  for each row execute function destinations.assert_label_differs();
create or replace trigger label_differs before insert on destinations.bank_account
  for each row execute function destinations.assert_label_differs();

create or replace trigger two_agree before insert on destinations.address
  for each row execute function people.assert_second_person_approved('member.address', 'blockchain', 'address', 'label', 'vasp',
    'travel_address', 'beneficiary');
create or replace trigger two_agree_travel_address before update of travel_address on destinations.address for each row
  when (old.travel_address is distinct from new.travel_address)
  execute function people.assert_second_person_approved('member.address', 'blockchain', 'address', 'label', 'vasp',
    'travel_address', 'beneficiary');
create or replace trigger two_agree before insert on destinations.bank_account
  for each row execute function people.assert_second_person_approved('member.bank_account', 'currency', 'identifier', 'name', 'accepted');
create or replace trigger two_still_agree before update of state on destinations.address for each row
  when (old.state in ('travel_rule', 'cooling') and new.state in ('cooling', 'active'))
  execute function people.assert_still_approved('member.address');
create or replace trigger two_still_agree before update of accepted on destinations.bank_account for each row
  when (new.accepted and not old.accepted)
  execute function people.assert_still_approved('member.bank_account');

create or replace trigger travel_address_reviewed before update of travel_address on destinations.address for each row
  when (old.travel_address is distinct from new.travel_address)
  execute function destinations.assert_travel_address_reviewed();
create or replace trigger two_clear before update of state on destinations.address for each row
  when (new.state = 'proof_required' and (old.state = 'in_review' or old.state = 'screening' and new.vasp is not null))
  execute function destinations.assert_cleared_by_two('address.clear');
create or replace trigger two_clear before update of accepted on destinations.bank_account for each row
  when (new.accepted and not old.accepted) execute function destinations.assert_cleared_by_two('bank_account.clear');
