-- An operation must match its cause in asset, amount and destination.
create or replace function chains.assert_operation_source() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if chains.operation_sources(new.id) is null then
    raise exception 'operation % matches no requested %', new.id, new.purpose
      using errcode = 'check_violation', constraint = 'operation_without_cause';
  end if;
  return null;
end $$;
