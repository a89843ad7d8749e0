-- The triggers on tables of institutions.
create or replace trigger closes after update of state on institutions.address for each row
  when (old.state = 'active' and new.state <> 'active') execute function institutions.close_address();
create or replace trigger moves before insert or update on institutions.address
  for each row execute function state.enforce('withdrawal_address');
create or replace trigger begins after insert on institutions.address for each row execute function state.enforce('withdrawal_address');

create or replace trigger standing after insert or update or delete on institutions.agreement
  for each row execute function institutions.standing_changed();
create or replace trigger moves before insert or update on institutions.agreement
  for each row execute function state.enforce('agreement');
create or replace trigger begins after insert on institutions.agreement for each row execute function state.enforce('agreement');

create or replace trigger standing after update of state, scopes, ip_allowlist, nonce_window_ms, revoke_at, institution_id on institutions.api_key
  for each row execute function institutions.standing_changed();
create or replace trigger moves before insert or update on institutions.api_key
  for each row execute function state.enforce('api_key');
create or replace trigger begins after insert on institutions.api_key for each row execute function state.enforce('api_key');

create or replace trigger standing after insert or update or delete on institutions.kyb_case
  for each row execute function institutions.standing_changed();
create or replace trigger two_decide before update of state on institutions.kyb_case for each row
  when (old.state <> new.state and new.state in ('approved', 'rejected', 'offboarded'))
  execute function institutions.kyb_decided();
create or replace trigger moves before insert or update on institutions.kyb_case
  for each row execute function state.enforce('kyb_case');
create or replace trigger begins after insert on institutions.kyb_case for each row execute function state.enforce('kyb_case');

create or replace trigger weakened before update on institutions.second_person for each row
  when (not old.is_dropped) execute function institutions.second_person_weakened();

create or replace trigger label_differs before insert on institutions.address
  for each row execute function institutions.label_differs();
create or replace trigger label_differs before insert on institutions.bank_account
  for each row execute function institutions.label_differs();

create or replace trigger two_agree before insert on institutions.address
  for each row execute function institutions.second_person_agreed('member.address', 'blockchain', 'address', 'label', 'vasp');
create or replace trigger two_agree before insert on institutions.bank_account
  for each row execute function institutions.second_person_agreed('member.bank_account', 'currency', 'identifier', 'name', 'accepted');
create or replace trigger two_agree before insert or update of scopes on institutions.api_key for each row
  when (not new.scopes <@ array['read'])
  execute function institutions.second_person_agreed('member.key', 'publickey', 'label', 'scopes');
create or replace trigger two_still_agree before update of state on institutions.api_key for each row
  when (old.state = 'registered' and new.state = 'active' and not new.scopes <@ array['read'])
  execute function institutions.second_person_still_agreed('member.key');
create or replace trigger two_still_agree before update of state on institutions.address for each row
  when (old.state in ('travel_rule', 'cooling') and new.state in ('cooling', 'active'))
  execute function institutions.second_person_still_agreed('member.address');
create or replace trigger two_still_agree before update of accepted on institutions.bank_account for each row
  when (new.accepted and not old.accepted)
  execute function institutions.second_person_still_agreed('member.bank_account');
create or replace trigger stops after update of state on institutions.kyb_case for each row
  when (old.state <> new.state and new.state in ('suspended', 'review_overdue', 'offboarded'))
  execute function compliance.institution_stopped();

create or replace trigger two_clear before update of state on institutions.address for each row
  when (old.state = 'screening' and new.state = 'proof_required' and new.vasp is not null)
  execute function institutions.cleared_by_two('address.clear');
create or replace trigger two_clear before update of accepted on institutions.bank_account for each row
  when (new.accepted and not old.accepted) execute function institutions.cleared_by_two('bank_account.clear');
create or replace trigger two_agree before insert on institutions.closing_payout
  for each row execute function institutions.closing_agreed();

create or replace trigger nonce_rises before update of last_nonce on institutions.key_use for each row
  when (new.last_nonce < old.last_nonce) execute function institutions.nonce_rises();
create or replace trigger version_rises before update of version on institutions.key_use for each row
  when (new.version < old.version) execute function base.never_falls('the version of a key');
