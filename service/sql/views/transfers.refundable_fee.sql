-- Fees of withdrawals that the chain may still refuse, or that were stopped. They may be refunded. For
-- treasury.refundable_fee.
create or replace view transfers.refundable_fee (asset, amount) as
  select asset, fee from transfers.withdrawal
    where blockchain is not null and state in ('sending', 'confirming', 'held');
