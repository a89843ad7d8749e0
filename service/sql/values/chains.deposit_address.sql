-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table chains.deposit_address
  drop constraint if exists deposit_address_family_check,
  add constraint deposit_address_family_check check (family in (
    'evm',
    'solana',
    'bitcoin'));
