-- Refuses a use that would exceed a limit (limit_exceeded). The detail names the limit and what is left of it.
create or replace function compliance.refuse_use(exceeded jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the % limit of % for % would be exceeded', exceeded ->> 'limit', exceeded ->> 'product', exceeded ->> 'asset'
    using errcode = 'check_violation', constraint = 'limit_exceeded', detail = exceeded::text;
end $$;
revoke all on function compliance.refuse_use from public;
