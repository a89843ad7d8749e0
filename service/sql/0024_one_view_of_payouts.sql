-- Lists read the bank's reference of a payout from banking.payout_details, as statements do.

drop view if exists banking.payout_reference;
