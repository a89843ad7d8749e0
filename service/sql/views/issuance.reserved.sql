-- Mints whose money went to the reserve before their coins exist, with the purpose of the operation that issues them
-- and the journal that moved the money. For treasury.prefunded_mints.
create or replace view issuance.reserved (subject, coin, purpose, key) as
  select id, asset, 'mint', 'mint:' || id || ':reserved' from issuance.mint
    where reserved and booked_at is null and state.is_open('mint', state);
