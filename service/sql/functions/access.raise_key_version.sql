-- The permissions of a key have changed: its version rises, and processes read the key again (access.key_use). Every
-- version is recorded and never repeats. A process could have cached the permissions of an earlier one.
create or replace function access.raise_key_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whose uuid := coalesce(new.institution_id, old.institution_id);
begin
  -- In the lock order of admission.
  perform from access.key_use u where u.key_id in (select k.id from access.api_key k where k.institution_id = whose)
  order by u.key_id for no key update;
  update access.key_use u set version = u.version + 1 from access.api_key k where k.institution_id = whose and u.key_id = k.id;
  insert into access.nonce_mark as m (key_id, nonce, version, at)
  select u.key_id, u.last_nonce, u.version, clock_timestamp()
  from access.api_key k join access.key_use u on u.key_id = k.id where k.institution_id = whose order by u.key_id
  on conflict (key_id) do update set nonce = greatest(m.nonce, excluded.nonce), version = excluded.version, at = excluded.at;
  return null;
end $$;
