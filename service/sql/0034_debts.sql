-- What institutions owe is looked for whenever money is credited (ledger.cover_debts). The predicate leaves the balance out: with it,
-- no update of a balance could be made in place.
create index account_owed_idx on ledger.account (owner, asset) where pool = 'client' and name = 'owed';

-- A provider's wire can be taken back, too: then the institution that it was for owes what it has spent of it.
alter table banking.expected
  add column institution_id uuid references institutions.institution (id),
  add column taken_back bigint unique references banking.entry (id);  -- the debit by which the bank took it back
alter table banking.expected disable trigger user;
update banking.expected e set institution_id = coalesce(
  (select c.institution_id from issuance.conversion c where c.id = e.subject),
  (select p.institution_id from rails.payment p where p.id = e.subject));
alter table banking.expected enable trigger user;
alter table banking.expected alter column institution_id set not null;
grant update (taken_back) on banking.expected to specie_app;
