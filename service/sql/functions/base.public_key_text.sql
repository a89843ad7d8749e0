-- A public key in base64, the form in which people request it, from the \x… form of to_jsonb.
create or replace function base.public_key_text(spki text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select translate(encode(decode(substr(spki, 3), 'hex'), 'base64'), E'\n', '')
$$;
revoke all on function base.public_key_text from public;
grant execute on function base.public_key_text to specie_app;
