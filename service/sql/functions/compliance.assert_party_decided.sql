-- A party stays on the register until two people have cleared each of its hits. It ends once.
create or replace function compliance.assert_party_decided() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is not null or new.ended_at is null then
    raise exception 'a party ends once' using errcode = 'insufficient_privilege', hint = 'Register it again.';
  end if;
  if exists (select from compliance.hit h where h.party_hash = new.hash and h.state <> 'cleared') then
    raise exception 'party % matches an entry of a list: it stays until two people have cleared the match', new.id
      using errcode = 'insufficient_privilege', hint = 'Decide about its matches first.';
  end if;
  return new;
end $$;
