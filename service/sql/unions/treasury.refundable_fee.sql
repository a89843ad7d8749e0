-- Booked fees in coins or crypto that are not settled yet, because they may have to be refunded.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view treasury.refundable_fee (asset, amount) as
  select asset, amount from transfers.refundable_fee;
grant select on treasury.refundable_fee to specie_app;
