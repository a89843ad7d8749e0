-- Writes every step of an approval to the audit chain: the person, the address, and the hashes of the payload and of
-- the checker's evidence. Runs at the end of the transaction, because the lock on the head of the chain comes after all
-- others.
create or replace function people.record_approval() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  maker text := coalesce(directory.person_actor(new.maker), directory.key_actor(new.maker_key));
  actor text := case when new.state = 'expired' then 'service' when new.state in ('approved', 'refused') then directory.person_actor(new.checker)
    else coalesce(new.withdrawn_by, maker) end;
  acted uuid := case when new.state in ('approved', 'refused') then new.checker_session
    when actor = maker then new.maker_session end;
  action text := case new.state when 'waiting' then 'approval.asked' when 'withdrawn' then 'approval.withdrawn'
    when 'expired' then 'approval.expired' else 'approval.decided' end;
  details text;
begin
  -- Canonical JSON: sorted keys, no white space.
  select string_agg(to_json(d.key) || ':' || to_json(d.value), ',' order by d.key collate "C") into details
  from (values
    ('checker', new.checker::text),
    ('decision', case new.state when 'approved' then 'approve' when 'refused' then 'refuse' end),
    ('evidence_hash', encode(sha256(convert_to(new.evidence, 'UTF8')), 'hex')),
    ('ip', (select host(s.ip) from people.session s where s.id = acted)),
    ('kind', new.kind),
    ('maker', coalesce(new.maker, new.maker_key)::text),
    ('payload_hash', encode(new.payload_hash, 'hex')),
    ('session', acted::text),
    ('subject', new.subject),
    ('why', coalesce(new.decision_reason, new.reason))
  ) d (key, value) where d.value is not null;
  perform audit.append(actor, action, new.id::text, '{' || details || '}');
  return null;
end $$;
revoke all on function people.record_approval from public;
