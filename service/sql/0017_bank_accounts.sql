-- A bank account that an institution registers is a thing of institutions, as its addresses are: withdrawals and redemptions
-- are both paid to it. Its rows get new versions under the new name (base/audit/row-versions.ts).

alter table transfers.bank_account set schema destinations;
drop function if exists audit.note_transfers_bank_account() cascade;
