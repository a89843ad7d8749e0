-- For payments, before a row is added; the argument is the kind of the approval. Notes whether a second person of the institution
-- must approve it, as the institution has chosen: whatever the service says, the database decides. Coins to the omnibus wallet
-- leave nothing: they are the institution's balance. On what an offboarded institution is paid, two of the staff have agreed. For the balance of one that is offboarded, two of the staff have agreed.
create or replace function institutions.needs_second_person() returns trigger language plpgsql as $$
begin
  new.second_person := exists (select from institutions.second_person s
      where s.institution_id = new.institution_id and s.kind = tg_argv[0] and not s.is_dropped
        and new.quantity > coalesce(ledger.minor_units(new.asset, (s.amounts ->> new.asset)::numeric), 0))
    and not exists (select from chains.omnibus_wallet w
      where w.chain = new.blockchain and w.address = to_jsonb(new) ->> 'address')
    and coalesce((to_jsonb(new) ->> 'closing')::boolean, false) is false;
  return new;
end $$;
revoke all on function institutions.needs_second_person from public;
