-- A key of the institution takes back what a key has asked for, while it waits. Returns the request; null: none waits.
-- Locks: the approval.
create or replace function people.withdraw_by_key(key uuid, institution uuid, kind text, subject text, at timestamptz)
  returns uuid
  language plpgsql security definer set search_path = people, pg_temp as $$
declare
  withdrawn uuid;
begin
  perform state.acting('key ' || key, 'withdrawn', at);
  update approval a set state = 'withdrawn', updated_at = at
    where a.institution_id = institution and a.kind = withdraw_by_key.kind and a.subject = withdraw_by_key.subject
      and a.maker_key is not null and a.state = 'waiting'
    returning a.id into withdrawn;
  return withdrawn;
end $$;
revoke all on function people.withdraw_by_key from public;
grant execute on function people.withdraw_by_key to specie_app;
