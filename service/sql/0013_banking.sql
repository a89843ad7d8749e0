create schema banking;
comment on schema banking is
  'Reports of the bank (files, entries, wires) and payments through the bank. Reports are stored unchanged. Where two reports, or a report and our books, disagree, a case is opened and nothing is corrected.';
grant usage on schema banking to specie_app;

create sequence banking.reference_number start 20000000 maxvalue 99999999;
comment on sequence banking.reference_number is 'Payment references: a QR reference for CHF, a virtual account for GBP.';
grant usage on sequence banking.reference_number to specie_app;

create table banking.bank_account (
  iban text primary key,
  purpose text not null check (purpose in ('client_money', 'reserve', 'house')),
  currency text not null check (currency in ('CHF', 'GBP')),
  qriban text unique,
  sortcode text,
  account text,
  bic text not null,
  name text not null,
  unique (purpose, currency)
);
comment on table banking.bank_account is 'Our accounts as the bank lists them. The row locks also queue the imports.';
grant select, insert (iban, purpose, currency, qriban, sortcode, account, bic, name), update (qriban, sortcode, account,
  bic, name) on banking.bank_account to specie_app;

create table banking.feed (
  only_row boolean primary key default true check (only_row),
  last bigint not null
);
comment on table banking.feed is 'How far the bank''s list of files has been read.';
insert into banking.feed (last) values (0);
grant select, update (last) on banking.feed to specie_app;

create table banking.file (
  sha256 text primary key,
  received_at timestamptz not null
);
comment on table banking.file is 'Imported files. A file is imported once, whichever way it arrives.';
-- For the console: when something last arrived.
create index file_received_at on banking.file (received_at);
grant select, insert (sha256, received_at) on banking.file to specie_app;

create table banking.message (
  id bigint generated always as identity primary key,
  file text not null references banking.file (sha256),
  kind text not null check (kind in ('camt.054', 'camt.053')),
  account text not null references banking.bank_account (iban),
  sequence bigint not null,
  content text not null,
  created_at timestamptz not null,
  from_date date,
  to_date date,
  opening numeric(38, 0),
  closing numeric(38, 0),
  format text not null,
  check ((kind = 'camt.053') = (num_nonnulls(from_date, to_date, opening, closing) = 4)),
  check (format in ('camt.054', 'camt.053', 'mt940') and (format = 'camt.054') = (kind = 'camt.054')),
  unique (account, format, sequence)
);
comment on table banking.message is
  'Notifications (camt.054) and statements (camt.053, MT940), each of one account. A file may contain several. The bank '
  'reports a movement in several kinds of files, once in each.';
comment on column banking.message.content is
  'Hash of the content without its own name and time: a repetition has the same hash.';
comment on column banking.message.format is 'MT940 has its own sequence numbers beside camt.053; they begin with the year.';
create index on banking.message (account, kind, id);
-- Finds the first notifications of an account. With the order by id, PostgreSQL would read the whole table for an account without any.
create index on banking.message (account, sequence) where kind = 'camt.054';
grant select, insert (file, kind, account, sequence, content, created_at, from_date, to_date, opening, closing, format) on
  banking.message to specie_app;

create table banking.entry (
  id bigint generated always as identity primary key,
  account text not null references banking.bank_account (iban),
  bankref text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount numeric(38, 0) not null check (amount > 0),
  booking_date date not null,
  end_to_end_id text,
  reported jsonb not null,
  notified_by bigint references banking.message (id),
  confirmed_by bigint references banking.message (id),
  booked_at timestamptz,
  reported_by bigint[] not null,
  reported_detail jsonb,
  retracted_at timestamptz,
  unique (account, bankref),
  check (num_nonnulls(notified_by, confirmed_by) > 0),
  check (cardinality(reported_by) > 0)
);
comment on table banking.entry is
  'Movements on our accounts. A line that does not identify its movement books nothing and waits in banking.unclear_line.';
comment on column banking.entry.bankref is
  'Our own reference of the movement; several movements may share one reference of the bank.';
comment on column banking.entry.reported is 'The complete entry as the bank first reported it.';
comment on column banking.entry.booked_at is 'When the ledger followed; null: a case says why it did not.';
comment on column banking.entry.reported_by is 'Every message that reported the entry; the first one first.';
comment on column banking.entry.reported_detail is 'A later report that contains more than the first.';
comment on column banking.entry.retracted_at is
  'When a person found that the bank never booked the entry. The ledger has reversed it.';
