-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table ledger.chart
  drop constraint if exists chart_pool_check,
  add constraint chart_pool_check check (pool in (
    'client',
    'reserve',
    'house',
    'supply')),
  drop constraint if exists chart_owner_check,
  add constraint chart_owner_check check (owner in (
    'none',
    'institution',
    'chain',
    'provider',
    'case',
    'payment')),
  drop constraint if exists chart_side_check,
  add constraint chart_side_check check (side in (
    'debit',
    'credit'));
