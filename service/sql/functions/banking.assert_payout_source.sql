-- A payout must match its cause in amount, currency, owner and destination. A conversion learns the id of its payout
-- only after the payout begins, so it is checked before the payment order is made.
create or replace function banking.assert_payout_source() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if banking.payout_sources(new.id) is null then
    raise exception 'payout % matches no requested %', new.id, new.kind
      using errcode = 'check_violation', constraint = 'payout_without_cause';
  end if;
  return null;
end $$;
