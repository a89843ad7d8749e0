-- Two people decide a hit, in the transaction that uses their approval, which names the hits:
-- - of a hold that is about it (hold.decide): a release clears it, any other decision confirms it;
-- - of a party (party.decide);
-- - of a wallet (address.clear): the hits of the wallet, its provider and its owner are cleared.
create or replace function compliance.assert_hit_decided() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    raise exception 'hit % is decided: it cannot be open again', old.id using errcode = 'check_violation';
  end if;
  if exists (select from compliance.hold_hit l, lateral people.approved_payload('hold.decide', l.hold_id::text) agreed
      where l.hit_id = new.id and (agreed ->> 'decision' = 'release') = (new.state = 'cleared')
        and agreed ->> 'hits' = compliance.summary_of_hits(compliance.hits_of_hold(l.hold_id)))
    or exists (select from compliance.party p, lateral people.approved_payload('party.decide', p.id::text) agreed
      where p.hash = new.party_hash and agreed -> 'hits' ? new.id::text and agreed ->> 'decision' = case new.state when 'cleared' then 'clear' else 'confirm' end)
    or new.state = 'cleared' and exists (select from compliance.party p, lateral people.approved_payload('address.clear', p.subject_id::text) agreed
      where p.hash = new.party_hash and p.subject_kind = 'wallet' and p.ended_at is null
        and agreed ->> 'hits' = compliance.summary_of_hits(compliance.hits_of_wallet(p.subject_id))) then
    return new;
  end if;
  raise exception 'hit % is decided by two people: hold.decide, party.decide or address.clear needs their approval of it', new.id
    using errcode = 'check_violation', constraint = 'approval_missing';
end $$;
