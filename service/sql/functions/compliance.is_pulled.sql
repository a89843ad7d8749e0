-- Whether one of these switches is pulled.
create or replace function compliance.is_pulled(switches text[]) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from compliance.switch s where s.what = any (switches) and s.lifted_at is null)
$$;
