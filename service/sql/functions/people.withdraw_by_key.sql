-- A key of the institution withdraws a waiting request of its keys or people. The payment is canceled. Returns the
-- request; null when none waits. Refused: role (no payment), unknown (the key is not of this institution). Locks: the
-- approval.
create or replace function people.withdraw_by_key(key uuid, institution uuid, kind text, subject text, at timestamptz)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  withdrawn uuid;
begin
  if not exists (select from people.approval_kind k where k.name = kind and k.by_keys) then
    perform people.refuse_approval('role', '{"act": "withdraw", "by": "key"}');
  end if;
  if not exists (select from people.api_key k where k.id = key and k.institution_id = institution) then
    perform people.refuse_approval('unknown', '{"what": "key"}');
  end if;
  perform state.set_actor(directory.key_actor(key), 'withdrawn', at);
  update people.approval a set state = 'withdrawn', withdrawn_by = directory.key_actor(key), updated_at = at
    where a.institution_id = institution and a.kind = withdraw_by_key.kind and a.subject = withdraw_by_key.subject
      and a.state = 'waiting'
    returning a.id into withdrawn;
  return withdrawn;
end $$;
revoke all on function people.withdraw_by_key from public;
grant execute on function people.withdraw_by_key to specie_app;
