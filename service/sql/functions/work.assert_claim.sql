-- Raises unless the caller holds the claim. Keeps the row locked until the transaction ends, so that no other process
-- can take the claim. A transaction that has written nothing passes, because the lock would assign it a transaction id.
create or replace function work.assert_claim(p_name text, p_holder uuid, p_token bigint) returns void
  language plpgsql security definer set search_path = work, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return;
  end if;
  perform from claim where name = p_name and holder = p_holder and token = p_token for share;
  if not found then
    raise exception '% has passed to another process', p_name using errcode = 'SP001';
  end if;
end $$;
revoke all on function work.assert_claim from public;
grant execute on function work.assert_claim to specie_app;