create index entry_unbooked on banking.entry (account, id) where booked_at is null;
create index entry_unconfirmed on banking.entry (account) where notified_by is null or confirmed_by is null;
create index on banking.entry (account, end_to_end_id, amount) where direction = 'credit';
create index on banking.entry (account, booking_date);
create index on banking.entry (account, (reported ->> 'bankref'));
grant select, insert (account, bankref, direction, amount, booking_date, end_to_end_id, reported, notified_by, confirmed_by,
  reported_by), update (end_to_end_id, notified_by, confirmed_by, booked_at, reported_by, reported_detail, retracted_at) on banking.entry to
  specie_app;

create table banking.wire (
  id uuid primary key,
  entry_id bigint not null unique references banking.entry (id),
  bankref text not null,
  currency text not null check (currency in ('CHF', 'GBP')),
  amount numeric(38, 0) not null check (amount > 0),
  value_date text not null,
  sender_name text,
  sender_account text,
  sender_bic text,
  reference text,
  paid_to text,
  institution_id uuid references directory.institution (id),
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  on_hold boolean not null default false,
  frozen_by uuid,
  check (state in ('booked', 'unidentified', 'return_pending', 'returned') or institution_id is not null)
);
comment on table banking.wire is 'Credits to client money, except our own payouts that come back.';
comment on column banking.wire.value_date is 'As the bank wrote it.';
comment on column banking.wire.reference is 'A QR reference (QRR) or creditor reference (SCOR).';
comment on column banking.wire.paid_to is 'The QR-IBAN or virtual account that was paid.';
comment on column banking.wire.on_hold is 'The wire is on hold. Only compliance.mark_held_item changes it.';
comment on column banking.wire.frozen_by is 'The hold that froze it.';
create index on banking.wire (institution_id, created_at, id);
create index wire_due on banking.wire (created_at)
  where state in ('booked', 'unidentified', 'attributed', 'screening');
create index wire_on_hold on banking.wire (created_at) where on_hold;
-- Wires that wait for a person or for missing data.
create index on banking.wire (created_at) where state = 'held';
create index wire_newest on banking.wire (created_at, id);
create index wire_bankref on banking.wire (bankref);
create index wire_reference on banking.wire (reference) where reference is not null;
create index wire_sender_account on banking.wire (sender_account) where sender_account is not null;
grant select, insert (id, entry_id, bankref, currency, amount, value_date, sender_name, sender_account, sender_bic,
  reference, paid_to, state, created_at, updated_at), update (sender_name, sender_account, sender_bic, reference, paid_to,
  institution_id, reason, state, updated_at, frozen_by) on banking.wire to specie_app;

create table banking.reference (
  institution_id uuid not null references directory.institution (id),
  currency text not null check (currency in ('CHF', 'GBP')),
  value text not null unique,
  created_at timestamptz not null,
  primary key (institution_id, currency)
);
comment on table banking.reference is 'The payment reference of each institution and currency.';
grant select, insert (institution_id, currency, value, created_at) on banking.reference to specie_app;

create table banking.sender (
  account text primary key,
  institution_id uuid not null references directory.institution (id),
  created_at timestamptz not null
);
comment on table banking.sender is
  'Accounts from which an institution pays. An account belongs to one institution. Every wire from it is attributed to that '
  'institution, so the service cannot add one.';
grant select on banking.sender to specie_app;

create table banking.bank_case (
  id bigint generated always as identity primary key,
  kind text not null,
  cause text not null,
  entry_id bigint references banking.entry (id),
  detail jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  unique (kind, cause),
  check ((closed_at is null) = (closed_by is null))
);
comment on table banking.bank_case is
  'Differences that a person must resolve. One per cause, forever: a resolved case stays resolved.';
create index case_open on banking.bank_case (kind) where closed_at is null;
create index on banking.bank_case (entry_id) where entry_id is not null;
grant select, insert (kind, cause, entry_id, detail, opened_at), update (closed_at, closed_by) on banking.bank_case to
  specie_app;

create table banking.payment_order (
  id uuid primary key,
  message_id text not null unique check (message_id ~ '^[A-Za-z0-9]{1,35}$'),
  purpose text not null check (purpose in ('client_money', 'reserve')),
  currency text not null check (currency in ('CHF', 'GBP')),
  execution_date date not null,
  xml text not null,
  asked_at timestamptz,
  created_at timestamptz not null
);
comment on table banking.payment_order is
  'Orders to the bank (pain.001). The bytes are stored as they were sent: a repetition after an unknown outcome must be the '
  'same message.';
-- A booking is matched with orders by their message id, which some banks cut, and by their day.
create index on banking.payment_order (left(message_id, 16));
create index on banking.payment_order (execution_date);
grant select, insert (id, message_id, purpose, currency, execution_date, xml, created_at), update (asked_at) on
  banking.payment_order to specie_app;

