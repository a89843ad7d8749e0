-- Made by `npm run generate` from the room.ts of its room; do not edit.
alter table chains.deposit_address
  drop constraint if exists deposit_address_family_check,
  add constraint deposit_address_family_check check (family in (
    'evm',
    'solana',
    'bitcoin'));
