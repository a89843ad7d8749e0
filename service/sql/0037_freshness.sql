-- A key may ask for nonces that are the time of the call: so far, in milliseconds, they may lie from ours. Null: a nonce need
-- only be higher than the last one, as the contract has it. It is part of the key's standing (0019): a change holds everywhere
-- from its commit on.
alter table institutions.api_key
  add column nonce_window_ms integer check (nonce_window_ms between 1000 and 86400000);
grant update (nonce_window_ms) on institutions.api_key to specie_app;

drop trigger standing on institutions.api_key;
create trigger standing after update of state, scopes, ip_allowlist, nonce_window_ms, institution_id on institutions.api_key
  for each row execute function institutions.standing_changed();
