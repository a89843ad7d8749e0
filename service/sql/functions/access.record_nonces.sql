-- Records the current nonces of all keys used since the last call; returns their number. A recorded nonce never falls.
create or replace function access.record_nonces(now_at timestamptz) returns bigint
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with marked as (
    insert into access.nonce_mark as m (key_id, nonce, version, at)
    select u.key_id, u.last_nonce, u.version, now_at from access.key_use u left join access.nonce_mark o on o.key_id = u.key_id
    where u.last_nonce > coalesce(o.nonce, -1) order by u.key_id
    on conflict (key_id) do update set nonce = excluded.nonce, at = excluded.at where m.nonce < excluded.nonce
    returning 1
  )
  select count(*) from marked
$$;
revoke all on function access.record_nonces from public;
grant execute on function access.record_nonces to specie_app;
