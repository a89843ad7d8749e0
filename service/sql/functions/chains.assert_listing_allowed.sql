-- Only wallets that may receive coins are listed: our own ones, and the usable ones of institutions. With the list off,
-- accounts that the list had frozen are thawed again (Solana).
create or replace function chains.assert_listing_allowed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.is_listed and not exists (select from chains.allowed_holder a where (a.chain, a.address) = (new.chain, new.address))
      and (select a.is_on from chains.allow_list a where (a.chain, a.asset) = (new.chain, new.asset) order by a.number desc limit 1)
        is distinct from false then
    raise exception '% on % is no wallet that may hold %', new.address, new.chain, new.asset
      using errcode = 'check_violation', constraint = 'holder_not_allowed';
  end if;
  return new;
end $$;
