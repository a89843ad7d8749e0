-- Notes the nonces of the keys that were used since they were last noted; answers how many. Never downwards: what a nonce was once
-- it stays at least.
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
