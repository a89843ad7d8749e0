-- A party is decided under the hash of what is compared of it. A row with another one would take over the decisions about
-- that other party. What is sealed cannot be compared here: people see its matches when they decide.
create or replace function compliance.assert_party_hash() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.content is not null and (new.hash is distinct from compliance.party_hash(new.content)
    or new.content ->> 'of' <> new.institution_id::text) then
    raise exception 'the hash of party % is not that of its content, or it belongs to another institution', new.id
      using errcode = 'check_violation', hint = 'Register the party as it is compared.';
  end if;
  return new;
end $$;
