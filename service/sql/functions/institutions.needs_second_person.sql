-- For payments, before a row is added; the argument is the kind of the approval. Notes whether a second person of the institution
-- must approve it, as the institution has chosen: whatever the service says, the database decides. Coins to the own balance
-- leave nothing.
create or replace function institutions.needs_second_person() returns trigger language plpgsql as $$
begin
  new.second_person := (to_jsonb(new) ->> 'address_id' is not null or to_jsonb(new) ->> 'bank_account_id' is not null)
    and exists (select from institutions.second_person s
      where s.institution_id = new.institution_id and s.kind = tg_argv[0] and not s.is_dropped
        and new.quantity > coalesce(ledger.minor_units(new.asset, (s.amounts ->> new.asset)::numeric), 0));
  return new;
end $$;
revoke all on function institutions.needs_second_person from public;
