-- Whether two people have cleared every hit that this hold is about. False for a hold that is about none.
create or replace function compliance.is_hold_cleared(hold uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_and(h.state = 'cleared'), false) from compliance.hold_hit l
  join compliance.hit h on h.id = l.hit_id where l.hold_id = is_hold_cleared.hold
$$;
