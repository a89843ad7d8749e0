-- A nonce never falls (A1); otherwise an accepted request could be replayed. Binds the owner of the database too.
create or replace function access.assert_nonce_rises() returns trigger language plpgsql as $$
begin
  raise exception 'the nonce of key % would fall from % to %', old.key_id, old.last_nonce, new.last_nonce
    using errcode = 'insufficient_privilege', hint = 'Register another key.';
end $$;
