-- Whether a second person would be asked less often: for some asset, the amount above which it is asked is higher than before. An
-- asset without an amount is asked for from zero on.
create or replace function people.amounts_raised(before jsonb, after jsonb) returns boolean
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select exists (select from jsonb_each_text(after) to_be
    where to_be.value::numeric > coalesce((before ->> to_be.key)::numeric, 0))
$$;
