-- Ends a request that has reached its time limit; a request never approves itself. Returns false when it is already
-- decided, or another transaction decides it now. Locks: the approval.
create or replace function people.expire_approval(id uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from people.approval a where a.id = expire_approval.id and a.state = 'waiting' and a.expires_at <= at
    for update skip locked;
  if not found then
    return false;
  end if;
  perform state.set_actor('service', 'expired', at);
  update people.approval a set state = 'expired', updated_at = at where a.id = expire_approval.id;
  return true;
end $$;
revoke all on function people.expire_approval from public;
grant execute on function people.expire_approval to specie_app;
