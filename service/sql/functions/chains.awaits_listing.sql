-- True while coins must not be sent to this holder, because the allow list of the coin is on, or may be, and the listing of
-- the holder is not final.
create or replace function chains.awaits_listing(of_chain text, of_asset text, holder text) returns boolean
  language sql stable as $$
  select coalesce((select a.is_on or a.done_at is null from chains.allow_list a
      where (a.chain, a.asset) = (of_chain, of_asset) order by a.number desc limit 1), false)
    and not coalesce((select l.is_listed and l.state = 'final' from chains.listed l
      where (l.chain, l.asset, l.address) = (of_chain, of_asset, holder)), false)
$$;
revoke all on function chains.awaits_listing from public;
grant execute on function chains.awaits_listing to specie_app;
