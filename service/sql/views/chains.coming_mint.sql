-- Coins that may still be created and are no liability yet. The reserve must cover them (L5). The first condition is
-- redundant; it lets the planner use the index on a subject's operation.
create or replace view chains.coming_mint (purpose, subject, asset, amount) as
  select purpose, subject, asset, amount from chains.operation
  where state not in ('failed', 'canceled') and kind = 'mint'
    and (state in ('queued', 'working') or state = 'final' and unread);
grant select on chains.coming_mint to specie_app;
