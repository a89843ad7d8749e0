-- What a key may do has changed: its version grows, and processes read it anew (institutions.key_use).
create or replace function institutions.standing_changed() returns trigger
  language plpgsql security definer set search_path = institutions, pg_temp as $$
declare
  whose uuid := coalesce(new.institution_id, old.institution_id);
begin
  -- In the order in which admission locks them.
  perform from key_use u where u.key_id in (select k.id from api_key k where k.institution_id = whose)
  order by u.key_id for no key update;
  update key_use u set version = u.version + 1 from api_key k where k.institution_id = whose and u.key_id = k.id;
  return null;
end $$;
