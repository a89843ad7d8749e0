-- The states of redemptions that are not open: a redemption is never canceled.
drop index issuance.redemption_promised;
create index redemption_promised on issuance.redemption (blockchain, asset)
  where booked_at is null and state not in ('settled', 'rejected', 'failed');
