-- A conversion of fiat names the payout that pays for it, and no other thing.
alter table issuance.conversion add foreign key (payout_id) references banking.payout (id);
create index on issuance.conversion (payout_id) where payout_id is not null;
