-- Whether a second person would be required less often: the threshold of some asset rises. An asset without a threshold
-- requires one from zero.
create or replace function people.amounts_raised(before jsonb, after jsonb) returns boolean
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select exists (select from jsonb_each_text(after) to_be
    where to_be.value::numeric > coalesce((before ->> to_be.key)::numeric, 0))
$$;