create table banking.payout (
  id uuid primary key,
  kind text not null,
  subject uuid not null,
  institution_id uuid references directory.institution (id),
  purpose text not null check (purpose in ('client_money', 'reserve')),
  currency text not null check (currency in ('CHF', 'GBP')),
  amount numeric(38, 0) not null check (amount > 0),
  creditor_name text not null,
  creditor_account text not null,
  creditor_bic text,
  remittance text,
  end_to_end_id text not null unique check (end_to_end_id ~ '^[A-Za-z0-9]{1,35}$'),
  order_id uuid references banking.payment_order (id),
  reason text,
  debited text,
  credited text,
  unread boolean not null default false,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  withheld boolean not null default false,
  provider text,
  agreed_by uuid,
  check (kind <> 'withdrawal' or institution_id is not null),
  check (kind <> 'sweep' or subject = id),
  constraint owner_of_a_redemption check (kind <> 'redemption' or institution_id is not null),
  constraint sent_by_an_order check (order_id is not null or state in ('prepared', 'rejected')),
  constraint a_fee_sweep_is_its_own check (kind <> 'fee_sweep' or subject = id and purpose = 'client_money'),
  constraint to_a_provider check ((kind = 'conversion') = (provider is not null)),
  constraint only_a_return_is_agreed check (agreed_by is null or kind = 'return')
);
comment on table banking.payout is
  'Payments that leave through the bank. They are collected into payment orders, which are sent exactly once (E1).';
comment on column banking.payout.subject is
  'The row that is paid: the withdrawal, or the returned wire. A sweep is its own subject.';
comment on column banking.payout.institution_id is 'Whose money it is; always set for a withdrawal.';
comment on column banking.payout.purpose is 'The account that pays.';
comment on column banking.payout.reason is 'Why the bank rejected or returned it.';
comment on column banking.payout.debited is 'The bank''s reference of the entry that debited the account.';
comment on column banking.payout.credited is
  'The bank''s reference of the entry that returned it, or of the other leg of a sweep.';
comment on column banking.payout.unread is 'The room that requested it has not yet processed its current state.';
comment on column banking.payout.withheld is
  'It failed while on hold: its money stays in `pending` until people decide.';
comment on column banking.payout.provider is
  'For a conversion: the provider that it pays. Fiat is sold first and paid after, once per sale. The payment is owed '
  'whatever happens to the mint, so holds on the mint do not stop it.';
comment on column banking.payout.agreed_by is
  'For a return: the approval or the rejected hold by which people agreed. Each serves once.';
-- One payout per subject. A return that the bank could not deliver may be tried once more.
create unique index one_payout on banking.payout (kind, subject) where state not in ('rejected', 'returned');
-- The amount due between client money and reserve is swept by one payout at a time; otherwise it would be paid twice.
create unique index one_sweep on banking.payout (purpose, currency)
  where kind = 'sweep' and state in ('prepared', 'batched', 'sent', 'accepted');
create index on banking.payout (purpose, currency, created_at) where state = 'prepared';
create index on banking.payout (order_id) where state in ('batched', 'sent', 'accepted');
create index on banking.payout (kind, updated_at) where unread;
create index on banking.payout (subject);
create unique index one_fee_sweep on banking.payout (currency)
  where kind = 'fee_sweep' and state in ('prepared', 'batched', 'sent', 'accepted');
create index payout_without_reference on banking.payout (institution_id)
  where debited is null and kind in ('withdrawal', 'redemption');
-- The payouts of an order, when the bank answers it and when the bank books it.
create index on banking.payout (order_id) where order_id is not null;
-- The last sweep, and the last statement of an account.
create index on banking.payout (kind, currency, created_at) where kind in ('sweep', 'fee_sweep');
-- Sweeps that the bank has refused recently.
create index on banking.payout (kind, currency, updated_at) where kind in ('sweep', 'fee_sweep') and state = 'rejected';
create unique index return_agreed on banking.payout (agreed_by) where agreed_by is not null;
create index payout_listed on banking.payout (created_at, id);
grant select, insert (id, kind, subject, institution_id, purpose, currency, amount, creditor_name, creditor_account,
  creditor_bic, remittance, end_to_end_id, state, created_at, updated_at, provider), update (order_id, reason, debited,
  credited, unread, state, updated_at, withheld) on banking.payout to specie_app;

create table banking.expected (
  reference text primary key,
  currency text not null check (currency in ('CHF', 'GBP')),
  amount numeric(38, 0) not null check (amount > 0),
  kind text not null check (kind in ('conversion', 'rail')),
  subject uuid not null,
  provider text not null,
  owed boolean not null default false,
  entry_id bigint unique references banking.entry (id),
  created_at timestamptz not null,
  institution_id uuid references directory.institution (id) not null,
  taken_back bigint unique references banking.entry (id)
);
comment on table banking.expected is
  'Wires that we expect from a provider. They pay its debt and are not deposits. Each arrives once.';
