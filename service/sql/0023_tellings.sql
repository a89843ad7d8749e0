-- The bank tells of a movement in several kinds of file: notifications (camt.054), statements (camt.053), and MT940. Each
-- kind tells of it once. An entry is a movement; a line that does not say which movement it is moves nothing, and waits.

-- An MT940 has its own numbers, beside those of camt.053.
alter table banking.message add column format text;
update banking.message set format = kind;
alter table banking.message
  alter column format set not null,
  add check (format in ('camt.054', 'camt.053', 'mt940') and (format = 'camt.054') = (kind = 'camt.054')),
  drop constraint message_account_kind_sequence_key,
  add unique (account, format, sequence);

alter table banking.entry
  add column told_by bigint[] not null default '{}',  -- every message that told of it, the first one first
  add column fuller jsonb,  -- a later telling that says more than the first
  add column disowned_at timestamptz;  -- a person found out that the bank never booked it: the ledger has undone it
update banking.entry set told_by = array_remove(array[notified_by, confirmed_by], null);
alter table banking.entry alter column told_by drop default, add check (cardinality(told_by) > 0);
create index on banking.entry (account, booking_date);
grant update (told_by, fuller, end_to_end_id, disowned_at) on banking.entry to specie_app;
-- A wire that was told without its reference or sender, and later with them.
grant update (reference, paid_to, sender_name, sender_account, sender_bic) on banking.wire to specie_app;

-- Another reference of the bank for the same movement: not every bank uses one reference in all its files.
create table banking.alias (
  account text not null references banking.bank_account (iban),
  bankref text not null,
  entry_id bigint not null references banking.entry (id),
  primary key (account, bankref)
);
grant select, insert on banking.alias to specie_app;

-- Lines that do not say by themselves which movement they are. They book nothing. A line speaks of `entries`; without any
-- it waits: for the file that explains it, or for a person.
create table banking.unclear_line (
  id bigint generated always as identity primary key,
  message_id bigint not null references banking.message (id),
  place int not null,
  account text not null references banking.bank_account (iban),
  format text not null,
  booking_date date not null,
  value_date date not null,
  amount numeric(38, 0) not null check (amount > 0),
  said jsonb not null,
  entries bigint[] not null default '{}',
  decided_by text,  -- null: found by comparing, and compared again with every file that comes
  unique (message_id, place)
);
create index on banking.unclear_line (account, booking_date);
create index unclear_waiting on banking.unclear_line (account) where entries = '{}';
grant select, insert, update (entries, decided_by) on banking.unclear_line to specie_app;

-- One more kind of case beside those that are there.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'banking.bank_case'::regclass and conname = 'bank_case_kind_check');
begin
  alter table banking.bank_case drop constraint bank_case_kind_check;
  execute 'alter table banking.bank_case add constraint bank_case_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''unclear_entry''::text, ');
end $$;
