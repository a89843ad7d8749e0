-- The items among these that have left for good: signed for their destination, or ordered at the bank.
create or replace function compliance.left_among(items uuid[]) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select distinct subject from compliance.departed where subject = any(items)
$$;
revoke all on function compliance.left_among from public;
