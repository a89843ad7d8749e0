-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table rails.rail
  drop constraint if exists rail_railtype_check,
  add constraint rail_railtype_check check (railtype in (
    'FiatToStablecoin',
    'StablecoinToFiat'));
