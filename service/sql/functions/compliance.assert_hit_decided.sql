-- Two people decide a hit, in the transaction that uses their approval:
-- - of a hold that is about it (hold.decide): a release clears it, any other decision confirms it;
-- - of the hits of a party (party.decide), which names each of them;
-- - of a wallet (address.clear): the hits of the wallet and its provider are cleared.
create or replace function compliance.assert_hit_decided() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    raise exception 'hit % is decided: it cannot be open again', old.id using errcode = 'check_violation';
  end if;
  if exists (select from compliance.hold_hit l join compliance.hold h on h.id = l.hold_id,
      lateral coalesce(people.approved_payload('hold.decide', h.id::text), people.approved_payload('hold.decide', h.cause::text)) agreed
      where l.hit_id = new.id and (agreed ->> 'decision' = 'release') = (new.state = 'cleared'))
    or exists (select from compliance.party p, lateral people.approved_payload('party.decide', p.id::text) agreed
      where p.hash = new.party_hash and agreed -> 'hits' ? new.id::text and agreed ->> 'decision' = case new.state when 'cleared' then 'clear' else 'confirm' end)
    or new.state = 'cleared' and exists (select from compliance.party p where p.hash = new.party_hash and p.subject_kind = 'wallet'
      and people.approved_payload('address.clear', p.subject_id::text) is not null) then
    return new;
  end if;
  raise exception 'hit % is decided by two people: hold.decide, party.decide or address.clear needs their approval', new.id
    using errcode = 'check_violation', constraint = 'approval_missing';
end $$;
