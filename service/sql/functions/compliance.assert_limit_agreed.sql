-- Two people set a limit: a row has the amount that they approved (limit.set).
create or replace function compliance.assert_limit_agreed() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from jsonb_array_elements(people.approved_payload('limit.set', new.institution_id::text) -> 'limits') agreed
  where agreed ->> 'product' = new.product and agreed ->> 'asset' = new.asset and agreed ->> 'period' = new.period
    and ledger.minor_units(new.asset, (agreed ->> 'amount')::numeric) is not distinct from new.amount;
  if not found then
    raise exception 'a limit is set by two people: limit.set needs their approval'
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
