-- Withdrawals not queued for their chain yet. For treasury.unsent.
create or replace view transfers.unsent (chain, asset, amount) as
  select blockchain, asset, quantity from transfers.withdrawal
    where blockchain is not null and state.is_open('withdrawal', state)
      and state not in ('sending', 'confirming');
