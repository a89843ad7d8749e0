-- The last accepted prices. Rules value items by them.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.reference_rate (symbol, units, decimals) as
  select symbol, units, decimals from markets.reference_rate;
