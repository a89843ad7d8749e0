alter table destinations.address add column beneficiary jsonb;
comment on column destinations.address.beneficiary is
  'Whose wallet it is at its provider: another company or person. Null: that of the institution itself.';
grant insert (beneficiary) on destinations.address to specie_app;

create table compliance.exchange (
  id uuid primary key,
  institution_id uuid references directory.institution (id),
  direction text not null,
  subject_kind text,
  subject_id uuid,
  address_id uuid,
  wallet text not null,
  asset text not null,
  blockchain text not null,
  amount numeric not null check (amount > 0),
  vasp text,
  travel_address text,
  peer text,
  sealed_parties bytea,
  token text not null,
  request_id text not null,
  version text not null,
  tried text[] not null default '{}',
  callback text,
  answer_to text[] not null default '{}',
  due text,
  next_at timestamptz,
  tries integer not null default 0,
  opened_at timestamptz not null,
  held_at timestamptz,
  problem text,
  reason text,
  txid text,
  ended_as text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((due is null) = (next_at is null)),
  constraint out_is_about_a_transfer check (direction = 'in' or (subject_id is not null and institution_id is not null)),
  constraint in_names_its_peer check (direction = 'out' or peer is not null)
);
comment on table compliance.exchange is
  'Exchanges of the Travel Rule: with the provider of a wallet before coins leave (out), and of providers who ask before they send (in). Coins leave to a hosted wallet only when the exchange of their transfer is approved (chains.refuse_bytes).';
comment on column compliance.exchange.institution_id is 'Null: an inquiry about a wallet that is not ours.';
comment on column compliance.exchange.subject_id is 'Out: the transfer. In: the deposit that it announced, once it is here.';
comment on column compliance.exchange.address_id is 'The whitelisted wallet.';
comment on column compliance.exchange.wallet is 'The wallet that is paid.';
comment on column compliance.exchange.peer is 'In: the host that asks. Its request identifiers are unique.';
comment on column compliance.exchange.sealed_parties is 'Originator and beneficiary (IVMS101), sealed with the key of the institution.';
comment on column compliance.exchange.token is 'The secret in the addresses that the counterparty calls.';
comment on column compliance.exchange.request_id is 'The identifier of the inquiry; a repeated one has the same.';
comment on column compliance.exchange.tried is 'Versions that the counterparty has refused.';
comment on column compliance.exchange.callback is 'Out: where we expect the decision. In: where the counterparty expects it.';
comment on column compliance.exchange.answer_to is 'Where the counterparty expects the transaction, or the cancellation.';
comment on column compliance.exchange.due is 'The message that must be sent, at next_at.';
comment on column compliance.exchange.opened_at is 'Settlement time; its deadlines count from here.';
comment on column compliance.exchange.held_at is 'When the transfer was held because of it.';
comment on column compliance.exchange.problem is 'What keeps it from going on, for staff.';
comment on column compliance.exchange.reason is 'Why it was rejected or canceled.';
comment on column compliance.exchange.ended_as is 'How the transfer has ended: sent, or canceled.';
create unique index exchange_of_transfer on compliance.exchange (subject_id) where direction = 'out';
create unique index exchange_of_peer on compliance.exchange (peer, request_id) where direction = 'in';
create index exchange_due on compliance.exchange (next_at) where due is not null;
create index exchange_open on compliance.exchange (opened_at)
  where state in ('draft', 'sent', 'acknowledged', 'approved', 'conflict');
create index exchange_newest on compliance.exchange (created_at, id);
create index exchange_announced on compliance.exchange (institution_id, lower(wallet)) where direction = 'in';
grant select, insert (id, institution_id, direction, subject_kind, subject_id, address_id, wallet, asset, blockchain, amount,
  vasp, travel_address, peer, sealed_parties, token, request_id, version, callback, due, next_at, opened_at, problem, state,
  created_at, updated_at), update (subject_kind, subject_id, request_id, version, tried, callback, answer_to, due, next_at,
  tries, held_at, problem, reason, txid, ended_as, state, updated_at) on compliance.exchange to specie_app;

create table compliance.exchange_message (
  id uuid primary key,
  exchange_id uuid not null references compliance.exchange (id),
  at timestamptz not null,
  way text not null,
  kind text not null,
  request_id text,
  version text,
  status integer,
  authentic boolean not null,
  says jsonb,
  problem text,
  sealed_body bytea
);
comment on table compliance.exchange_message is 'What was sent and received in an exchange, in its order. Nothing is changed.';
comment on column compliance.exchange_message.kind is
  'inquiry, resolution or confirmation; reply: the answer to one of ours.';
comment on column compliance.exchange_message.status is 'Of the answer; null: there was none, or it is a request.';
comment on column compliance.exchange_message.authentic is 'Received with the token of the exchange, or as an answer to a request of ours.';
comment on column compliance.exchange_message.says is 'What it means, as it was read; null: not readable.';
comment on column compliance.exchange_message.sealed_body is 'The text, sealed with the key of the institution.';
create index on compliance.exchange_message (exchange_id, at);
grant select, insert on compliance.exchange_message to specie_app;
