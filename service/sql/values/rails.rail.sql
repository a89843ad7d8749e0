-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table rails.rail
  drop constraint if exists rail_railtype_check,
  add constraint rail_railtype_check check (railtype in (
    'FiatToStablecoin',
    'StablecoinToFiat'));
