-- Whether this database belongs to UAT, for guards that production alone needs, or UAT alone.
create or replace function base.is_uat() returns boolean language sql stable set search_path = base, pg_temp as $$
  select name = 'uat' from environment
$$;
