-- The address that a rejected thing goes back to, as two people have named it last; null: none.
create or replace function compliance.return_address(thing uuid) returns text
  language sql stable set search_path = compliance, pg_temp as $$
  select h.return_to from hold h where h.id = compliance.rejected_hold(thing)
$$;
