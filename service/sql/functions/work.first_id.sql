-- The first id that could be generated at that time. Ids begin with their milliseconds.
create or replace function work.first_id(at timestamptz) returns uuid
  language sql immutable set search_path = pg_catalog, pg_temp
  as $$ select rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;
