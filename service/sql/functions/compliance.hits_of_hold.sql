-- The hits that a hold is about. They are named in the transaction that places it, so they never change.
create or replace function compliance.hits_of_hold(hold uuid) returns uuid[]
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select array_agg(l.hit_id order by l.hit_id) from compliance.hold_hit l where l.hold_id = hits_of_hold.hold
$$;