comment on column banking.expected.owed is 'The provider has sold; nothing is booked before that.';
comment on column banking.expected.taken_back is
  'The debit by which the bank took it back. The institution then owes what it has spent of it.';
create index on banking.expected (subject);
grant select, insert (reference, currency, amount, kind, subject, provider, created_at, institution_id), update (owed,
  entry_id, taken_back) on banking.expected to specie_app;

create table banking.alias (
  account text not null references banking.bank_account (iban),
  bankref text not null,
  entry_id bigint not null references banking.entry (id),
  primary key (account, bankref)
);
comment on table banking.alias is
  'Other references of the bank for the same movement: not every bank uses one reference in all of its files.';
grant select, insert (account, bankref, entry_id) on banking.alias to specie_app;

create table banking.unclear_line (
  id bigint generated always as identity primary key,
  message_id bigint not null references banking.message (id),
  place int not null,
  account text not null references banking.bank_account (iban),
  format text not null,
  booking_date date not null,
  value_date date not null,
  amount numeric(38, 0) not null check (amount > 0),
  reported jsonb not null,
  entries bigint[] not null default '{}',
  decided_by text,
  unique (message_id, place)
);
comment on table banking.unclear_line is 'Lines that do not identify their movement. They book nothing.';
comment on column banking.unclear_line.entries is
  'The movements that the line reports. Empty: it waits for a file that explains it, or for a person.';
comment on column banking.unclear_line.decided_by is 'Null: found by comparison, and compared again with every new file.';
create index on banking.unclear_line (account, booking_date);
create index unclear_waiting on banking.unclear_line (account) where entries = '{}';
grant select, insert (message_id, place, account, format, booking_date, value_date, amount, reported, entries, decided_by),
  update (entries, decided_by) on banking.unclear_line to specie_app;

create table banking.manual_file (
  sha256 text primary key,
  content bytea not null,
  taken_by text not null check (taken_by <> ''),
  why text not null check (why <> ''),
  taken_at timestamptz not null,
  taken_on date not null,
  confirmed_by text check (lower(confirmed_by) <> lower(taken_by)),
  confirmed_at timestamptz,
  retracted_by text,
  retracted_at timestamptz,
  check (num_nonnulls(confirmed_by, confirmed_at) in (0, 2)),
  check (num_nonnulls(retracted_by, retracted_at) in (0, 2))
);
comment on table banking.manual_file is
  'Bank files that a person imports. Their origin is unverified, so they move no money: their content waits until the bank '
  'reports it over its own channel.';
comment on column banking.manual_file.content is 'Stored for investigation and for the second person who may confirm it.';
grant select, insert (sha256, content, taken_by, why, taken_at, taken_on), update (confirmed_by, confirmed_at, retracted_by,
  retracted_at) on banking.manual_file to specie_app;

create table banking.manual_line (
  id uuid primary key,
  file text not null references banking.manual_file (sha256),
  account text not null references banking.bank_account (iban),
  currency text not null,
  format text not null,
  bankref text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount numeric(38, 0) not null check (amount > 0),
  booking_date date not null,
  reported jsonb not null,
  institution_id uuid references directory.institution (id),
  state text not null check (state in ('waiting', 'confirmed', 'retracted')),
  entry_id bigint references banking.entry (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'confirmed') = (entry_id is not null))
);
comment on table banking.manual_line is
  'Movements of an imported file. A line is confirmed by the entry in which the bank reports it.';
comment on column banking.manual_line.institution_id is 'The institution that sees it as pending.';
create index on banking.manual_line (file);
create index on banking.manual_line (account, booking_date);
create index on banking.manual_line (entry_id) where entry_id is not null;
create index manual_line_waiting on banking.manual_line (account) where state = 'waiting';
create index manual_line_pending on banking.manual_line (institution_id) where state = 'waiting';
grant select, insert (id, file, account, currency, format, bankref, direction, amount, booking_date, reported, institution_id,
  state, created_at, updated_at), update (state, entry_id, updated_at) on banking.manual_line to specie_app;

create table banking.payer_account (
  payer text not null,
  account text not null,
  active boolean not null default true,
  primary key (payer, account)
);
comment on table banking.payer_account is
  'Accounts whose wires are not deposits: a provider pays what it owes, the issuer funds its reserve. A wire from any other '
  'account is a deposit, whatever reference it has. The owner of the database writes them from PROVIDER_ACCOUNTS and '
  'ISSUER_ACCOUNTS; the service cannot.';
comment on column banking.payer_account.active is 'False: the account was configured before and is no longer.';
grant select on banking.payer_account to specie_app;
