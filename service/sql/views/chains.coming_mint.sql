-- Coins that may still come into being and are no liability yet: treasury asks what the reserve must cover for them (L5).
-- The first condition says nothing new; with it, the index of a subject's operation can be used as well.
create or replace view chains.coming_mint (purpose, subject, asset, amount) as
  select purpose, subject, asset, amount from chains.operation
  where state not in ('failed', 'canceled') and kind = 'mint'
    and (state in ('queued', 'working') or state = 'final' and unread);
grant select on chains.coming_mint to specie_app;
