-- Items that have left for good: signed for their destination, or ordered at the bank.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.departed (subject) as
  select subject from chains.irrevocable
  union all
  select subject from banking.ordered_payout;
