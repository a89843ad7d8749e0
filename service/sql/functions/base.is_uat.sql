-- Whether this is a UAT database, for guards that apply only in production or only in UAT.
create or replace function base.is_uat() returns boolean language sql stable set search_path = base, pg_temp as $$
  select name = 'uat' from environment
$$;
