-- A hit is about one party and one entry: its hashes are those of the entry that it names and of the party that it shows.
-- Otherwise people would decide another pair than the one which they see.
create or replace function compliance.assert_hit_pair() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from compliance.list_entry e where e.id = new.entry_id and e.hash = new.entry_hash)
    or new.content is not null and new.party_hash is distinct from compliance.party_hash(new.content -> 'party') then
    raise exception 'hit % shows another pair than it is about', new.id
      using errcode = 'check_violation', hint = 'Name the entry and the party whose hashes it has.';
  end if;
  return new;
end $$;
