-- Alerts of rules, holds, matches and exchanges. A part of compliance.alert. `is_open`: people have not decided yet.
create or replace view compliance.own_alert
    (key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary) as
  -- A hold that another one has caused is decided together with it.
  select 'hold:' || id, 'hold', id::text, subject_kind, subject_id, institution_id, null::text, created_at,
    state in ('placed', 'under_review'), null::text
  from compliance.hold
  where reason in ('aml_review', 'sanctions_review', 'travel_rule', 'edd_required') and cause is null
  union all
  select 'rule:' || h.version_id || ':' || h.item_id, 'rule', h.version_id::text, m.kind, h.item_id, h.institution_id, null,
    h.at, false, null
  from compliance.rule_hit h join compliance.movement m on m.item_id = h.item_id where not h.is_shadow
  union all
  -- Not a match that was cleared before the party came, or found after it was gone.
  select 'match:' || p.id || ':' || h.id, 'match', h.id::text, 'party', p.id, p.institution_id, null,
    greatest(p.created_at, h.created_at), h.state = 'open' and p.ended_at is null, null
  from compliance.party p join compliance.hit h on h.party_hash = p.hash
  where coalesce(h.decided_at >= p.created_at, true) and coalesce(p.ended_at >= h.created_at, true)
  union all
  -- As in the queue of staff: an inquiry in doubt, and what the other provider does not take. Its name is a text from outside.
  select 'exchange:' || id, 'exchange', id::text, 'exchange', id, institution_id,
    case when institution_id is null then left(coalesce(nullif(btrim(vasp), ''), peer, 'an unknown provider'), 400) end, updated_at, true, problem
  from compliance.exchange
  where direction = 'in' and state = 'acknowledged' or due = 'confirmation' and tries > 4 or undelivered is not null
    or direction = 'in' and state = 'approved' and created_at < now() - interval '1 day';
