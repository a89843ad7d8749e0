-- Set by the database when the row is added: whether a second person of the institution must approve that it is paid to a bank
-- account.
alter table issuance.redemption add column second_person boolean not null default false;
