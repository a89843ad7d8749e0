-- Requests an approval from people of an institution for a payment that one of its keys has requested. Keys request
-- only payments, each once. Refused: role, unknown (the key is not of this institution), expiry.
create or replace function people.request_approval_by_key(key uuid, institution uuid, id uuid, kind text, subject text, payload text,
    reason text, expires_at timestamptz, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from people.approval_kind k where k.name = kind and k.side = 'institution' and k.by_keys) then
    perform people.refuse_approval('role', '{"act": "ask", "by": "key"}');
  end if;
  if not exists (select from people.api_key k where k.id = key and k.institution_id = institution) then
    perform people.refuse_approval('unknown', '{"what": "key"}');
  end if;
  if expires_at <= at or expires_at > at + interval '7 days' then
    perform people.refuse_approval('expiry');
  end if;
  perform state.set_actor(directory.key_actor(key), reason, at);
  insert into people.approval (id, kind, institution_id, subject, payload, payload_hash, maker_key, reason, state, expires_at,
      created_at, updated_at)
    values (id, kind, institution, subject, payload, sha256(convert_to(payload, 'UTF8')), key, reason, 'waiting', expires_at,
      at, at);
end $$;
revoke all on function people.request_approval_by_key from public;
grant execute on function people.request_approval_by_key to specie_app;
