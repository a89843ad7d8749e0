-- The number of these hits and the hash of their ids, as two people sign them: '2 5feceb66…'. Null: none.
create or replace function compliance.summary_of_hits(hits uuid[]) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select count(*) || ' ' || encode(sha256(convert_to(string_agg(hit::text, ' ' order by hit), 'UTF8')), 'hex')
  from unnest(summary_of_hits.hits) hit having count(*) > 0
$$;
