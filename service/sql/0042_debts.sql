-- What institutions owe is looked for whenever money is credited (ledger.cover_debts). The predicate leaves the balance out: with it,
-- no update of a balance could be made in place.
create index account_owed_idx on ledger.account (owner, asset) where pool = 'client' and name = 'owed';

-- A provider's wire can be taken back, too: then the institution that it was for owes what it has spent of it.
alter table banking.expected
  add column institution_id uuid references directory.institution (id),
  add column taken_back bigint unique references banking.entry (id);  -- the debit by which the bank took it back
alter table banking.expected disable trigger user;
update banking.expected e set institution_id = coalesce(
  (select c.institution_id from issuance.conversion c where c.id = e.subject),
  (select p.institution_id from rails.payment p where p.id = e.subject));
alter table banking.expected enable trigger user;
alter table banking.expected alter column institution_id set not null;
grant update (taken_back) on banking.expected to specie_app;

-- What two people decide not to credit goes back to the address that they name, or is frozen.
alter table compliance.hold
  add column return_to text,  -- where a rejected deposit goes back to
  drop constraint four_eyes,
  add constraint four_eyes check (state not in ('released', 'rejected', 'frozen')
    or (maker is not null and checker is not null and lower(maker) <> lower(checker)));
grant update (return_to) on compliance.hold to specie_app;

alter table transfers.deposit
  add column returned_to text,
  add column return_fee numeric(38, 0) not null default 0 check (return_fee >= 0),  -- what the return costs its sender
  add column return_cost numeric(38, 0) not null default 0 check (return_cost >= 0),  -- what the address paid the network of it
  add column frozen_by uuid;  -- the hold by which it was frozen
grant update (returned_to, return_fee, return_cost, frozen_by) on transfers.deposit to specie_app;
create index deposit_returning on transfers.deposit (created_at) where state = 'returning';

alter table banking.wire add column frozen_by uuid;  -- the hold by which it was frozen
grant update (frozen_by) on banking.wire to specie_app;

-- It asks which thing, too: only what leaves waits because of a debt.
drop function if exists compliance.reasons_to_wait(uuid, text, text);
