-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table trading.quote
  drop constraint if exists quote_side_check,
  add constraint quote_side_check check (side in (
    'Buy',
    'Sell'));
