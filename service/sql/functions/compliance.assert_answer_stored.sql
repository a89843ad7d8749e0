-- Each match of an answer is a hit: otherwise an undecided match could release an item that waits for the answer.
create or replace function compliance.assert_answer_stored() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from unnest(new.matches) match where not exists (
      select from compliance.hit h where h.party_hash = new.party_hash and h.entry_hash = match)) then
    raise exception 'an answer names a match that is no row of compliance.hit'
      using errcode = 'check_violation', hint = 'Store the match first, in the same transaction.';
  end if;
  return new;
end $$;
