-- What has left for good: signed for its destination, or the bank has the order to pay it.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.departed (subject) as
  select subject from chains.irrevocable
  union all
  select subject from banking.ordered_payout;
