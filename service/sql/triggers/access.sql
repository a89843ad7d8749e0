create or replace trigger standing after update of state, scopes, ip_allowlist, nonce_window_ms, revoke_at, institution_id on access.api_key
  for each row execute function access.raise_key_version();
create or replace trigger moves before insert or update on access.api_key
  for each row execute function state.enforce('api_key');
create or replace trigger begins after insert on access.api_key referencing new table as fresh
  for each statement execute function state.record_first_step('api_key');
create or replace trigger two_agree before insert or update of scopes on access.api_key for each row
  when (not new.scopes <@ array['read'])
  execute function people.assert_second_person_approved('member.key', 'publickey', 'label', 'scopes');
create or replace trigger two_still_agree before update of state on access.api_key for each row
  when (old.state = 'registered' and new.state = 'active' and not new.scopes <@ array['read'])
  execute function people.assert_still_approved('member.key');

create or replace trigger nonce_rises before update of last_nonce on access.key_use for each row
  when (new.last_nonce < old.last_nonce) execute function access.assert_nonce_rises();
create or replace trigger version_rises before update of version on access.key_use for each row
  when (new.version < old.version) execute function base.never_falls('the version of a key');

-- The permissions of a key depend on them.
create or replace trigger standing after insert or update or delete on onboarding.agreement
  for each row execute function access.raise_key_version();
create or replace trigger standing after insert or update or delete on onboarding.kyb_case
  for each row execute function access.raise_key_version();
