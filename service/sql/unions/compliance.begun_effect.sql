-- Items with an outside effect: signed, or ordered. Requests to providers are in work.begun_intent.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.begun_effect (subject) as
  select subject from chains.signed
  union all
  select subject from banking.ordered_payout;
