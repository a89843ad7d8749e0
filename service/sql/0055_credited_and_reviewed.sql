-- A payment over a rail that is credited to its institution has ended, and the provider reports its settlement.
drop index rails.payment_received_currency_updated_at_idx;
create index on rails.payment (received_currency, updated_at)
  where blockchain is null and state in ('completed', 'returned', 'credited');

-- A wallet that people review is not proved yet. Those that waited as `screening` can be decided on from there.
alter table destinations.address drop constraint proved;
alter table destinations.address add constraint proved check (ownership = 'vasp' or proof is not null
  or state in ('submitted', 'screening', 'in_review', 'proof_required', 'rejected'));
drop index destinations.wallet_screening;
create index wallet_in_review on destinations.address (updated_at) where state in ('in_review', 'screening');
