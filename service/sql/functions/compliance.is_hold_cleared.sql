-- Whether nothing of this hold is open any longer: two people have cleared every hit that it is about, and every outside
-- service for which it waits has answered since. What an answer has found and people have not cleared must have another
-- hold on the item. A hold that another one has caused ends with that one. False for a hold that is about nothing.
create or replace function compliance.is_hold_cleared(hold uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with own as (
    select o.id, o.subject_id, o.created_at from compliance.hold h join compliance.hold o on o.id = coalesce(h.cause, h.id)
    where h.id = is_hold_cleared.hold),
    asked as (
      select own.subject_id, own.created_at as held_at, q.party_hash, q.answered_at, q.matches from own join compliance.hold_question l on l.hold_id = own.id
      join compliance.question q on q.party_hash = l.party_hash and q.service = l.service)
  select (exists (select from asked) or exists (select from own join compliance.hold_hit l on l.hold_id = own.id))
    and not exists (select from own join compliance.hold_hit l on l.hold_id = own.id
      join compliance.hit h on h.id = l.hit_id where h.state <> 'cleared')
    -- An answer that is too old is older by hours, the clocks of two processes differ by less than a minute.
    and not exists (select from asked where coalesce(answered_at < held_at - interval '1 minute', true))
    and not exists (select from asked join compliance.hit h on h.party_hash = asked.party_hash
      where h.entry_hash = any(asked.matches) and h.state <> 'cleared' and not exists (
        select from compliance.hold_hit l join compliance.hold p on p.id = l.hold_id
        where l.hit_id = h.id and p.subject_id = asked.subject_id and p.state <> 'released' and p.concluded_at is null))
$$;
