-- Made by `npm run generate` from a prepared database; do not edit.

create schema access;

comment on schema access is 'API keys of institutions, and the admission of their calls (A1).';

grant usage on schema access to specie_app;

create table access.api_key (
  id uuid not null,
  institution_id uuid not null,
  spki bytea not null,
  label text not null,
  scopes text[] not null,
  ip_allowlist cidr[] default '{}'::cidr[] not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  nonce_window_ms integer,
  expires_at timestamp with time zone,
  replaces uuid,
  overlap_seconds integer,
  revoke_at timestamp with time zone,
  frozen_by text,
  proven_at timestamp with time zone,
  proof jsonb,
  constraint api_key_frozen_by_check CHECK ((frozen_by = ANY (ARRAY['institution'::text, 'approver'::text, 'staff'::text]))),
  constraint api_key_nonce_window_ms_check CHECK (((nonce_window_ms >= 1000) AND (nonce_window_ms <= 86400000))),
  constraint api_key_overlap_seconds_check CHECK (((overlap_seconds >= 0) AND (overlap_seconds <= 2592000))),
  constraint overlap_of_successor CHECK (((replaces IS NULL) = (overlap_seconds IS NULL))),
  constraint api_key_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint api_key_replaces_fkey FOREIGN KEY (replaces) REFERENCES access.api_key(id),
  constraint api_key_pkey PRIMARY KEY (id)
);
comment on table access.api_key is 'Public keys with which institutions sign their requests.';
comment on column access.api_key.spki is 'The public key. The private key stays with the institution.';
comment on column access.api_key.ip_allowlist is 'An empty list allows every address.';
comment on column access.api_key.nonce_window_ms is 'For a key whose nonces are the time of the call: the largest allowed deviation from our clock. Null: a nonce only needs to be higher than the last one.';
comment on column access.api_key.expires_at is 'Null: the key does not expire.';
comment on column access.api_key.replaces is 'The predecessor of this key.';
comment on column access.api_key.overlap_seconds is 'How long the predecessor stays valid beside this key.';
comment on column access.api_key.revoke_at is 'When a replaced key ends.';
comment on column access.api_key.frozen_by is 'Who froze the key. An institution cannot unfreeze what staff has frozen.';
comment on column access.api_key.proven_at is 'When the holder proved possession of the private key. Only a proven key is unique, so registering a stranger''s public key blocks nobody.';
comment on column access.api_key.proof is 'Challenge, nonce and signature; the proof can be verified again.';
CREATE INDEX api_key_institution_id_idx ON access.api_key USING btree (institution_id);
CREATE INDEX api_key_revoke_at_idx ON access.api_key USING btree (revoke_at) WHERE ((revoke_at IS NOT NULL) AND (state <> 'revoked'::text));
CREATE INDEX api_key_spki_idx ON access.api_key USING btree (spki);
CREATE UNIQUE INDEX one_proven_key ON access.api_key USING btree (spki) WHERE (proven_at IS NOT NULL);
CREATE TRIGGER begins AFTER INSERT ON access.api_key REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('api_key');
CREATE TRIGGER keep_insert AFTER INSERT ON access.api_key REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_api_key();
CREATE TRIGGER keep_update AFTER UPDATE ON access.api_key REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_api_key();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON access.api_key FOR EACH ROW EXECUTE FUNCTION state.enforce('api_key');
CREATE TRIGGER standing AFTER UPDATE OF state, scopes, ip_allowlist, nonce_window_ms, revoke_at, institution_id ON access.api_key FOR EACH ROW EXECUTE FUNCTION access.raise_key_version();
CREATE TRIGGER two_agree BEFORE INSERT OR UPDATE OF scopes ON access.api_key FOR EACH ROW WHEN ((NOT (new.scopes <@ ARRAY['read'::text]))) EXECUTE FUNCTION people.assert_second_person_approved('member.key', 'publickey', 'label', 'scopes');
CREATE TRIGGER two_still_agree BEFORE UPDATE OF state ON access.api_key FOR EACH ROW WHEN (((old.state = 'registered'::text) AND (new.state = 'active'::text) AND (NOT (new.scopes <@ ARRAY['read'::text])))) EXECUTE FUNCTION people.assert_still_approved('member.key');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, spki ON access.api_key FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.spki IS DISTINCT FROM new.spki))) EXECUTE FUNCTION base.never_changes();
grant select on access.api_key to specie_app;
grant insert (id, institution_id, spki, label, scopes, ip_allowlist, state, created_at, updated_at, nonce_window_ms, expires_at, replaces, overlap_seconds) on access.api_key to specie_app;
grant update (label, scopes, ip_allowlist, state, updated_at, nonce_window_ms, revoke_at, frozen_by, proven_at, proof) on access.api_key to specie_app;

create table access.key_challenge (
  key_id uuid not null,
  value bytea not null,
  expires_at timestamp with time zone not null,
  constraint key_challenge_key_id_fkey FOREIGN KEY (key_id) REFERENCES access.api_key(id),
  constraint key_challenge_pkey PRIMARY KEY (key_id)
);
comment on table access.key_challenge is 'The text that a key must sign once. A new challenge replaces the previous one.';
CREATE TRIGGER keep_delete AFTER DELETE ON access.key_challenge REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_key_challenge();
CREATE TRIGGER keep_insert AFTER INSERT ON access.key_challenge REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_key_challenge();
CREATE TRIGGER keep_update AFTER UPDATE ON access.key_challenge REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_key_challenge();
CREATE TRIGGER unchanged BEFORE UPDATE OF key_id ON access.key_challenge FOR EACH ROW WHEN ((old.key_id IS DISTINCT FROM new.key_id)) EXECUTE FUNCTION base.never_changes();
grant delete, select on access.key_challenge to specie_app;
grant insert (key_id, value, expires_at) on access.key_challenge to specie_app;
grant update (value, expires_at) on access.key_challenge to specie_app;

create table access.key_use (
  key_id uuid not null,
  last_nonce numeric(20,0) default '-1'::integer not null,
  next_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  version bigint default 1 not null,
  admitted boolean default false not null,
  constraint key_use_key_id_fkey FOREIGN KEY (key_id) REFERENCES access.api_key(id),
  constraint key_use_pkey PRIMARY KEY (key_id)
) with (fillfactor=50);
comment on table access.key_use is 'The part of a key that changes with every call. Half-empty pages keep these updates in place (HOT).';
comment on column access.key_use.next_at is 'Due time of the next call at a rate of one per second.';
comment on column access.key_use.version is 'Version of the rights of the key: its state, scopes and addresses, the KYB case and the agreements of its institution. Processes cache the rights and present this version, so a change takes effect from its commit on.';
comment on column access.key_use.admitted is 'Carries the result of the update inside access.admit. Nothing else reads it.';
CREATE TRIGGER nonce_rises BEFORE UPDATE OF last_nonce ON access.key_use FOR EACH ROW WHEN ((new.last_nonce < old.last_nonce)) EXECUTE FUNCTION access.assert_nonce_rises();
CREATE TRIGGER version_rises BEFORE UPDATE OF version ON access.key_use FOR EACH ROW WHEN ((new.version < old.version)) EXECUTE FUNCTION base.never_falls('the version of a key');
grant select on access.key_use to specie_app;
grant insert (key_id) on access.key_use to specie_app;

create table access.nonce_mark (
  key_id uuid not null,
  nonce numeric(20,0) not null,
  at timestamp with time zone not null,
  version bigint default 1 not null,
  constraint nonce_mark_key_id_fkey FOREIGN KEY (key_id) REFERENCES access.api_key(id),
  constraint nonce_mark_pkey PRIMARY KEY (key_id)
);
comment on table access.nonce_mark is 'The nonce of each used key at a moment in time. Nonces change with every call and have no row versions; this table detects one that falls.';
comment on column access.nonce_mark.version is 'The version of the rights of the key at that time. A falling version would restore a revoked key.';
CREATE TRIGGER keep_insert AFTER INSERT ON access.nonce_mark REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_nonce_mark();
CREATE TRIGGER keep_update AFTER UPDATE ON access.nonce_mark REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_access_nonce_mark();
CREATE TRIGGER unchanged BEFORE UPDATE OF key_id ON access.nonce_mark FOR EACH ROW WHEN ((old.key_id IS DISTINCT FROM new.key_id)) EXECUTE FUNCTION base.never_changes();
grant select on access.nonce_mark to specie_app;

create table access.recent_call (
  id bigint generated always as identity not null,
  key_id uuid not null,
  at timestamp with time zone not null,
  path text not null,
  status smallint not null,
  code text,
  trace_id text not null,
  ip text not null,
  constraint recent_call_pkey PRIMARY KEY (id)
);
comment on table access.recent_call is 'The latest calls of each key, for display. Only access.record_calls writes it. It has no foreign key, which would cost a lookup per call.';
comment on column access.recent_call.code is 'The error code, if the call failed.';
CREATE INDEX recent_call_key_id_id_idx ON access.recent_call USING btree (key_id, id);
grant select on access.recent_call to specie_app;

create view access.api_key_label as
 SELECT id,
    institution_id,
    label
   FROM access.api_key;
grant select on access.api_key_label to specie_app;

-- function access.admit(uuid[],numeric[],bigint[]) returns record, security definer; called by: specie_app
-- function access.admit_in_turn(uuid[],numeric[],bigint[]) returns record, security definer; called by: the owner only
-- function access.assert_nonce_rises() returns trigger; called by: public
-- function access.raise_key_version() returns trigger, security definer; called by: public
-- function access.record_calls(jsonb) returns void, security definer; called by: specie_app
-- function access.record_nonces(timestamp with time zone) returns bigint, security definer; called by: specie_app

create schema audit;

comment on schema audit is 'The audit chain (V1): every entry carries the hash of the entry before it. Only functions write here. Seals cover journals, orders and row versions in commit order; `specie check` compares them later.';

grant usage on schema audit to specie_app;

create table audit.entry (
  seq bigint not null,
  body text not null,
  hash bytea not null,
  constraint entry_pkey PRIMARY KEY (seq)
);
comment on table audit.entry is 'The audit chain.';
comment on column audit.entry.body is 'Canonical JSON (audit.append): exactly the bytes that are hashed.';
comment on column audit.entry.hash is 'Hash of the previous hash and the body.';
CREATE INDEX entry_action ON audit.entry USING btree ("substring"(body, '^\{"action":"((?:[^"\\]|\\.)*)"'::text), seq);
CREATE INDEX entry_actor ON audit.entry USING btree ("substring"(body, '^\{"action":"[^"]*","actor":"((?:[^"\\]|\\.)*)"'::text), seq);
CREATE INDEX entry_subject ON audit.entry USING btree ("substring"(body, '"subject":"((?:[^"\\]|\\.)*)"\}$'::text), seq);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.entry FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on audit.entry to specie_app;

create table audit.head (
  only_row boolean default true not null,
  seq bigint not null,
  hash bytea not null,
  constraint head_only_row_check CHECK (only_row),
  constraint head_pkey PRIMARY KEY (only_row)
);
comment on table audit.head is 'The end of the chain. Its row lock queues all writers: take it last and keep it out of hot paths.';
grant select on audit.head to specie_app;

create table audit.marked_from (
  only_row boolean default true not null,
  committed xid8 not null,
  constraint marked_from_only_row_check CHECK (only_row),
  constraint marked_from_pkey PRIMARY KEY (only_row)
);
comment on table audit.marked_from is 'The first transaction from which every order has a mark. The first start with a key writes it.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.marked_from FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON audit.marked_from REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_audit_marked_from();
CREATE TRIGGER keep_update AFTER UPDATE ON audit.marked_from REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_audit_marked_from();
CREATE TRIGGER unchanged BEFORE UPDATE OF only_row, committed ON audit.marked_from FOR EACH ROW WHEN (((old.only_row IS DISTINCT FROM new.only_row) OR (old.committed IS DISTINCT FROM new.committed))) EXECUTE FUNCTION base.never_changes();
grant select on audit.marked_from to specie_app;

create table audit.seal (
  id bigint generated always as identity not null,
  stream text not null,
  first numeric(20,0) not null,
  last numeric(20,0) not null,
  count bigint not null,
  sha256 bytea not null,
  marks bytea not null,
  at timestamp with time zone not null,
  constraint seal_check CHECK (((first <= last) AND (count > 0))),
  constraint seal_pkey PRIMARY KEY (id),
  constraint seal_stream_first_key UNIQUE (stream, first)
);
comment on table audit.seal is 'A hash over each stretch of a stream (journals, orders, versions, history), written after its transactions have ended.';
comment on column audit.seal.first is 'First position in the stream, inclusive.';
comment on column audit.seal.last is 'Last position in the stream, inclusive.';
comment on column audit.seal.sha256 is 'Hash over the hashes of all items.';
comment on column audit.seal.marks is 'The first eight bytes of the hash of each item; they identify a changed item.';
CREATE INDEX seal_stream_last_idx ON audit.seal USING btree (stream, last);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.seal FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on audit.seal to specie_app;

create table audit.shape (
  id integer generated always as identity not null,
  name text not null,
  columns text[] not null,
  constraint shape_pkey PRIMARY KEY (id),
  constraint shape_name_columns_key UNIQUE (name, columns)
);
comment on table audit.shape is 'The sets of columns that hashes of row versions cover.';
comment on column audit.shape.name is 'Schema and table.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.shape FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on audit.shape to specie_app;

create table audit.shipment (
  destination text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  constraint shipment_pkey PRIMARY KEY (destination)
);
comment on table audit.shipment is 'The newest signed head that each destination has received. A restart continues there.';
comment on column audit.shipment.seq is 'Position of that head in the audit chain.';
grant select on audit.shipment to specie_app;

create table audit.signature (
  seq bigint not null,
  hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  at timestamp with time zone not null,
  constraint signature_pkey PRIMARY KEY (seq)
);
comment on table audit.signature is 'Heads of the audit chain, signed with the key `audit`.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.signature FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on audit.signature to specie_app;

create table audit.version (
  seq bigint generated always as identity not null,
  committed xid8 default pg_current_xact_id() not null,
  name text not null,
  id text not null,
  shape integer not null,
  hash bytea not null,
  role text not null,
  was bytea,
  session text,
  mark bytea,
  at timestamp with time zone default clock_timestamp() not null,
  constraint version_shape_fkey FOREIGN KEY (shape) REFERENCES audit.shape(id),
  constraint version_pkey PRIMARY KEY (seq)
);
comment on table audit.version is 'A hash of each row of a versioned table after each change, and who wrote it (base/audit/row-versions.ts). A change that bypasses the triggers has no version.';
comment on column audit.version.committed is 'The transaction that wrote the version.';
comment on column audit.version.name is 'Schema and table.';
comment on column audit.version.id is 'The primary key of the row; its parts are joined by a slash.';
comment on column audit.version.role is 'The role that wrote: the login of the service, `migration`, or any other role.';
comment on column audit.version.was is 'Hash of the row before the change; null for a new row and for versions written by a migration.';
comment on column audit.version.session is 'The key with which the mark was made.';
comment on column audit.version.mark is 'Made with a key that the service holds and the database does not (base/audit/trace-key.ts); null if written without a key.';
comment on column audit.version.at is 'A version that stays unsealed for long is reported.';
CREATE INDEX version_committed ON audit.version USING btree (committed, seq);
CREATE INDEX version_of_row ON audit.version USING btree (name, id, seq);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.version FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on audit.version to specie_app;

-- function audit.add_seal(text,numeric,numeric,bigint,bytea,bytea) returns void, security definer; called by: specie_app
-- function audit.add_signature(bigint,bytea,bytea,bytea,timestamp with time zone) returns void, security definer; called by: specie_app
-- function audit.append(text,text,text,text) returns timestamp with time zone, security definer; called by: specie_app
-- function audit.note_access_api_key() returns trigger, security definer; called by: the owner only
-- function audit.note_access_key_challenge() returns trigger, security definer; called by: the owner only
-- function audit.note_access_nonce_mark() returns trigger, security definer; called by: the owner only
-- function audit.note_audit_marked_from() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_alias() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_bank_account() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_bank_case() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_entry() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_expected() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_file() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_manual_file() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_manual_line() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_message() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_payer_account() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_payment_order() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_payout() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_reference() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_sender() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_unclear_line() returns trigger, security definer; called by: the owner only
-- function audit.note_banking_wire() returns trigger, security definer; called by: the owner only
-- function audit.note_base_data_key() returns trigger, security definer; called by: the owner only
-- function audit.note_base_environment() returns trigger, security definer; called by: the owner only
-- function audit.note_base_prepared() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_allow_list() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_attempt() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_carried() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_coin_transfer() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_contract() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_deposit_address() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_listing() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_movement() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_operation() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_token_account() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_transaction() returns trigger, security definer; called by: the owner only
-- function audit.note_chains_wallet() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_case_alert() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_case_document() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_case_file() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_case_note() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_exchange() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_exchange_message() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_hit() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_hold() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_hold_hit() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_hold_question() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_hold_rule() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_limit_rule() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_list_entry() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_list_source() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_list_version() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_part() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_party() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_question() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_rule() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_rule_hit() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_rule_version() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_screening() returns trigger, security definer; called by: the owner only
-- function audit.note_compliance_switch() returns trigger, security definer; called by: the owner only
-- function audit.note_destinations_address() returns trigger, security definer; called by: the owner only
-- function audit.note_destinations_bank_account() returns trigger, security definer; called by: the owner only
-- function audit.note_directory_institution() returns trigger, security definer; called by: the owner only
-- function audit.note_directory_person() returns trigger, security definer; called by: the owner only
-- function audit.note_directory_person_role() returns trigger, security definer; called by: the owner only
-- function audit.note_issuance_conversion() returns trigger, security definer; called by: the owner only
-- function audit.note_issuance_conversion_leg() returns trigger, security definer; called by: the owner only
-- function audit.note_issuance_mint() returns trigger, security definer; called by: the owner only
-- function audit.note_issuance_redemption() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_agreement() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_closing_payout() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_information_request() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_kyb_case() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_kyb_document() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_kyb_person() returns trigger, security definer; called by: the owner only
-- function audit.note_onboarding_requirement_tick() returns trigger, security definer; called by: the owner only
-- function audit.note_people_approval() returns trigger, security definer; called by: the owner only
-- function audit.note_people_challenge() returns trigger, security definer; called by: the owner only
-- function audit.note_people_device() returns trigger, security definer; called by: the owner only
-- function audit.note_people_link() returns trigger, security definer; called by: the owner only
-- function audit.note_people_passkey() returns trigger, security definer; called by: the owner only
-- function audit.note_people_password() returns trigger, security definer; called by: the owner only
-- function audit.note_people_recovery_code() returns trigger, security definer; called by: the owner only
-- function audit.note_people_second_person() returns trigger, security definer; called by: the owner only
-- function audit.note_people_session() returns trigger, security definer; called by: the owner only
-- function audit.note_people_totp() returns trigger, security definer; called by: the owner only
-- function audit.note_rails_payment() returns trigger, security definer; called by: the owner only
-- function audit.note_rails_rail() returns trigger, security definer; called by: the owner only
-- function audit.note_rails_statement() returns trigger, security definer; called by: the owner only
-- function audit.note_rails_statement_entry() returns trigger, security definer; called by: the owner only
-- function audit.note_reports_holder() returns trigger, security definer; called by: the owner only
-- function audit.note_reports_holder_day() returns trigger, security definer; called by: the owner only
-- function audit.note_reports_outsourced_service() returns trigger, security definer; called by: the owner only
-- function audit.note_shipped(text,bigint) returns void, security definer; called by: specie_app
-- function audit.note_trading_closed_flow() returns trigger, security definer; called by: the owner only
-- function audit.note_trading_conversion() returns trigger, security definer; called by: the owner only
-- function audit.note_trading_execution() returns trigger, security definer; called by: the owner only
-- function audit.note_trading_pair() returns trigger, security definer; called by: the owner only
-- function audit.note_trading_quote() returns trigger, security definer; called by: the owner only
-- function audit.note_trading_venue() returns trigger, security definer; called by: the owner only
-- function audit.note_transfers_deposit() returns trigger, security definer; called by: the owner only
-- function audit.note_transfers_statement() returns trigger, security definer; called by: the owner only
-- function audit.note_transfers_unreferenced() returns trigger, security definer; called by: the owner only
-- function audit.note_transfers_withdrawal() returns trigger, security definer; called by: the owner only
-- function audit.note_work_intent() returns trigger, security definer; called by: the owner only
-- function audit.note_work_request() returns trigger, security definer; called by: the owner only
-- function audit.note_work_used_id() returns trigger, security definer; called by: the owner only
-- function audit.read_people_session() returns TABLE(id text, content jsonb), security definer; called by: specie_app

create schema banking;

comment on schema banking is 'Reports of the bank (files, entries, wires) and payments through the bank. Reports are stored unchanged. Where two reports, or a report and our books, disagree, a case is opened and nothing is corrected.';

grant usage on schema banking to specie_app;

create table banking.alias (
  account text not null,
  bankref text not null,
  entry_id bigint not null,
  constraint alias_account_fkey FOREIGN KEY (account) REFERENCES banking.bank_account(iban),
  constraint alias_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES banking.entry(id),
  constraint alias_pkey PRIMARY KEY (account, bankref)
);
comment on table banking.alias is 'Other references of the bank for the same movement: not every bank uses one reference in all of its files.';
CREATE TRIGGER keep_insert AFTER INSERT ON banking.alias REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_alias();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.alias REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_alias();
CREATE TRIGGER unchanged BEFORE UPDATE OF account, bankref, entry_id ON banking.alias FOR EACH ROW WHEN ((((old.account IS DISTINCT FROM new.account) OR (old.bankref IS DISTINCT FROM new.bankref)) OR (old.entry_id IS DISTINCT FROM new.entry_id))) EXECUTE FUNCTION base.never_changes();
grant select on banking.alias to specie_app;
grant insert (account, bankref, entry_id) on banking.alias to specie_app;

create table banking.bank_account (
  iban text not null,
  purpose text not null,
  currency text not null,
  qriban text,
  sortcode text,
  account text,
  bic text not null,
  name text not null,
  constraint bank_account_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint bank_account_purpose_check CHECK ((purpose = ANY (ARRAY['client_money'::text, 'reserve'::text, 'house'::text]))),
  constraint bank_account_pkey PRIMARY KEY (iban),
  constraint bank_account_purpose_currency_key UNIQUE (purpose, currency),
  constraint bank_account_qriban_key UNIQUE (qriban)
);
comment on table banking.bank_account is 'Our accounts as the bank lists them. The row locks also queue the imports.';
CREATE TRIGGER keep_insert AFTER INSERT ON banking.bank_account REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_bank_account();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.bank_account REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_bank_account();
CREATE TRIGGER unchanged BEFORE UPDATE OF iban, purpose, currency ON banking.bank_account FOR EACH ROW WHEN ((((old.iban IS DISTINCT FROM new.iban) OR (old.purpose IS DISTINCT FROM new.purpose)) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION base.never_changes();
grant select on banking.bank_account to specie_app;
grant insert (iban, purpose, currency, qriban, sortcode, account, bic, name) on banking.bank_account to specie_app;
grant update (qriban, sortcode, account, bic, name) on banking.bank_account to specie_app;

create table banking.bank_case (
  id bigint generated always as identity not null,
  kind text not null,
  cause text not null,
  entry_id bigint,
  detail jsonb not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  constraint bank_case_check CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint bank_case_kind_check CHECK ((kind = ANY (ARRAY['sequence_gap'::text, 'duplicate_sequence'::text, 'balance_break'::text, 'entry_differs'::text, 'unmatched_entry'::text, 'unclear_entry'::text, 'missing_in_notification'::text, 'missing_in_statement'::text, 'recall'::text, 'return_failed'::text, 'unreadable_file'::text, 'venue_position'::text, 'provider_statement'::text, 'rail_payout'::text, 'unassigned_deposit'::text, 'deposit_collection'::text, 'deposit_return'::text, 'sweep_failed'::text, 'provider_payment'::text, 'manual_mismatch'::text, 'closing_payout'::text, 'left_anyway'::text, 'not_asked_for'::text, 'allow_list'::text]))),
  constraint bank_case_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES banking.entry(id),
  constraint bank_case_pkey PRIMARY KEY (id),
  constraint bank_case_kind_cause_key UNIQUE (kind, cause)
);
comment on table banking.bank_case is 'Differences that a person must resolve. One per cause, forever: a resolved case stays resolved.';
CREATE INDEX bank_case_entry_id_idx ON banking.bank_case USING btree (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX case_open ON banking.bank_case USING btree (kind) WHERE (closed_at IS NULL);
CREATE TRIGGER keep_insert AFTER INSERT ON banking.bank_case REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_bank_case();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.bank_case REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_bank_case();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON banking.bank_case FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on banking.bank_case to specie_app;
grant insert (kind, cause, entry_id, detail, opened_at) on banking.bank_case to specie_app;
grant update (closed_at, closed_by) on banking.bank_case to specie_app;

create table banking.entry (
  id bigint generated always as identity not null,
  account text not null,
  bankref text not null,
  direction text not null,
  amount numeric(38,0) not null,
  booking_date date not null,
  end_to_end_id text,
  reported jsonb not null,
  notified_by bigint,
  confirmed_by bigint,
  booked_at timestamp with time zone,
  reported_by bigint[] not null,
  reported_detail jsonb,
  retracted_at timestamp with time zone,
  constraint entry_amount_check CHECK ((amount > (0)::numeric)),
  constraint entry_check CHECK ((num_nonnulls(notified_by, confirmed_by) > 0)),
  constraint entry_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint entry_reported_by_check CHECK ((cardinality(reported_by) > 0)),
  constraint entry_account_fkey FOREIGN KEY (account) REFERENCES banking.bank_account(iban),
  constraint entry_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES banking.message(id),
  constraint entry_notified_by_fkey FOREIGN KEY (notified_by) REFERENCES banking.message(id),
  constraint entry_pkey PRIMARY KEY (id),
  constraint entry_account_bankref_key UNIQUE (account, bankref)
);
comment on table banking.entry is 'Movements on our accounts. A line that does not identify its movement books nothing and waits in banking.unclear_line.';
comment on column banking.entry.bankref is 'Our own reference of the movement; several movements may share one reference of the bank.';
comment on column banking.entry.reported is 'The complete entry as the bank first reported it.';
comment on column banking.entry.booked_at is 'When the ledger followed; null: a case says why it did not.';
comment on column banking.entry.reported_by is 'Every message that reported the entry; the first one first.';
comment on column banking.entry.reported_detail is 'A later report that contains more than the first.';
comment on column banking.entry.retracted_at is 'When a person found that the bank never booked the entry. The ledger has reversed it.';
CREATE INDEX entry_account_booking_date_idx ON banking.entry USING btree (account, booking_date);
CREATE INDEX entry_account_end_to_end_id_amount_idx ON banking.entry USING btree (account, end_to_end_id, amount) WHERE (direction = 'credit'::text);
CREATE INDEX entry_account_expr_idx ON banking.entry USING btree (account, ((reported ->> 'bankref'::text)));
CREATE INDEX entry_unbooked ON banking.entry USING btree (account, id) WHERE (booked_at IS NULL);
CREATE INDEX entry_unconfirmed ON banking.entry USING btree (account) WHERE ((notified_by IS NULL) OR (confirmed_by IS NULL));
CREATE TRIGGER keep_insert AFTER INSERT ON banking.entry REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_entry();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.entry REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_entry();
CREATE TRIGGER retracted BEFORE UPDATE OF retracted_at ON banking.entry FOR EACH ROW WHEN ((old.retracted_at IS DISTINCT FROM new.retracted_at)) EXECUTE FUNCTION banking.assert_retraction_approved();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, account, bankref, direction, amount, booking_date ON banking.entry FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.account IS DISTINCT FROM new.account)) OR (old.bankref IS DISTINCT FROM new.bankref)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.booking_date IS DISTINCT FROM new.booking_date))) EXECUTE FUNCTION base.never_changes();
grant select on banking.entry to specie_app;
grant insert (account, bankref, direction, amount, booking_date, end_to_end_id, reported, notified_by, confirmed_by, reported_by) on banking.entry to specie_app;
grant update (end_to_end_id, notified_by, confirmed_by, booked_at, reported_by, reported_detail, retracted_at) on banking.entry to specie_app;

create table banking.expected (
  reference text not null,
  currency text not null,
  amount numeric(38,0) not null,
  kind text not null,
  subject uuid not null,
  provider text not null,
  owed boolean default false not null,
  entry_id bigint,
  created_at timestamp with time zone not null,
  institution_id uuid not null,
  taken_back bigint,
  constraint expected_amount_check CHECK ((amount > (0)::numeric)),
  constraint expected_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint expected_kind_check CHECK ((kind = ANY (ARRAY['conversion'::text, 'rail'::text]))),
  constraint expected_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES banking.entry(id),
  constraint expected_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint expected_taken_back_fkey FOREIGN KEY (taken_back) REFERENCES banking.entry(id),
  constraint expected_pkey PRIMARY KEY (reference),
  constraint expected_entry_id_key UNIQUE (entry_id),
  constraint expected_taken_back_key UNIQUE (taken_back)
);
comment on table banking.expected is 'Wires that we expect from a provider. They pay its debt and are not deposits. Each arrives once.';
comment on column banking.expected.owed is 'The provider has sold; nothing is booked before that.';
comment on column banking.expected.taken_back is 'The debit by which the bank took it back. The institution then owes what it has spent of it.';
CREATE INDEX expected_subject_idx ON banking.expected USING btree (subject);
CREATE TRIGGER arrives BEFORE UPDATE OF entry_id ON banking.expected FOR EACH ROW WHEN ((old.entry_id IS DISTINCT FROM new.entry_id)) EXECUTE FUNCTION banking.assert_expected_arrival();
CREATE TRIGGER arrives_new BEFORE INSERT ON banking.expected FOR EACH ROW WHEN ((new.entry_id IS NOT NULL)) EXECUTE FUNCTION banking.assert_expected_arrival();
CREATE TRIGGER keep_insert AFTER INSERT ON banking.expected REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_expected();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.expected REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_expected();
CREATE TRIGGER unchanged BEFORE UPDATE OF reference, currency, amount, kind, subject ON banking.expected FOR EACH ROW WHEN ((((((old.reference IS DISTINCT FROM new.reference) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.subject IS DISTINCT FROM new.subject))) EXECUTE FUNCTION base.never_changes();
grant select on banking.expected to specie_app;
grant insert (reference, currency, amount, kind, subject, provider, created_at, institution_id) on banking.expected to specie_app;
grant update (owed, entry_id, taken_back) on banking.expected to specie_app;

create table banking.feed (
  only_row boolean default true not null,
  last bigint not null,
  constraint feed_only_row_check CHECK (only_row),
  constraint feed_pkey PRIMARY KEY (only_row)
);
comment on table banking.feed is 'How far the bank''s list of files has been read.';
grant select on banking.feed to specie_app;
grant update (last) on banking.feed to specie_app;

create table banking.file (
  sha256 text not null,
  received_at timestamp with time zone not null,
  constraint file_pkey PRIMARY KEY (sha256)
);
comment on table banking.file is 'Imported files. A file is imported once, whichever way it arrives.';
CREATE INDEX file_received_at ON banking.file USING btree (received_at);
CREATE TRIGGER keep_insert AFTER INSERT ON banking.file REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_file();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.file REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_file();
CREATE TRIGGER unchanged BEFORE UPDATE OF sha256 ON banking.file FOR EACH ROW WHEN ((old.sha256 IS DISTINCT FROM new.sha256)) EXECUTE FUNCTION base.never_changes();
grant select on banking.file to specie_app;
grant insert (sha256, received_at) on banking.file to specie_app;

create table banking.manual_file (
  sha256 text not null,
  content bytea not null,
  taken_by text not null,
  why text not null,
  taken_at timestamp with time zone not null,
  taken_on date not null,
  confirmed_by text,
  confirmed_at timestamp with time zone,
  retracted_by text,
  retracted_at timestamp with time zone,
  constraint manual_file_check CHECK ((lower(confirmed_by) <> lower(taken_by))),
  constraint manual_file_check1 CHECK ((num_nonnulls(confirmed_by, confirmed_at) = ANY (ARRAY[0, 2]))),
  constraint manual_file_check2 CHECK ((num_nonnulls(retracted_by, retracted_at) = ANY (ARRAY[0, 2]))),
  constraint manual_file_taken_by_check CHECK ((taken_by <> ''::text)),
  constraint manual_file_why_check CHECK ((why <> ''::text)),
  constraint manual_file_pkey PRIMARY KEY (sha256)
);
comment on table banking.manual_file is 'Bank files that a person imports. Their origin is unverified, so they move no money: their content waits until the bank reports it over its own channel.';
comment on column banking.manual_file.content is 'Stored for investigation and for the second person who may confirm it.';
CREATE TRIGGER agreed BEFORE UPDATE ON banking.manual_file FOR EACH ROW EXECUTE FUNCTION banking.assert_file_approved();
CREATE TRIGGER keep_insert AFTER INSERT ON banking.manual_file REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_manual_file();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.manual_file REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_manual_file();
CREATE TRIGGER unchanged BEFORE UPDATE OF sha256 ON banking.manual_file FOR EACH ROW WHEN ((old.sha256 IS DISTINCT FROM new.sha256)) EXECUTE FUNCTION base.never_changes();
grant select on banking.manual_file to specie_app;
grant insert (sha256, content, taken_by, why, taken_at, taken_on) on banking.manual_file to specie_app;
grant update (confirmed_by, confirmed_at, retracted_by, retracted_at) on banking.manual_file to specie_app;

create table banking.manual_line (
  id uuid not null,
  file text not null,
  account text not null,
  currency text not null,
  format text not null,
  bankref text not null,
  direction text not null,
  amount numeric(38,0) not null,
  booking_date date not null,
  reported jsonb not null,
  institution_id uuid,
  state text not null,
  entry_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint manual_line_amount_check CHECK ((amount > (0)::numeric)),
  constraint manual_line_check CHECK (((state = 'confirmed'::text) = (entry_id IS NOT NULL))),
  constraint manual_line_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint manual_line_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'retracted'::text]))),
  constraint manual_line_account_fkey FOREIGN KEY (account) REFERENCES banking.bank_account(iban),
  constraint manual_line_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES banking.entry(id),
  constraint manual_line_file_fkey FOREIGN KEY (file) REFERENCES banking.manual_file(sha256),
  constraint manual_line_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint manual_line_pkey PRIMARY KEY (id)
);
comment on table banking.manual_line is 'Movements of an imported file. A line is confirmed by the entry in which the bank reports it.';
comment on column banking.manual_line.institution_id is 'The institution that sees it as pending.';
CREATE INDEX manual_line_account_booking_date_idx ON banking.manual_line USING btree (account, booking_date);
CREATE INDEX manual_line_entry_id_idx ON banking.manual_line USING btree (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX manual_line_file_idx ON banking.manual_line USING btree (file);
CREATE INDEX manual_line_pending ON banking.manual_line USING btree (institution_id) WHERE (state = 'waiting'::text);
CREATE INDEX manual_line_waiting ON banking.manual_line USING btree (account) WHERE (state = 'waiting'::text);
CREATE TRIGGER ended BEFORE UPDATE ON banking.manual_line FOR EACH ROW EXECUTE FUNCTION banking.assert_line_unchanged();
CREATE TRIGGER keep_insert AFTER INSERT ON banking.manual_line REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_manual_line();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.manual_line REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_manual_line();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, account, currency, bankref, direction, amount ON banking.manual_line FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.account IS DISTINCT FROM new.account)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.bankref IS DISTINCT FROM new.bankref)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on banking.manual_line to specie_app;
grant insert (id, file, account, currency, format, bankref, direction, amount, booking_date, reported, institution_id, state, created_at, updated_at) on banking.manual_line to specie_app;
grant update (state, entry_id, updated_at) on banking.manual_line to specie_app;

create table banking.message (
  id bigint generated always as identity not null,
  file text not null,
  kind text not null,
  account text not null,
  sequence bigint not null,
  content text not null,
  created_at timestamp with time zone not null,
  from_date date,
  to_date date,
  opening numeric(38,0),
  closing numeric(38,0),
  format text not null,
  constraint message_check CHECK (((kind = 'camt.053'::text) = (num_nonnulls(from_date, to_date, opening, closing) = 4))),
  constraint message_check1 CHECK (((format = ANY (ARRAY['camt.054'::text, 'camt.053'::text, 'mt940'::text])) AND ((format = 'camt.054'::text) = (kind = 'camt.054'::text)))),
  constraint message_kind_check CHECK ((kind = ANY (ARRAY['camt.054'::text, 'camt.053'::text]))),
  constraint message_account_fkey FOREIGN KEY (account) REFERENCES banking.bank_account(iban),
  constraint message_file_fkey FOREIGN KEY (file) REFERENCES banking.file(sha256),
  constraint message_pkey PRIMARY KEY (id),
  constraint message_account_format_sequence_key UNIQUE (account, format, sequence)
);
comment on table banking.message is 'Notifications (camt.054) and statements (camt.053, MT940), each of one account. A file may contain several. The bank reports a movement in several kinds of files, once in each.';
comment on column banking.message.content is 'Hash of the content without its own name and time: a repetition has the same hash.';
comment on column banking.message.format is 'MT940 has its own sequence numbers beside camt.053; they begin with the year.';
CREATE INDEX message_account_kind_id_idx ON banking.message USING btree (account, kind, id);
CREATE INDEX message_account_sequence_idx ON banking.message USING btree (account, sequence) WHERE (kind = 'camt.054'::text);
CREATE TRIGGER keep_insert AFTER INSERT ON banking.message REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_message();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.message REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_message();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, account, content, opening, closing ON banking.message FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.account IS DISTINCT FROM new.account)) OR (old.content IS DISTINCT FROM new.content)) OR (old.opening IS DISTINCT FROM new.opening)) OR (old.closing IS DISTINCT FROM new.closing))) EXECUTE FUNCTION base.never_changes();
grant select on banking.message to specie_app;
grant insert (file, kind, account, sequence, content, created_at, from_date, to_date, opening, closing, format) on banking.message to specie_app;

create table banking.payer_account (
  payer text not null,
  account text not null,
  active boolean default true not null,
  constraint payer_account_pkey PRIMARY KEY (payer, account)
);
comment on table banking.payer_account is 'Accounts whose wires are not deposits: a provider pays what it owes, the issuer funds its reserve. A wire from any other account is a deposit, whatever reference it has. The owner of the database writes them from PROVIDER_ACCOUNTS and ISSUER_ACCOUNTS; the service cannot.';
comment on column banking.payer_account.active is 'False: the account was configured before and is no longer.';
CREATE TRIGGER keep_insert AFTER INSERT ON banking.payer_account REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_payer_account();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.payer_account REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_payer_account();
CREATE TRIGGER unchanged BEFORE UPDATE OF payer, account ON banking.payer_account FOR EACH ROW WHEN (((old.payer IS DISTINCT FROM new.payer) OR (old.account IS DISTINCT FROM new.account))) EXECUTE FUNCTION base.never_changes();
grant select on banking.payer_account to specie_app;

create table banking.payment_order (
  id uuid not null,
  message_id text not null,
  purpose text not null,
  currency text not null,
  execution_date date not null,
  xml text not null,
  asked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint payment_order_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint payment_order_message_id_check CHECK ((message_id ~ '^[A-Za-z0-9]{1,35}$'::text)),
  constraint payment_order_purpose_check CHECK ((purpose = ANY (ARRAY['client_money'::text, 'reserve'::text]))),
  constraint payment_order_pkey PRIMARY KEY (id),
  constraint payment_order_message_id_key UNIQUE (message_id)
);
comment on table banking.payment_order is 'Orders to the bank (pain.001). The bytes are stored as they were sent: a repetition after an unknown outcome must be the same message.';
CREATE INDEX payment_order_execution_date_idx ON banking.payment_order USING btree (execution_date);
CREATE INDEX payment_order_left_idx ON banking.payment_order USING btree ("left"(message_id, 16));
CREATE TRIGGER keep_insert AFTER INSERT ON banking.payment_order REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_payment_order();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.payment_order REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_payment_order();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, message_id, xml ON banking.payment_order FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.message_id IS DISTINCT FROM new.message_id)) OR (old.xml IS DISTINCT FROM new.xml))) EXECUTE FUNCTION base.never_changes();
grant select on banking.payment_order to specie_app;
grant insert (id, message_id, purpose, currency, execution_date, xml, created_at) on banking.payment_order to specie_app;
grant update (asked_at) on banking.payment_order to specie_app;

create table banking.payout (
  id uuid not null,
  kind text not null,
  subject uuid not null,
  institution_id uuid,
  purpose text not null,
  currency text not null,
  amount numeric(38,0) not null,
  creditor_name text not null,
  creditor_account text not null,
  creditor_bic text,
  remittance text,
  end_to_end_id text not null,
  order_id uuid,
  reason text,
  debited text,
  credited text,
  unread boolean default false not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  withheld boolean default false not null,
  provider text,
  agreed_by uuid,
  constraint a_fee_sweep_is_its_own CHECK (((kind <> 'fee_sweep'::text) OR ((subject = id) AND (purpose = 'client_money'::text)))),
  constraint only_a_return_is_agreed CHECK (((agreed_by IS NULL) OR (kind = 'return'::text))),
  constraint owner_of_a_redemption CHECK (((kind <> 'redemption'::text) OR (institution_id IS NOT NULL))),
  constraint payout_amount_check CHECK ((amount > (0)::numeric)),
  constraint payout_check CHECK (((kind <> 'withdrawal'::text) OR (institution_id IS NOT NULL))),
  constraint payout_check1 CHECK (((kind <> 'sweep'::text) OR (subject = id))),
  constraint payout_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint payout_end_to_end_id_check CHECK ((end_to_end_id ~ '^[A-Za-z0-9]{1,35}$'::text)),
  constraint payout_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'redemption'::text, 'rail'::text, 'return'::text, 'sweep'::text, 'fee_sweep'::text, 'conversion'::text]))),
  constraint payout_purpose_check CHECK ((purpose = ANY (ARRAY['client_money'::text, 'reserve'::text]))),
  constraint sent_by_an_order CHECK (((order_id IS NOT NULL) OR (state = ANY (ARRAY['prepared'::text, 'rejected'::text])))),
  constraint to_a_provider CHECK (((kind = 'conversion'::text) = (provider IS NOT NULL))),
  constraint payout_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint payout_order_id_fkey FOREIGN KEY (order_id) REFERENCES banking.payment_order(id),
  constraint payout_pkey PRIMARY KEY (id),
  constraint payout_end_to_end_id_key UNIQUE (end_to_end_id)
);
comment on table banking.payout is 'Payments that leave through the bank. They are collected into payment orders, which are sent exactly once (E1).';
comment on column banking.payout.subject is 'The row that is paid: the withdrawal, or the returned wire. A sweep is its own subject.';
comment on column banking.payout.institution_id is 'Whose money it is; always set for a withdrawal.';
comment on column banking.payout.purpose is 'The account that pays.';
comment on column banking.payout.reason is 'Why the bank rejected or returned it.';
comment on column banking.payout.debited is 'The bank''s reference of the entry that debited the account.';
comment on column banking.payout.credited is 'The bank''s reference of the entry that returned it, or of the other leg of a sweep.';
comment on column banking.payout.unread is 'The room that requested it has not yet processed its current state.';
comment on column banking.payout.withheld is 'It failed while on hold: its money stays in `pending` until people decide.';
comment on column banking.payout.provider is 'For a conversion: the provider that it pays. Fiat is sold first and paid after, once per sale. The payment is owed whatever happens to the mint, so holds on the mint do not stop it.';
comment on column banking.payout.agreed_by is 'For a return: the approval or the rejected hold by which people agreed. Each serves once.';
CREATE UNIQUE INDEX one_fee_sweep ON banking.payout USING btree (currency) WHERE ((kind = 'fee_sweep'::text) AND (state = ANY (ARRAY['prepared'::text, 'batched'::text, 'sent'::text, 'accepted'::text])));
CREATE UNIQUE INDEX one_payout ON banking.payout USING btree (kind, subject) WHERE (state <> ALL (ARRAY['rejected'::text, 'returned'::text]));
CREATE UNIQUE INDEX one_sweep ON banking.payout USING btree (purpose, currency) WHERE ((kind = 'sweep'::text) AND (state = ANY (ARRAY['prepared'::text, 'batched'::text, 'sent'::text, 'accepted'::text])));
CREATE INDEX payout_amount ON banking.payout USING btree (amount);
CREATE INDEX payout_kind_currency_created_at_idx ON banking.payout USING btree (kind, currency, created_at) WHERE (kind = ANY (ARRAY['sweep'::text, 'fee_sweep'::text]));
CREATE INDEX payout_kind_currency_updated_at_idx ON banking.payout USING btree (kind, currency, updated_at) WHERE ((kind = ANY (ARRAY['sweep'::text, 'fee_sweep'::text])) AND (state = 'rejected'::text));
CREATE INDEX payout_kind_updated_at_idx ON banking.payout USING btree (kind, updated_at) WHERE unread;
CREATE INDEX payout_listed ON banking.payout USING btree (created_at, id);
CREATE INDEX payout_order_id_idx ON banking.payout USING btree (order_id) WHERE (state = ANY (ARRAY['batched'::text, 'sent'::text, 'accepted'::text]));
CREATE INDEX payout_order_id_idx1 ON banking.payout USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX payout_purpose_currency_created_at_idx ON banking.payout USING btree (purpose, currency, created_at) WHERE (state = 'prepared'::text);
CREATE INDEX payout_subject_idx ON banking.payout USING btree (subject);
CREATE INDEX payout_without_reference ON banking.payout USING btree (institution_id) WHERE ((debited IS NULL) AND (kind = ANY (ARRAY['withdrawal'::text, 'redemption'::text])));
CREATE UNIQUE INDEX return_agreed ON banking.payout USING btree (agreed_by) WHERE (agreed_by IS NOT NULL);
CREATE TRIGGER agrees AFTER INSERT ON banking.payout FOR EACH ROW WHEN ((new.kind <> 'conversion'::text)) EXECUTE FUNCTION banking.assert_payout_source();
CREATE TRIGGER begins AFTER INSERT ON banking.payout REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('payout');
CREATE TRIGGER holds BEFORE INSERT ON banking.payout FOR EACH ROW EXECUTE FUNCTION compliance.refuse_effect();
CREATE TRIGGER keep_insert AFTER INSERT ON banking.payout REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_payout();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.payout REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_payout();
CREATE TRIGGER leaves BEFORE UPDATE ON banking.payout FOR EACH ROW WHEN (((old.state = 'prepared'::text) AND (new.state = 'batched'::text))) EXECUTE FUNCTION compliance.refuse_effect();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON banking.payout FOR EACH ROW EXECUTE FUNCTION state.enforce('payout');
CREATE TRIGGER return_agreed BEFORE INSERT ON banking.payout FOR EACH ROW WHEN ((new.kind = 'return'::text)) EXECUTE FUNCTION banking.assert_return_approved();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, currency, amount, creditor_name, creditor_account, creditor_bic, end_to_end_id ON banking.payout FOR EACH ROW WHEN (((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.creditor_name IS DISTINCT FROM new.creditor_name)) OR (old.creditor_account IS DISTINCT FROM new.creditor_account)) OR (old.creditor_bic IS DISTINCT FROM new.creditor_bic)) OR (old.end_to_end_id IS DISTINCT FROM new.end_to_end_id))) EXECUTE FUNCTION base.never_changes();
grant select on banking.payout to specie_app;
grant insert (id, kind, subject, institution_id, purpose, currency, amount, creditor_name, creditor_account, creditor_bic, remittance, end_to_end_id, state, created_at, updated_at, provider) on banking.payout to specie_app;
grant update (order_id, reason, debited, credited, unread, state, updated_at, withheld) on banking.payout to specie_app;

create table banking.reference (
  institution_id uuid not null,
  currency text not null,
  value text not null,
  created_at timestamp with time zone not null,
  constraint reference_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint reference_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint reference_pkey PRIMARY KEY (institution_id, currency),
  constraint reference_value_key UNIQUE (value)
);
comment on table banking.reference is 'The payment reference of each institution and currency.';
CREATE TRIGGER keep_insert AFTER INSERT ON banking.reference REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_reference();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.reference REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_reference();
CREATE TRIGGER unchanged BEFORE UPDATE OF institution_id, currency, value ON banking.reference FOR EACH ROW WHEN ((((old.institution_id IS DISTINCT FROM new.institution_id) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION base.never_changes();
CREATE TRIGGER unquoted BEFORE INSERT ON banking.reference FOR EACH ROW EXECUTE FUNCTION banking.assert_reference_unquoted();
grant select on banking.reference to specie_app;
grant insert (institution_id, currency, value, created_at) on banking.reference to specie_app;

create table banking.sender (
  account text not null,
  institution_id uuid not null,
  created_at timestamp with time zone not null,
  constraint sender_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint sender_pkey PRIMARY KEY (account)
);
comment on table banking.sender is 'Accounts from which an institution pays. An account belongs to one institution. Every wire from it is attributed to that institution, so the service cannot add one.';
CREATE TRIGGER keep_insert AFTER INSERT ON banking.sender REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_sender();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.sender REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_sender();
CREATE TRIGGER unchanged BEFORE UPDATE OF account, institution_id ON banking.sender FOR EACH ROW WHEN (((old.account IS DISTINCT FROM new.account) OR (old.institution_id IS DISTINCT FROM new.institution_id))) EXECUTE FUNCTION base.never_changes();
grant select on banking.sender to specie_app;

create table banking.unclear_line (
  id bigint generated always as identity not null,
  message_id bigint not null,
  place integer not null,
  account text not null,
  format text not null,
  booking_date date not null,
  value_date date not null,
  amount numeric(38,0) not null,
  reported jsonb not null,
  entries bigint[] default '{}'::bigint[] not null,
  decided_by text,
  constraint unclear_line_amount_check CHECK ((amount > (0)::numeric)),
  constraint unclear_line_account_fkey FOREIGN KEY (account) REFERENCES banking.bank_account(iban),
  constraint unclear_line_message_id_fkey FOREIGN KEY (message_id) REFERENCES banking.message(id),
  constraint unclear_line_pkey PRIMARY KEY (id),
  constraint unclear_line_message_id_place_key UNIQUE (message_id, place)
);
comment on table banking.unclear_line is 'Lines that do not identify their movement. They book nothing.';
comment on column banking.unclear_line.entries is 'The movements that the line reports. Empty: it waits for a file that explains it, or for a person.';
comment on column banking.unclear_line.decided_by is 'Null: found by comparison, and compared again with every new file.';
CREATE INDEX unclear_line_account_booking_date_idx ON banking.unclear_line USING btree (account, booking_date);
CREATE INDEX unclear_waiting ON banking.unclear_line USING btree (account) WHERE (entries = '{}'::bigint[]);
CREATE TRIGGER decided AFTER UPDATE ON banking.unclear_line FOR EACH ROW WHEN ((((old.decided_by IS DISTINCT FROM new.decided_by) OR (old.entries IS DISTINCT FROM new.entries)) AND ((old.decided_by !~ '^(import$|order )'::text) OR (new.decided_by !~ '^(import$|order )'::text)))) EXECUTE FUNCTION banking.assert_line_approved();
CREATE TRIGGER decided_new AFTER INSERT ON banking.unclear_line FOR EACH ROW WHEN ((new.decided_by !~ '^(import$|order )'::text)) EXECUTE FUNCTION banking.assert_line_approved();
CREATE TRIGGER keep_insert AFTER INSERT ON banking.unclear_line REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_unclear_line();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.unclear_line REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_unclear_line();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, account, amount ON banking.unclear_line FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.account IS DISTINCT FROM new.account)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on banking.unclear_line to specie_app;
grant insert (message_id, place, account, format, booking_date, value_date, amount, reported, entries, decided_by) on banking.unclear_line to specie_app;
grant update (entries, decided_by) on banking.unclear_line to specie_app;

create table banking.wire (
  id uuid not null,
  entry_id bigint not null,
  bankref text not null,
  currency text not null,
  amount numeric(38,0) not null,
  value_date text not null,
  sender_name text,
  sender_account text,
  sender_bic text,
  reference text,
  paid_to text,
  institution_id uuid,
  reason text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  on_hold boolean default false not null,
  frozen_by uuid,
  constraint wire_amount_check CHECK ((amount > (0)::numeric)),
  constraint wire_check CHECK (((state = ANY (ARRAY['booked'::text, 'unidentified'::text, 'return_pending'::text, 'returned'::text])) OR (institution_id IS NOT NULL))),
  constraint wire_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint wire_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES banking.entry(id),
  constraint wire_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint wire_pkey PRIMARY KEY (id),
  constraint wire_entry_id_key UNIQUE (entry_id)
);
comment on table banking.wire is 'Credits to client money, except our own payouts that come back.';
comment on column banking.wire.value_date is 'As the bank wrote it.';
comment on column banking.wire.reference is 'A QR reference (QRR) or creditor reference (SCOR).';
comment on column banking.wire.paid_to is 'The QR-IBAN or virtual account that was paid.';
comment on column banking.wire.on_hold is 'The wire is on hold. Only compliance.mark_held_item changes it.';
comment on column banking.wire.frozen_by is 'The hold that froze it.';
CREATE INDEX wire_amount ON banking.wire USING btree (amount, institution_id);
CREATE INDEX wire_bankref ON banking.wire USING btree (bankref);
CREATE INDEX wire_created_at_idx ON banking.wire USING btree (created_at) WHERE (state = 'held'::text);
CREATE INDEX wire_due ON banking.wire USING btree (created_at) WHERE (state = ANY (ARRAY['booked'::text, 'unidentified'::text, 'attributed'::text, 'screening'::text]));
CREATE INDEX wire_institution_id_created_at_id_idx ON banking.wire USING btree (institution_id, created_at, id);
CREATE INDEX wire_newest ON banking.wire USING btree (created_at, id);
CREATE INDEX wire_on_hold ON banking.wire USING btree (created_at) WHERE on_hold;
CREATE INDEX wire_reference ON banking.wire USING btree (reference) WHERE (reference IS NOT NULL);
CREATE INDEX wire_sender_account ON banking.wire USING btree (sender_account) WHERE (sender_account IS NOT NULL);
CREATE TRIGGER begins AFTER INSERT ON banking.wire REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('wire');
CREATE TRIGGER frozen BEFORE UPDATE OF state, frozen_by ON banking.wire FOR EACH ROW WHEN ((((old.state = 'frozen'::text) IS DISTINCT FROM (new.state = 'frozen'::text)) OR (old.frozen_by IS DISTINCT FROM new.frozen_by))) EXECUTE FUNCTION banking.assert_freeze_approved();
CREATE TRIGGER holds BEFORE UPDATE ON banking.wire FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('wire');
CREATE TRIGGER keep_insert AFTER INSERT ON banking.wire REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_wire();
CREATE TRIGGER keep_update AFTER UPDATE ON banking.wire REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_banking_wire();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON banking.wire FOR EACH ROW EXECUTE FUNCTION state.enforce('wire');
CREATE TRIGGER owner BEFORE UPDATE OF institution_id ON banking.wire FOR EACH ROW WHEN ((old.institution_id IS DISTINCT FROM new.institution_id)) EXECUTE FUNCTION banking.assert_wire_owner();
CREATE TRIGGER owner_new BEFORE INSERT ON banking.wire FOR EACH ROW WHEN ((new.institution_id IS NOT NULL)) EXECUTE FUNCTION banking.assert_wire_owner();
CREATE TRIGGER standing AFTER INSERT ON banking.wire REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('wire');
CREATE TRIGGER standing_moves AFTER UPDATE ON banking.wire REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('wire');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, entry_id, bankref, currency, amount ON banking.wire FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.entry_id IS DISTINCT FROM new.entry_id)) OR (old.bankref IS DISTINCT FROM new.bankref)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on banking.wire to specie_app;
grant insert (id, entry_id, bankref, currency, amount, value_date, sender_name, sender_account, sender_bic, reference, paid_to, state, created_at, updated_at) on banking.wire to specie_app;
grant update (sender_name, sender_account, sender_bic, reference, paid_to, institution_id, reason, state, updated_at, frozen_by) on banking.wire to specie_app;

create view banking.alert as
 SELECT ('bank_case:'::text || c.id) AS key,
    'bank_case'::text AS kind,
    (c.id)::text AS source,
        CASE
            WHEN (w.id IS NOT NULL) THEN 'wire'::text
            ELSE NULL::text
        END AS subject_kind,
    w.id AS subject_id,
    COALESCE(((c.detail ->> 'institutionid'::text))::uuid, w.institution_id) AS about,
    NULL::text AS party,
    c.opened_at AS at,
    (c.closed_at IS NULL) AS is_open,
    (replace(c.kind, '_'::text, ' '::text) || COALESCE((': '::text || (c.detail ->> 'problem'::text)), ''::text)) AS summary
   FROM (banking.bank_case c
     LEFT JOIN banking.wire w ON ((w.id = ((c.detail ->> 'wireid'::text))::uuid)))
  WHERE ((c.detail ? 'institutionid'::text) OR (w.institution_id IS NOT NULL));
create view banking.due_payout as
 SELECT payable.kind,
    payable.subject,
    payable.institution_id,
    payable.provider,
    payable.currency,
    payable.amount,
    payable.account,
    payable.sources
   FROM banking.payable
UNION ALL
 SELECT payable.kind,
    payable.subject,
    payable.institution_id,
    payable.provider,
    payable.currency,
    payable.amount,
    payable.account,
    payable.sources
   FROM issuance.payable
UNION ALL
 SELECT payable.kind,
    payable.subject,
    payable.institution_id,
    payable.provider,
    payable.currency,
    payable.amount,
    payable.account,
    payable.sources
   FROM rails.payable
UNION ALL
 SELECT payable.kind,
    payable.subject,
    payable.institution_id,
    payable.provider,
    payable.currency,
    payable.amount,
    payable.account,
    payable.sources
   FROM transfers.payable;
grant select on banking.due_payout to specie_app;
create view banking.expected_wire as
 SELECT reference,
    owed,
    (entry_id IS NOT NULL) AS arrived
   FROM banking.expected;
grant select on banking.expected_wire to specie_app;
create view banking.incoming_wire as
 SELECT wire.id,
    wire.institution_id,
    wire.currency,
    wire.amount,
    wire.bankref,
    wire.state,
    wire.on_hold,
    wire.created_at,
    wire.updated_at,
    ((wire.state = 'recalled'::text) OR ((wire.state = 'returned'::text) AND (NOT (EXISTS ( SELECT
           FROM banking.payout p
          WHERE ((p.kind = 'return'::text) AND (p.subject = wire.id) AND (p.state = ANY (ARRAY['batched'::text, 'sent'::text, 'accepted'::text, 'booked'::text])))))))) AS was_recalled
   FROM banking.wire
UNION ALL
 SELECT manual_line.id,
    manual_line.institution_id,
    manual_line.currency,
    manual_line.amount,
    manual_line.bankref,
    'booked'::text AS state,
    false AS on_hold,
    manual_line.created_at,
    manual_line.updated_at,
    false AS was_recalled
   FROM banking.manual_line
  WHERE (manual_line.state = 'waiting'::text);
grant select on banking.incoming_wire to specie_app;
create view banking.matter as
 SELECT c.id,
        CASE
            WHEN (named.item ~ '^[0-9a-f-]{36}$'::text) THEN (named.item)::uuid
            ELSE NULL::uuid
        END AS item,
    c.opened_at AS at,
    (c.closed_at IS NULL) AS is_open,
    (replace(c.kind, '_'::text, ' '::text) || COALESCE((': '::text || (c.detail ->> 'problem'::text)), ''::text)) AS summary
   FROM (banking.bank_case c
     CROSS JOIN LATERAL ( SELECT COALESCE((c.detail ->> 'depositid'::text), (c.detail ->> 'paymentid'::text), (c.detail ->> 'subject'::text)) AS item) named)
  WHERE ((named.item IS NOT NULL) AND (NOT (c.detail ? 'institutionid'::text)));
create view banking.ordered_payout as
 SELECT kind,
    subject,
    end_to_end_id
   FROM banking.payout
  WHERE (state = ANY (ARRAY['batched'::text, 'sent'::text, 'accepted'::text, 'booked'::text]));
create view banking.payable as
 SELECT 'return'::text AS kind,
    w.id AS subject,
    NULL::uuid AS institution_id,
    NULL::text AS provider,
    w.currency,
    w.amount,
    w.sender_account AS account,
    ARRAY[('banking.wire/'::text || w.id)] AS sources
   FROM banking.wire w
UNION ALL
 SELECT p.kind,
    p.subject,
    NULL::uuid AS institution_id,
    NULL::text AS provider,
    p.currency,
    p.amount,
    own.iban AS account,
    ARRAY[('banking.bank_account/'::text || own.iban)] AS sources
   FROM (banking.payout p
     JOIN banking.bank_account own ON (((own.currency = p.currency) AND (own.purpose =
        CASE
            WHEN (p.kind = 'fee_sweep'::text) THEN 'house'::text
            WHEN (p.purpose = 'reserve'::text) THEN 'client_money'::text
            ELSE 'reserve'::text
        END))))
  WHERE (p.kind = ANY (ARRAY['sweep'::text, 'fee_sweep'::text]));
grant select on banking.payable to specie_app;
create view banking.payout_details as
 SELECT p.id,
    p.kind,
    p.subject,
    p.end_to_end_id,
    p.debited,
    p.creditor_name,
    p.creditor_account,
        CASE
            WHEN (p.state = ANY (ARRAY['batched'::text, 'sent'::text, 'accepted'::text])) THEN (o.execution_date)::text
            ELSE NULL::text
        END AS pays_on
   FROM (banking.payout p
     LEFT JOIN banking.payment_order o ON ((o.id = p.order_id)));
grant select on banking.payout_details to specie_app;
create view banking.payout_outcomes as
 SELECT kind,
    subject
   FROM banking.payout
  WHERE unread;
grant select on banking.payout_outcomes to specie_app;
create view banking.statement_closing as
 SELECT DISTINCT ON (own.iban, m.to_date) own.iban AS account,
    own.purpose,
    own.currency,
    own.bic,
    m.to_date AS day,
    m.closing,
    m.id AS message
   FROM (banking.bank_account own
     JOIN banking.message m ON (((m.account = own.iban) AND (m.kind = 'camt.053'::text))))
  ORDER BY own.iban, m.to_date, m.created_at DESC, m.sequence DESC;
grant select on banking.statement_closing to specie_app;
create view banking.unconfirmed_credit as
 SELECT institution_id,
    currency,
    amount
   FROM banking.manual_line
  WHERE (state = 'waiting'::text);
grant select on banking.unconfirmed_credit to specie_app;
create view banking.unrequested_effect as
 SELECT ((detail ->> 'operationid'::text))::uuid AS operation_id
   FROM banking.bank_case
  WHERE ((kind = 'not_asked_for'::text) AND (closed_at IS NULL) AND (detail ? 'operationid'::text));
grant select on banking.unrequested_effect to specie_app;
create view banking.wire_report as
 SELECT w.id AS wire,
    e.reported
   FROM (banking.wire w
     LEFT JOIN banking.entry e ON ((e.id = w.entry_id)));
grant select on banking.wire_report to specie_app;

-- function banking.account_name(text) returns text; called by: public
-- function banking.assert_expected_arrival() returns trigger; called by: public
-- function banking.assert_file_approved() returns trigger; called by: public
-- function banking.assert_freeze_approved() returns trigger; called by: public
-- function banking.assert_line_approved() returns trigger; called by: public
-- function banking.assert_line_unchanged() returns trigger; called by: public
-- function banking.assert_payout_source() returns trigger, security definer; called by: public
-- function banking.assert_reference_unquoted() returns trigger; called by: public
-- function banking.assert_retraction_approved() returns trigger; called by: public
-- function banking.assert_return_approved() returns trigger; called by: public
-- function banking.assert_wire_owner() returns trigger; called by: public
-- function banking.is_paid_by(text,jsonb) returns boolean; called by: public
-- function banking.payout_sources(uuid) returns text[], security definer; called by: specie_app

create schema base;

comment on schema base is 'What every part of the service needs: migrations, definitions, the environment, keys of personal data.';

grant usage on schema base to specie_app;

create table base.data_key (
  subject uuid not null,
  sealed_key bytea not null,
  created_at timestamp with time zone not null,
  constraint data_key_pkey PRIMARY KEY (subject)
);
comment on table base.data_key is 'The key of each subject of personal data, sealed with PERSONAL_DATA_KEY. Deleting the key erases the subject.';
comment on column base.data_key.subject is 'A person of a KYB case, or an institution.';
CREATE TRIGGER keep_delete AFTER DELETE ON base.data_key REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_data_key();
CREATE TRIGGER keep_insert AFTER INSERT ON base.data_key REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_data_key();
CREATE TRIGGER keep_update AFTER UPDATE ON base.data_key REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_data_key();
CREATE TRIGGER unchanged BEFORE UPDATE OF subject, sealed_key ON base.data_key FOR EACH ROW WHEN (((old.subject IS DISTINCT FROM new.subject) OR (old.sealed_key IS DISTINCT FROM new.sealed_key))) EXECUTE FUNCTION base.never_changes();
grant delete, select on base.data_key to specie_app;
grant insert (subject, sealed_key, created_at) on base.data_key to specie_app;

create table base.definition (
  id bigint generated always as identity not null,
  name text not null,
  hash text not null,
  at timestamp with time zone not null,
  constraint definition_pkey PRIMARY KEY (id)
);
comment on table base.definition is 'Every applied edition of each file in functions/, views/, triggers/ and values/; the latest one is current.';
grant select on base.definition to specie_app;

create table base.environment (
  only_row boolean default true not null,
  name text not null,
  edition text not null,
  constraint environment_name_check CHECK ((name = ANY (ARRAY['uat'::text, 'production'::text]))),
  constraint environment_only_row_check CHECK (only_row),
  constraint environment_pkey PRIMARY KEY (only_row)
);
comment on table base.environment is 'The environment that this database belongs to. Keys and money of one environment never meet those of another.';
comment on column base.environment.edition is 'Hash of the tables that code defines (service/src/database.ts).';
CREATE TRIGGER keep_insert AFTER INSERT ON base.environment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_environment();
CREATE TRIGGER keep_update AFTER UPDATE ON base.environment REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_environment();
CREATE TRIGGER unchanged BEFORE UPDATE OF only_row, name ON base.environment FOR EACH ROW WHEN (((old.only_row IS DISTINCT FROM new.only_row) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION base.never_changes();
grant select on base.environment to specie_app;

create table base.migration (
  name text not null,
  hash text not null,
  at timestamp with time zone not null,
  constraint migration_pkey PRIMARY KEY (name)
);
comment on table base.migration is 'Migrations applied to this database. An applied file never changes.';
comment on column base.migration.hash is 'SHA-256 of the file.';
grant select on base.migration to specie_app;

create table base.prepared (
  id bigint generated always as identity not null,
  catalog text not null,
  at timestamp with time zone not null,
  session text,
  mark bytea,
  constraint prepared_pkey PRIMARY KEY (id)
);
comment on table base.prepared is 'The catalogs that `specie migrate` has made here. A process of another version detects that the latest is not its own.';
comment on column base.prepared.catalog is 'Hash of the objects that the files of that version make (service/src/checks/catalog).';
comment on column base.prepared.session is 'The key with which the mark was made.';
comment on column base.prepared.mark is 'Made with a key that the service holds and the database does not; null if the migration ran without a key.';
CREATE TRIGGER keep_insert AFTER INSERT ON base.prepared REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_prepared();
CREATE TRIGGER keep_update AFTER UPDATE ON base.prepared REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_base_prepared();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, catalog, at, session, mark ON base.prepared FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.catalog IS DISTINCT FROM new.catalog)) OR (old.at IS DISTINCT FROM new.at)) OR (old.session IS DISTINCT FROM new.session)) OR (old.mark IS DISTINCT FROM new.mark))) EXECUTE FUNCTION base.never_changes();
grant select on base.prepared to specie_app;

create table base.server (
  only_row boolean default true not null,
  system text not null,
  timeline integer not null,
  constraint server_only_row_check CHECK (only_row),
  constraint server_pkey PRIMARY KEY (only_row)
);
comment on table base.server is 'The server on which this database was last seen. The row is replicated, so a standby learns of a promotion even before its control file shows it. Written only by base.record_server.';
comment on column base.server.system is 'The identifier of the cluster.';
comment on column base.server.timeline is 'Grows with each promotion.';
grant select on base.server to specie_app;

-- function base."json_object"(text) returns jsonb; called by: public
-- function base.append_only() returns trigger; called by: public
-- function base.is_uat() returns boolean; called by: public
-- function base.never_changes() returns trigger; called by: public
-- function base.never_falls() returns trigger; called by: public
-- function base.public_key_text(text) returns text; called by: specie_app
-- function base.record_server(text) returns void, security definer; called by: specie_app

create schema chains;

comment on schema chains is 'Our contracts and wallets on chains, our operations, and the movements that chains report.';

grant usage on schema chains to specie_app;

create table chains.allow_list (
  id uuid not null,
  number bigint generated always as identity not null,
  chain text not null,
  asset text not null,
  is_on boolean not null,
  problem text,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint allow_list_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint allow_list_pkey PRIMARY KEY (id),
  constraint allow_list_number_key UNIQUE (number)
);
comment on table chains.allow_list is 'Decisions of two people: a coin on a chain moves between listed holders only (on), or between all. The last one counts; without one the list is off. A decision before the deployment of the coin is carried out by the deployment.';
comment on column chains.allow_list.problem is 'Why it is not carried out yet, if staff must do something.';
comment on column chains.allow_list.done_at is 'When the chain had this mode at a final block.';
CREATE INDEX allow_list_chain_asset_number_idx ON chains.allow_list USING btree (chain, asset, number DESC);
CREATE TRIGGER agreed BEFORE INSERT ON chains.allow_list FOR EACH ROW EXECUTE FUNCTION chains.assert_switch_approved();
CREATE TRIGGER keep_insert AFTER INSERT ON chains.allow_list REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_allow_list();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.allow_list REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_allow_list();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, chain, asset, is_on ON chains.allow_list FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.is_on IS DISTINCT FROM new.is_on))) EXECUTE FUNCTION base.never_changes();
grant select on chains.allow_list to specie_app;
grant insert (id, chain, asset, is_on, created_at) on chains.allow_list to specie_app;
grant update (problem, done_at) on chains.allow_list to specie_app;

create table chains.attempt (
  chain text not null,
  hash text not null,
  transaction_id uuid not null,
  number integer not null,
  raw bytea not null,
  terms jsonb not null,
  created_at timestamp with time zone not null,
  constraint attempt_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES chains.transaction(id),
  constraint attempt_pkey PRIMARY KEY (chain, hash),
  constraint attempt_transaction_id_number_key UNIQUE (transaction_id, number)
);
comment on table chains.attempt is 'Signed bytes, stored before they are sent (E1).';
CREATE INDEX attempt_hash ON chains.attempt USING btree (hash text_pattern_ops);
CREATE INDEX attempt_hash_end ON chains.attempt USING btree (reverse(hash) text_pattern_ops);
CREATE TRIGGER holds BEFORE INSERT ON chains.attempt FOR EACH ROW WHEN ((new.number = 1)) EXECUTE FUNCTION chains.refuse_bytes();
CREATE TRIGGER keep_insert AFTER INSERT ON chains.attempt REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_attempt();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.attempt REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_attempt();
CREATE TRIGGER unchanged BEFORE UPDATE OF chain, hash, transaction_id, raw ON chains.attempt FOR EACH ROW WHEN (((((old.chain IS DISTINCT FROM new.chain) OR (old.hash IS DISTINCT FROM new.hash)) OR (old.transaction_id IS DISTINCT FROM new.transaction_id)) OR (old.raw IS DISTINCT FROM new.raw))) EXECUTE FUNCTION base.never_changes();
grant select on chains.attempt to specie_app;
grant insert (chain, hash, transaction_id, number, raw, terms, created_at) on chains.attempt to specie_app;

create table chains.carried (
  operation_id uuid not null,
  transaction_id uuid not null,
  constraint carried_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES chains.operation(id),
  constraint carried_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES chains.transaction(id),
  constraint carried_pkey PRIMARY KEY (operation_id, transaction_id)
);
comment on table chains.carried is 'All transactions that ever carried an operation: each of their hashes finds it.';
CREATE INDEX carried_transaction_id_idx ON chains.carried USING btree (transaction_id);
CREATE TRIGGER keep_insert AFTER INSERT ON chains.carried REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_carried();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.carried REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_carried();
CREATE TRIGGER unchanged BEFORE UPDATE OF operation_id, transaction_id ON chains.carried FOR EACH ROW WHEN (((old.operation_id IS DISTINCT FROM new.operation_id) OR (old.transaction_id IS DISTINCT FROM new.transaction_id))) EXECUTE FUNCTION base.never_changes();
grant select on chains.carried to specie_app;
grant insert (operation_id, transaction_id) on chains.carried to specie_app;

create table chains.coin_reading (
  chain text not null,
  asset text not null,
  start numeric(20,0) not null,
  cursor jsonb not null,
  height numeric(20,0) not null,
  read_until timestamp with time zone not null,
  constraint coin_reading_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint coin_reading_chain_asset_fkey FOREIGN KEY (chain, asset) REFERENCES chains.contract(chain, asset),
  constraint coin_reading_pkey PRIMARY KEY (chain, asset)
);
comment on table chains.coin_reading is 'How far all transfers of a coin have been read on a chain. Only final blocks are read.';
comment on column chains.coin_reading.start is 'The height before the first mint. No coin existed up to there.';
comment on column chains.coin_reading.height is 'All transfers up to this height are in chains.coin_transfer.';
comment on column chains.coin_reading.read_until is 'All transfers of blocks before this time have been read.';
grant select on chains.coin_reading to specie_app;
grant insert (chain, asset, start, cursor, height, read_until) on chains.coin_reading to specie_app;
grant update (cursor, height, read_until) on chains.coin_reading to specie_app;

create table chains.coin_transfer (
  chain text not null,
  asset text not null,
  txid text not null,
  index integer not null,
  height numeric(20,0) not null,
  at timestamp with time zone not null,
  sender text,
  recipient text,
  amount numeric(38,0) not null,
  constraint coin_transfer_amount_check CHECK ((amount > (0)::numeric)),
  constraint coin_transfer_check CHECK ((num_nonnulls(sender, recipient) > 0)),
  constraint coin_transfer_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint coin_transfer_pkey PRIMARY KEY (chain, txid, index)
);
comment on table chains.coin_transfer is 'Every final transfer, mint and burn of our coins, of any holder. The sum for an address is its balance.';
comment on column chains.coin_transfer.at is 'The time of the block.';
comment on column chains.coin_transfer.sender is 'Null: minted.';
comment on column chains.coin_transfer.recipient is 'Null: burned.';
CREATE INDEX coin_transfer_at ON chains.coin_transfer USING btree (chain, asset, at);
CREATE TRIGGER keep_insert AFTER INSERT ON chains.coin_transfer REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_coin_transfer();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.coin_transfer REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_coin_transfer();
CREATE TRIGGER unchanged BEFORE UPDATE OF chain, txid, index, asset, height, at, sender, recipient, amount ON chains.coin_transfer FOR EACH ROW WHEN ((((((((((old.chain IS DISTINCT FROM new.chain) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.index IS DISTINCT FROM new.index)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.height IS DISTINCT FROM new.height)) OR (old.at IS DISTINCT FROM new.at)) OR (old.sender IS DISTINCT FROM new.sender)) OR (old.recipient IS DISTINCT FROM new.recipient)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on chains.coin_transfer to specie_app;
grant insert (chain, asset, txid, index, height, at, sender, recipient, amount) on chains.coin_transfer to specie_app;

create table chains.contract (
  chain text not null,
  asset text not null,
  address text not null,
  txid text,
  created_at timestamp with time zone not null,
  constraint contract_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint contract_pkey PRIMARY KEY (chain, asset)
);
comment on table chains.contract is 'Where each asset lives on each chain. A contract never moves; a new one is a new row by hand and needs an audit.';
comment on column chains.contract.txid is 'The transaction that created it; null if it was recorded and not deployed by us.';
CREATE TRIGGER agreed BEFORE INSERT OR UPDATE ON chains.contract FOR EACH ROW WHEN ((new.asset <> ALL (ARRAY['VCHF'::text, 'VGBP'::text]))) EXECUTE FUNCTION chains.assert_contract_approved();
CREATE TRIGGER keep_insert AFTER INSERT ON chains.contract REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_contract();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.contract REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_contract();
CREATE TRIGGER unchanged BEFORE UPDATE OF chain, asset, address ON chains.contract FOR EACH ROW WHEN ((((old.chain IS DISTINCT FROM new.chain) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.address IS DISTINCT FROM new.address))) EXECUTE FUNCTION base.never_changes();
grant select on chains.contract to specie_app;
grant insert (chain, asset, address, txid, created_at) on chains.contract to specie_app;

create table chains.cursor (
  chain text not null,
  cursor jsonb not null,
  latest numeric(20,0) not null,
  final numeric(20,0) not null,
  read_at timestamp with time zone not null,
  problem text,
  resume_from numeric(20,0),
  constraint cursor_pkey PRIMARY KEY (chain)
);
comment on table chains.cursor is 'How far each chain has been read.';
comment on column chains.cursor.problem is 'Why it is not read any further.';
comment on column chains.cursor.resume_from is 'The height from which two people agreed to read a broken chain again; the watcher does it.';
CREATE TRIGGER resume_agreed BEFORE INSERT OR UPDATE OF resume_from ON chains.cursor FOR EACH ROW WHEN ((new.resume_from IS NOT NULL)) EXECUTE FUNCTION chains.assert_restart_approved();
grant select on chains.cursor to specie_app;
grant insert (chain, cursor, latest, final, read_at) on chains.cursor to specie_app;
grant update (cursor, latest, final, read_at, problem, resume_from) on chains.cursor to specie_app;

create table chains.deposit_address (
  family text not null,
  index integer not null,
  address text not null,
  institution_id uuid,
  assigned_at timestamp with time zone,
  rail_id uuid,
  constraint deposit_address_family_check CHECK ((family = ANY (ARRAY['evm'::text, 'solana'::text, 'bitcoin'::text]))),
  constraint one_owner CHECK ((num_nonnulls(institution_id, rail_id) <= 1)),
  constraint deposit_address_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint deposit_address_rail_id_fkey FOREIGN KEY (rail_id) REFERENCES rails.rail(id),
  constraint deposit_address_pkey PRIMARY KEY (family, index),
  constraint deposit_address_family_address_key UNIQUE (family, address)
);
comment on table chains.deposit_address is 'Deposit addresses, derived in advance so that assigning one needs no key. One per family: an EVM address is the same on all EVM chains.';
comment on column chains.deposit_address.institution_id is 'Null: free, or owned by a rail.';
comment on column chains.deposit_address.rail_id is 'An off-ramp has its own address: what arrives there belongs to the rail.';
CREATE INDEX deposit_address_any_case ON chains.deposit_address USING btree (family, lower(address));
CREATE INDEX deposit_address_family_index_idx ON chains.deposit_address USING btree (family, index) WHERE (institution_id IS NULL);
CREATE INDEX free_address ON chains.deposit_address USING btree (family, index) WHERE ((institution_id IS NULL) AND (rail_id IS NULL));
CREATE UNIQUE INDEX one_address ON chains.deposit_address USING btree (institution_id, family) WHERE (institution_id IS NOT NULL);
CREATE UNIQUE INDEX rail_address ON chains.deposit_address USING btree (rail_id) WHERE (rail_id IS NOT NULL);
CREATE TRIGGER keep_insert AFTER INSERT ON chains.deposit_address REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_deposit_address();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.deposit_address REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_deposit_address();
CREATE TRIGGER unchanged BEFORE UPDATE OF family, index, address ON chains.deposit_address FOR EACH ROW WHEN ((((old.family IS DISTINCT FROM new.family) OR (old.index IS DISTINCT FROM new.index)) OR (old.address IS DISTINCT FROM new.address))) EXECUTE FUNCTION base.never_changes();
grant select on chains.deposit_address to specie_app;
grant insert (family, index, address) on chains.deposit_address to specie_app;
grant update (institution_id, assigned_at, rail_id) on chains.deposit_address to specie_app;

create table chains.lease (
  chain text not null,
  key text not null,
  holder text not null,
  token bigint not null,
  until timestamp with time zone not null,
  constraint lease_pkey PRIMARY KEY (chain, key)
);
comment on table chains.lease is 'Which process sends with a key: one at a time. The token only grows; a write with an older token is refused.';
grant select on chains.lease to specie_app;
grant insert (chain, key, holder, token, until) on chains.lease to specie_app;
grant update (holder, token, until) on chains.lease to specie_app;

create table chains.listing (
  id uuid not null,
  number bigint generated always as identity not null,
  chain text not null,
  asset text not null,
  address text not null,
  is_listed boolean not null,
  created_at timestamp with time zone not null,
  constraint listing_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint listing_pkey PRIMARY KEY (id),
  constraint listing_number_key UNIQUE (number)
);
comment on table chains.listing is 'Holders that were put on the allow list of a coin, or taken off it, each by one operation. The last row of a holder counts.';
comment on column chains.listing.address is 'A wallet; on Solana also a single token account.';
CREATE INDEX listing_chain_asset_address_number_idx ON chains.listing USING btree (chain, asset, address, number DESC);
CREATE TRIGGER allowed BEFORE INSERT ON chains.listing FOR EACH ROW EXECUTE FUNCTION chains.assert_listing_allowed();
CREATE TRIGGER keep_insert AFTER INSERT ON chains.listing REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_listing();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.listing REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_listing();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, chain, asset, address, is_listed ON chains.listing FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.address IS DISTINCT FROM new.address)) OR (old.is_listed IS DISTINCT FROM new.is_listed))) EXECUTE FUNCTION base.never_changes();
grant select on chains.listing to specie_app;
grant insert (id, chain, asset, address, is_listed, created_at) on chains.listing to specie_app;

create table chains.movement (
  id uuid not null,
  chain text not null,
  txid text not null,
  index integer not null,
  height numeric(20,0) not null,
  block text not null,
  kind text not null,
  asset text not null,
  sender text,
  recipient text,
  amount numeric(38,0) not null,
  request_id text,
  state text not null,
  unread boolean default true not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  verdict text,
  booked_at timestamp with time zone,
  constraint movement_check CHECK (((verdict IS NULL) OR ((state = 'final'::text) AND (kind = ANY (ARRAY['mint'::text, 'burn'::text]))))),
  constraint movement_check1 CHECK (((booked_at IS NULL) OR (verdict = 'holder_burn'::text))),
  constraint movement_kind_check CHECK ((kind = ANY (ARRAY['mint'::text, 'burn'::text, 'transfer'::text]))),
  constraint movement_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'final'::text, 'orphaned'::text]))),
  constraint movement_verdict_check CHECK ((verdict = ANY (ARRAY['asked'::text, 'holder_burn'::text, 'break'::text]))),
  constraint movement_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint movement_pkey PRIMARY KEY (id),
  constraint movement_chain_txid_index_block_key UNIQUE (chain, txid, index, block)
);
comment on table chains.movement is 'What the chain reports. A row that a reorganisation dropped stays as orphaned; if it is included again, that is another row.';
comment on column chains.movement.unread is 'The deposits have not yet processed its current state.';
comment on column chains.movement.verdict is 'The verdict on a final supply change. asked: our own operation. holder_burn: a holder destroyed own coins. break: we did not request it, so coins were lost or are unbacked; minting was halted.';
comment on column chains.movement.booked_at is 'For a holder burn: when the ledger followed.';
CREATE INDEX breaks ON chains.movement USING btree (chain, asset) WHERE (verdict = 'break'::text);
CREATE INDEX holder_burns ON chains.movement USING btree (created_at) WHERE (verdict = 'holder_burn'::text);
CREATE INDEX movement_chain_asset_height_idx ON chains.movement USING btree (chain, asset, height) WHERE ((state = 'final'::text) AND (kind = ANY (ARRAY['mint'::text, 'burn'::text])));
CREATE INDEX movement_chain_height_idx ON chains.movement USING btree (chain, height) WHERE (state = 'seen'::text);
CREATE INDEX movement_request_id_idx ON chains.movement USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX movement_updated_at_idx ON chains.movement USING btree (updated_at) WHERE unread;
CREATE UNIQUE INDEX one_final ON chains.movement USING btree (chain, txid, index) WHERE (state = 'final'::text);
CREATE UNIQUE INDEX one_supply_change ON chains.movement USING btree (chain, asset, request_id) WHERE ((state = 'final'::text) AND (request_id IS NOT NULL));
CREATE INDEX unbooked ON chains.movement USING btree (chain, asset) WHERE ((verdict = 'holder_burn'::text) AND (booked_at IS NULL));
CREATE INDEX unjudged ON chains.movement USING btree (chain) WHERE ((verdict IS NULL) AND (state = 'final'::text) AND (kind = ANY (ARRAY['mint'::text, 'burn'::text])));
CREATE TRIGGER keep_insert AFTER INSERT ON chains.movement REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_movement();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.movement REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_movement();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, chain, txid, asset, recipient, amount ON chains.movement FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.recipient IS DISTINCT FROM new.recipient)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on chains.movement to specie_app;
grant insert (id, chain, txid, index, height, block, kind, asset, sender, recipient, amount, request_id, state, created_at, updated_at) on chains.movement to specie_app;
grant update (state, unread, updated_at, verdict, booked_at) on chains.movement to specie_app;

create table chains.operation (
  id uuid not null,
  chain text not null,
  key text not null,
  purpose text not null,
  subject uuid not null,
  kind text not null,
  asset text not null,
  amount numeric(38,0) not null,
  recipient text,
  source integer,
  request_id text not null,
  alone boolean default false not null,
  state text not null,
  reason text,
  txid text,
  transaction_id uuid,
  unread boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  memo text,
  address_id uuid,
  source_key text,
  max_fee numeric(38,0),
  constraint one_source CHECK ((num_nonnulls(source, source_key) <= 1)),
  constraint operation_amount_check CHECK (((amount > (0)::numeric) OR ((amount = (0)::numeric) AND (kind = ANY (ARRAY['list'::text, 'unlist'::text, 'allow_list_on'::text, 'allow_list_off'::text]))))),
  constraint operation_kind_check CHECK ((kind = ANY (ARRAY['mint'::text, 'burn'::text, 'transfer'::text, 'collect'::text, 'native'::text, 'list'::text, 'unlist'::text, 'allow_list_on'::text, 'allow_list_off'::text]))),
  constraint operation_max_fee_check CHECK ((max_fee >= (0)::numeric)),
  constraint operation_request_id_check CHECK ((request_id ~ '^0x[0-9a-f]{64}$'::text)),
  constraint operation_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'working'::text, 'final'::text, 'failed'::text, 'canceled'::text]))),
  constraint operation_address_id_fkey FOREIGN KEY (address_id) REFERENCES destinations.address(id),
  constraint operation_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint operation_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES chains.transaction(id),
  constraint operation_pkey PRIMARY KEY (id),
  constraint operation_request_id_key UNIQUE (request_id)
);
comment on table chains.operation is 'Operations on a chain, requested by products.';
comment on column chains.operation.key is 'The key whose queue it waits in.';
comment on column chains.operation.purpose is 'The product that gets the outcome: mint, redemption, withdrawal and so on.';
comment on column chains.operation.subject is 'The row of that product.';
comment on column chains.operation.source is 'Index of the deposit address that the coins leave.';
comment on column chains.operation.alone is 'Not to be bundled again: its bundle was refused.';
comment on column chains.operation.txid is 'The transaction that performed it.';
comment on column chains.operation.transaction_id is 'The last transaction that carried it.';
comment on column chains.operation.unread is 'The product has not yet processed its current state.';
comment on column chains.operation.memo is 'Text that accompanies coins where the chain supports it.';
comment on column chains.operation.address_id is 'The withdrawal address that it pays, if any.';
comment on column chains.operation.source_key is 'Key of the wallet that the coins leave, if it is not a deposit address. Null: see `source`, or none.';
comment on column chains.operation.max_fee is 'The highest network fee. Null: the market price, within the limits of the chain.';
CREATE UNIQUE INDEX one_operation ON chains.operation USING btree (purpose, subject, kind, chain) WHERE (state <> ALL (ARRAY['failed'::text, 'canceled'::text]));
CREATE INDEX operation_address_id_idx ON chains.operation USING btree (address_id) WHERE (state = 'queued'::text);
CREATE INDEX operation_chain_key_created_at_idx ON chains.operation USING btree (chain, key, created_at) WHERE (state = 'queued'::text);
CREATE INDEX operation_chain_key_idx ON chains.operation USING btree (chain, key) WHERE (state = ANY (ARRAY['queued'::text, 'working'::text]));
CREATE INDEX operation_coming ON chains.operation USING btree (asset) WHERE ((kind = 'mint'::text) AND ((state = ANY (ARRAY['queued'::text, 'working'::text])) OR ((state = 'final'::text) AND unread)));
CREATE INDEX operation_leaving ON chains.operation USING btree (chain, asset) WHERE ((kind = ANY (ARRAY['transfer'::text, 'burn'::text])) AND ((state = ANY (ARRAY['queued'::text, 'working'::text])) OR ((state = 'final'::text) AND unread)));
CREATE INDEX operation_purpose_updated_at_idx ON chains.operation USING btree (purpose, updated_at) WHERE unread;
CREATE INDEX operation_subject_idx ON chains.operation USING btree (subject);
CREATE INDEX operation_transaction_id_idx ON chains.operation USING btree (transaction_id);
CREATE INDEX operation_txid_end ON chains.operation USING btree (reverse(txid) text_pattern_ops) WHERE (txid IS NOT NULL);
CREATE INDEX operation_txid_start ON chains.operation USING btree (txid text_pattern_ops) WHERE (txid IS NOT NULL);
CREATE TRIGGER agrees AFTER INSERT ON chains.operation FOR EACH ROW EXECUTE FUNCTION chains.assert_operation_source();
CREATE TRIGGER ends BEFORE UPDATE ON chains.operation FOR EACH ROW EXECUTE FUNCTION chains.assert_operation_ends_once();
CREATE TRIGGER holds BEFORE INSERT ON chains.operation FOR EACH ROW EXECUTE FUNCTION compliance.refuse_effect();
CREATE TRIGGER keep_insert AFTER INSERT ON chains.operation REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_operation();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.operation REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_operation();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, chain, purpose, subject, kind, asset, amount, recipient, source, request_id ON chains.operation FOR EACH ROW WHEN (((((((((((old.id IS DISTINCT FROM new.id) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.purpose IS DISTINCT FROM new.purpose)) OR (old.subject IS DISTINCT FROM new.subject)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.recipient IS DISTINCT FROM new.recipient)) OR (old.source IS DISTINCT FROM new.source)) OR (old.request_id IS DISTINCT FROM new.request_id))) EXECUTE FUNCTION base.never_changes();
grant select on chains.operation to specie_app;
grant insert (id, chain, key, purpose, subject, kind, asset, amount, recipient, source, request_id, alone, state, created_at, updated_at, memo, address_id, source_key, max_fee) on chains.operation to specie_app;
grant update (alone, state, reason, txid, transaction_id, unread, updated_at) on chains.operation to specie_app;

create table chains.supply (
  chain text not null,
  asset text not null,
  on_chain numeric(38,0) not null,
  ledger numeric(38,0) not null,
  compared_at timestamp with time zone not null,
  constraint supply_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint supply_pkey PRIMARY KEY (chain, asset)
);
comment on table chains.supply is 'The supply of each coin on each chain at the last comparison with the ledger (L7), in minor units.';
grant select on chains.supply to specie_app;
grant insert (chain, asset, on_chain, ledger, compared_at) on chains.supply to specie_app;
grant update (on_chain, ledger, compared_at) on chains.supply to specie_app;

create table chains.token_account (
  address text not null,
  owner text not null,
  mint text not null,
  constraint token_account_pkey PRIMARY KEY (address),
  constraint token_account_owner_mint_key UNIQUE (owner, mint)
);
comment on table chains.token_account is 'Token accounts of our wallets on Solana. A sender may name one instead of the wallet.';
comment on column chains.token_account.owner is 'The wallet.';
CREATE TRIGGER keep_insert AFTER INSERT ON chains.token_account REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_token_account();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.token_account REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_token_account();
CREATE TRIGGER unchanged BEFORE UPDATE OF address, owner, mint ON chains.token_account FOR EACH ROW WHEN ((((old.address IS DISTINCT FROM new.address) OR (old.owner IS DISTINCT FROM new.owner)) OR (old.mint IS DISTINCT FROM new.mint))) EXECUTE FUNCTION base.never_changes();
grant select on chains.token_account to specie_app;
grant insert (address, owner, mint) on chains.token_account to specie_app;

create table chains.transaction (
  id uuid not null,
  chain text not null,
  key text not null,
  nonce bigint,
  state text not null,
  hash text,
  height numeric(20,0),
  cost numeric(38,0),
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint transaction_state_check CHECK ((state = ANY (ARRAY['assigned'::text, 'sent'::text, 'final'::text, 'reverted'::text, 'over'::text]))),
  constraint transaction_pkey PRIMARY KEY (id)
);
comment on table chains.transaction is 'Our transactions: a nonce (where the chain has nonces) and every signed form.';
comment on column chains.transaction.key is 'The key whose nonce it uses.';
comment on column chains.transaction.state is 'assigned: it has its nonce. sent: signed, perhaps on the chain. final: succeeded. reverted: failed. over: no signed form can be included any more.';
comment on column chains.transaction.hash is 'Hash of the form that is on the chain, as far as known.';
comment on column chains.transaction.cost is 'The network fee in the smallest unit of the native coin.';
comment on column chains.transaction.sent_at is 'The last broadcast.';
CREATE UNIQUE INDEX one_use_of_a_nonce ON chains.transaction USING btree (chain, key, nonce) WHERE ((nonce IS NOT NULL) AND (state <> 'over'::text));
CREATE INDEX transaction_chain_created_at_idx ON chains.transaction USING btree (chain, created_at) WHERE (state = ANY (ARRAY['assigned'::text, 'sent'::text]));
CREATE TRIGGER keep_insert AFTER INSERT ON chains.transaction REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_transaction();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.transaction REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_transaction();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, chain, key ON chains.transaction FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.key IS DISTINCT FROM new.key))) EXECUTE FUNCTION base.never_changes();
grant select on chains.transaction to specie_app;
grant insert (id, chain, key, nonce, state, created_at) on chains.transaction to specie_app;
grant update (nonce, state, hash, height, cost, sent_at, created_at) on chains.transaction to specie_app;

create table chains.trouble (
  chain text not null,
  part text not null,
  kind text not null,
  what text not null,
  since timestamp with time zone not null,
  constraint trouble_kind_check CHECK ((kind = ANY (ARRAY['disagreement'::text, 'unreachable'::text]))),
  constraint trouble_part_check CHECK ((part = ANY (ARRAY['reading'::text, 'sending'::text]))),
  constraint trouble_pkey PRIMARY KEY (chain, part)
);
comment on table chains.trouble is 'Why a chain is unreliable at the moment. The row disappears with its cause. What broke permanently is in chains.cursor.problem.';
comment on column chains.trouble.what is 'For operators: names nodes.';
grant delete, select on chains.trouble to specie_app;
grant insert (chain, part, kind, what, since) on chains.trouble to specie_app;
grant update (kind, what, since) on chains.trouble to specie_app;

create table chains.wallet (
  chain text not null,
  key text not null,
  address text not null,
  next_nonce bigint default 0 not null,
  constraint wallet_pkey PRIMARY KEY (chain, key)
);
comment on table chains.wallet is 'Our wallets. Their keys are with the signer.';
comment on column chains.wallet.key is 'The name of the key: minter, omnibus, deposit:7 and so on.';
comment on column chains.wallet.next_nonce is 'A lower bound; the count of the chain is the other one.';
CREATE INDEX wallet_chain_address_idx ON chains.wallet USING btree (chain, address) WHERE (address <> ''::text);
CREATE INDEX wallet_lower_idx ON chains.wallet USING btree (lower(address));
CREATE TRIGGER keep_insert AFTER INSERT ON chains.wallet REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_wallet();
CREATE TRIGGER keep_update AFTER UPDATE ON chains.wallet REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_chains_wallet();
CREATE TRIGGER unchanged BEFORE UPDATE OF chain, key, address ON chains.wallet FOR EACH ROW WHEN ((((old.chain IS DISTINCT FROM new.chain) OR (old.key IS DISTINCT FROM new.key)) OR (old.address IS DISTINCT FROM new.address))) EXECUTE FUNCTION base.never_changes();
grant select on chains.wallet to specie_app;
grant insert (chain, key, address, next_nonce) on chains.wallet to specie_app;
grant update (next_nonce) on chains.wallet to specie_app;

create view chains.allowed_holder as
 SELECT own_holder.chain,
    own_holder.address
   FROM chains.own_holder
UNION ALL
 SELECT usable_holder.chain,
    usable_holder.address
   FROM destinations.usable_holder;
grant select on chains.allowed_holder to specie_app;
create view chains.coming_mint as
 SELECT purpose,
    subject,
    asset,
    amount
   FROM chains.operation
  WHERE ((state <> ALL (ARRAY['failed'::text, 'canceled'::text])) AND (kind = 'mint'::text) AND ((state = ANY (ARRAY['queued'::text, 'working'::text])) OR ((state = 'final'::text) AND unread)));
grant select on chains.coming_mint to specie_app;
create view chains.current_operation as
 SELECT purpose,
    subject
   FROM chains.operation
  WHERE ((state <> ALL (ARRAY['failed'::text, 'canceled'::text])) OR unread);
grant select on chains.current_operation to specie_app;
create view chains.due_effect as
 SELECT listing_effect.purpose,
    listing_effect.subject,
    listing_effect.chain,
    listing_effect.kinds,
    listing_effect.asset,
    listing_effect.amount,
    listing_effect.recipient,
    listing_effect.source,
    listing_effect.address_id,
    listing_effect.sources
   FROM chains.listing_effect
UNION ALL
 SELECT due_effect.purpose,
    due_effect.subject,
    due_effect.chain,
    due_effect.kinds,
    due_effect.asset,
    due_effect.amount,
    due_effect.recipient,
    due_effect.source,
    due_effect.address_id,
    due_effect.sources
   FROM issuance.due_effect
UNION ALL
 SELECT due_effect.purpose,
    due_effect.subject,
    due_effect.chain,
    due_effect.kinds,
    due_effect.asset,
    due_effect.amount,
    due_effect.recipient,
    due_effect.source,
    due_effect.address_id,
    due_effect.sources
   FROM rails.due_effect
UNION ALL
 SELECT due_effect.purpose,
    due_effect.subject,
    due_effect.chain,
    due_effect.kinds,
    due_effect.asset,
    due_effect.amount,
    due_effect.recipient,
    due_effect.source,
    due_effect.address_id,
    due_effect.sources
   FROM transfers.due_effect;
grant select on chains.due_effect to specie_app;
create view chains.final_movement as
 SELECT chain,
    txid,
    index
   FROM chains.movement
  WHERE (state = 'final'::text);
grant select on chains.final_movement to specie_app;
create view chains.height as
 SELECT chain,
    latest
   FROM chains.cursor;
grant select on chains.height to specie_app;
create view chains.institution_address as
 SELECT institution_id,
    family,
    index,
    address
   FROM chains.deposit_address
  WHERE (institution_id IS NOT NULL);
grant select on chains.institution_address to specie_app;
create view chains.irrevocable as
 SELECT o.subject,
    o.purpose
   FROM (chains.operation o
     LEFT JOIN chains.transaction t ON ((t.id = o.transaction_id)))
  WHERE ((o.purpose = ANY (ARRAY['mint'::text, 'withdrawal'::text, 'rail_mint'::text, 'rail_return'::text, 'deposit_return'::text])) AND ((o.state = 'final'::text) OR ((o.state = 'working'::text) AND (t.state = 'sent'::text))));
create view chains.leaving as
 SELECT purpose,
    chain,
    asset,
    amount
   FROM chains.operation
  WHERE ((kind = ANY (ARRAY['transfer'::text, 'burn'::text])) AND ((state = ANY (ARRAY['queued'::text, 'working'::text])) OR ((state = 'final'::text) AND unread)));
grant select on chains.leaving to specie_app;
create view chains.listed as
 SELECT l.chain,
    l.asset,
    l.address,
    l.is_listed,
    COALESCE(o.state, 'queued'::text) AS state,
    o.reason,
    l.created_at
   FROM (chains.listing l
     LEFT JOIN chains.operation o ON (((o.purpose = 'listing'::text) AND (o.subject = l.id))))
  WHERE (NOT (EXISTS ( SELECT
           FROM chains.listing later
          WHERE (((later.chain = l.chain) AND (later.asset = l.asset) AND (later.address = l.address)) AND (later.number > l.number)))));
grant select on chains.listed to specie_app;
create view chains.listing_effect as
 SELECT 'listing'::text AS purpose,
    l.id AS subject,
    l.chain,
        CASE
            WHEN l.is_listed THEN '{list}'::text[]
            ELSE '{unlist}'::text[]
        END AS kinds,
    l.asset,
    (0)::numeric AS amount,
    l.address AS recipient,
    NULL::integer AS source,
    NULL::uuid AS address_id,
    ARRAY[('chains.listing/'::text || l.id)] AS sources
   FROM chains.listing l
UNION ALL
 SELECT 'allow_list'::text AS purpose,
    a.id AS subject,
    a.chain,
        CASE
            WHEN a.is_on THEN '{allow_list_on}'::text[]
            ELSE '{allow_list_off}'::text[]
        END AS kinds,
    a.asset,
    0 AS amount,
    NULL::text AS recipient,
    NULL::integer AS source,
    NULL::uuid AS address_id,
    ARRAY[('chains.allow_list/'::text || a.id)] AS sources
   FROM chains.allow_list a;
create view chains.omnibus_wallet as
 SELECT chain,
    address
   FROM chains.wallet
  WHERE (key = 'omnibus'::text);
grant select on chains.omnibus_wallet to specie_app;
create view chains.operation_txid as
 SELECT purpose,
    subject,
    txid
   FROM chains.operation
  WHERE (txid IS NOT NULL);
grant select on chains.operation_txid to specie_app;
create view chains.own_address as
 SELECT wallet.chain,
    NULL::text AS family,
    wallet.address,
    wallet.key,
    NULL::uuid AS institution_id,
    NULL::uuid AS rail_id
   FROM chains.wallet
  WHERE (wallet.address <> ''::text)
UNION ALL
 SELECT NULL::text AS chain,
    deposit_address.family,
    deposit_address.address,
    ('deposit:'::text || deposit_address.index) AS key,
    deposit_address.institution_id,
    deposit_address.rail_id
   FROM chains.deposit_address;
grant select on chains.own_address to specie_app;
create view chains.own_holder as
 SELECT wallet.chain,
    wallet.address
   FROM chains.wallet
  WHERE ((wallet.key = 'omnibus'::text) AND (wallet.address <> ''::text))
UNION
 SELECT c.chain,
    d.address
   FROM (chains.contract c
     JOIN chains.deposit_address d ON ((d.family =
        CASE
            WHEN (c.chain = 'SOL'::text) THEN 'solana'::text
            ELSE 'evm'::text
        END)))
  WHERE ((c.asset = ANY (ARRAY['VCHF'::text, 'VGBP'::text])) AND (num_nonnulls(d.institution_id, d.rail_id) > 0));
create view chains.prefunded_mint as
 SELECT subject,
    coin,
    amount,
    paid
   FROM treasury.prefunded_mints;
grant select on chains.prefunded_mint to specie_app;
create view chains.read_coin as
 SELECT chain,
    asset,
    start,
    height,
    read_until
   FROM chains.coin_reading;
grant select on chains.read_coin to specie_app;
create view chains.signed as
 SELECT o.subject
   FROM (chains.operation o
     LEFT JOIN chains.transaction t ON ((t.id = o.transaction_id)))
  WHERE ((o.state = 'final'::text) OR ((o.state = 'working'::text) AND (t.state = 'sent'::text)));
create view chains.signed_hash as
 SELECT o.purpose,
    o.subject,
    a.hash,
    t.created_at AS sent_at,
    a.number AS version
   FROM (((chains.operation o
     JOIN chains.carried c ON ((c.operation_id = o.id)))
     JOIN chains.transaction t ON ((t.id = c.transaction_id)))
     JOIN chains.attempt a ON ((a.transaction_id = t.id)));
grant select on chains.signed_hash to specie_app;
create view chains.transfer_end as
 SELECT subject,
    txid,
    NULL::text AS reason
   FROM chains.operation
  WHERE ((state = 'final'::text) AND (address_id IS NOT NULL) AND (txid IS NOT NULL));
create view chains.transferred_coin as
 SELECT chain,
    asset,
    txid,
    index,
    height,
    at,
    sender,
    recipient,
    amount
   FROM chains.coin_transfer;
grant select on chains.transferred_coin to specie_app;

-- function chains.assert_contract_approved() returns trigger; called by: public
-- function chains.assert_listing_allowed() returns trigger, security definer; called by: public
-- function chains.assert_operation_ends_once() returns trigger; called by: public
-- function chains.assert_operation_source() returns trigger, security definer; called by: public
-- function chains.assert_restart_approved() returns trigger; called by: public
-- function chains.assert_switch_approved() returns trigger; called by: public
-- function chains.awaits_listing(text,text,text) returns boolean; called by: specie_app
-- function chains.operation_sources(uuid) returns text[], security definer; called by: specie_app
-- function chains.refuse_bytes() returns trigger, security definer; called by: public
-- function chains.switches_of(text,text,text) returns text[]; called by: public

create schema compliance;

comment on schema compliance is 'Holds: items that wait for a decision by people.';

grant usage on schema compliance to specie_app;

create table compliance.case_alert (
  key text not null,
  case_id uuid not null,
  kind text not null,
  source text not null,
  subject_kind text,
  subject_id uuid,
  at timestamp with time zone not null,
  joined_at timestamp with time zone not null,
  constraint case_alert_kind_check CHECK ((kind = ANY (ARRAY['rule'::text, 'hold'::text, 'match'::text, 'exchange'::text, 'bank_case'::text]))),
  constraint case_alert_case_id_fkey FOREIGN KEY (case_id) REFERENCES compliance.case_file(id),
  constraint case_alert_pkey PRIMARY KEY (key)
);
comment on table compliance.case_alert is 'The alerts of a case. Each alert of compliance.alert is in one case, for good.';
comment on column compliance.case_alert.key is 'Its kind and what it comes from: `hold:<id>`.';
comment on column compliance.case_alert.source is 'The hold, version of a rule, match, exchange or bank case.';
comment on column compliance.case_alert.subject_id is 'The item, party or exchange that it is about.';
CREATE INDEX case_alert_of ON compliance.case_alert USING btree (case_id, at, key);
CREATE INDEX case_alert_source ON compliance.case_alert USING btree (source);
CREATE INDEX case_alert_subject ON compliance.case_alert USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.case_alert FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.case_alert REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_alert();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.case_alert REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_alert();
CREATE TRIGGER unchanged BEFORE UPDATE OF key ON compliance.case_alert FOR EACH ROW WHEN ((old.key IS DISTINCT FROM new.key)) EXECUTE FUNCTION base.never_changes();
grant select on compliance.case_alert to specie_app;

create table compliance.case_document (
  id uuid not null,
  case_id uuid not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  sealed_name bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  constraint case_document_bytes_check CHECK ((bytes > 0)),
  constraint case_document_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text]))),
  constraint case_document_case_id_fkey FOREIGN KEY (case_id) REFERENCES compliance.case_file(id),
  constraint case_document_pkey PRIMARY KEY (id)
);
comment on table compliance.case_document is 'Files that people attach to a case as evidence. Never changed.';
CREATE INDEX case_document_of ON compliance.case_document USING btree (case_id, created_at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.case_document FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.case_document REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_document();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.case_document REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_document();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON compliance.case_document FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on compliance.case_document to specie_app;
grant insert (id, case_id, content_type, bytes, sha256, sealed_name, created_at, created_by) on compliance.case_document to specie_app;

create table compliance.case_document_content (
  document_id uuid not null,
  sealed bytea not null,
  constraint case_document_content_document_id_fkey FOREIGN KEY (document_id) REFERENCES compliance.case_document(id),
  constraint case_document_content_pkey PRIMARY KEY (document_id)
);
comment on table compliance.case_document_content is 'The contents, sealed with the key of the case.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.case_document_content FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on compliance.case_document_content to specie_app;
grant insert (document_id, sealed) on compliance.case_document_content to specie_app;

create table compliance.case_file (
  id uuid not null,
  about uuid,
  party text,
  follows uuid,
  risk_class text not null,
  state text not null,
  institution_id uuid,
  assignee uuid,
  due_at timestamp with time zone not null,
  outcome text,
  maker text,
  checker text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint case_file_check CHECK ((num_nonnulls(about, party) = 1)),
  constraint case_file_institution_id_check CHECK ((institution_id IS NULL)),
  constraint case_file_outcome_check CHECK ((outcome = ANY (ARRAY['no_suspicion'::text, 'measures'::text, 'report'::text]))),
  constraint case_file_party_check CHECK (((length(party) >= 1) AND (length(party) <= 400))),
  constraint case_file_risk_class_check CHECK ((risk_class = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint decided_by_two CHECK (((((state <> 'closed'::text) AND (state <> 'reported'::text)) = (outcome IS NULL)) AND (num_nonnulls(outcome, maker, checker, decided_at) = ANY (ARRAY[0, 4])) AND (lower(maker) <> lower(checker)))),
  constraint case_file_about_fkey FOREIGN KEY (about) REFERENCES directory.institution(id),
  constraint case_file_assignee_fkey FOREIGN KEY (assignee) REFERENCES directory.person(id),
  constraint case_file_follows_fkey FOREIGN KEY (follows) REFERENCES compliance.case_file(id),
  constraint case_file_pkey PRIMARY KEY (id)
);
comment on table compliance.case_file is 'Cases of compliance (docs/cases.md). Each collects the alerts of one institution or party until two people decide.';
comment on column compliance.case_file.about is 'The institution.';
comment on column compliance.case_file.party is 'Who it is about if no institution is known: the provider that inquired.';
comment on column compliance.case_file.follows is 'The last decided case of the same institution or party.';
comment on column compliance.case_file.risk_class is 'Of the institution when the case was opened; high if it is not known.';
comment on column compliance.case_file.institution_id is 'Always null: no institution ever learns of a case (no tipping off).';
comment on column compliance.case_file.due_at is 'When it should be decided. Nothing happens by itself then.';
CREATE INDEX case_about ON compliance.case_file USING btree (about, created_at) WHERE (about IS NOT NULL);
CREATE INDEX case_newest ON compliance.case_file USING btree (created_at, id);
CREATE UNIQUE INDEX case_open_of_institution ON compliance.case_file USING btree (about) WHERE ((about IS NOT NULL) AND (state = ANY (ARRAY['open'::text, 'in_review'::text])));
CREATE UNIQUE INDEX case_open_of_party ON compliance.case_file USING btree (party) WHERE ((party IS NOT NULL) AND (state = ANY (ARRAY['open'::text, 'in_review'::text])));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.case_file FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER begins AFTER INSERT ON compliance.case_file REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('case');
CREATE TRIGGER decided BEFORE UPDATE ON compliance.case_file FOR EACH ROW WHEN ((old.state = ANY (ARRAY['open'::text, 'in_review'::text]))) EXECUTE FUNCTION compliance.assert_case_decided();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.case_file REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_file();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.case_file REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_file();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON compliance.case_file FOR EACH ROW EXECUTE FUNCTION state.enforce('case');
CREATE TRIGGER over BEFORE UPDATE ON compliance.case_file FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['open'::text, 'in_review'::text]))) EXECUTE FUNCTION compliance.assert_case_open();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, about, party, follows, risk_class, institution_id, created_at ON compliance.case_file FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.about IS DISTINCT FROM new.about)) OR (old.party IS DISTINCT FROM new.party)) OR (old.follows IS DISTINCT FROM new.follows)) OR (old.risk_class IS DISTINCT FROM new.risk_class)) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.case_file to specie_app;
grant update (state, assignee, outcome, maker, checker, decided_at, updated_at) on compliance.case_file to specie_app;

create table compliance.case_note (
  id uuid not null,
  case_id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  constraint case_note_case_id_fkey FOREIGN KEY (case_id) REFERENCES compliance.case_file(id),
  constraint case_note_pkey PRIMARY KEY (id)
);
comment on table compliance.case_note is 'What people write about a case. Never changed.';
comment on column compliance.case_note.sealed is 'The text, sealed with the key of the case.';
CREATE INDEX case_note_of ON compliance.case_note USING btree (case_id, created_at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.case_note FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.case_note REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_note();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.case_note REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_case_note();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON compliance.case_note FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on compliance.case_note to specie_app;
grant insert (id, case_id, sealed, created_at, created_by) on compliance.case_note to specie_app;

create table compliance.exchange (
  id uuid not null,
  institution_id uuid,
  direction text not null,
  subject_kind text,
  subject_id uuid,
  address_id uuid,
  wallet text not null,
  asset text not null,
  blockchain text not null,
  amount numeric not null,
  vasp text,
  travel_address text,
  peer text,
  sealed_parties bytea,
  request_id text not null,
  version text not null,
  tried text[] default '{}'::text[] not null,
  callback text,
  answer_to text[] default '{}'::text[] not null,
  due text,
  next_at timestamp with time zone,
  tries integer default 0 not null,
  opened_at timestamp with time zone not null,
  held_at timestamp with time zone,
  problem text,
  reason text,
  txid text,
  ended_as text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  undelivered text,
  constraint exchange_amount_check CHECK ((amount > (0)::numeric)),
  constraint exchange_check CHECK (((due IS NULL) = (next_at IS NULL))),
  constraint exchange_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
  constraint exchange_due_check CHECK ((due = ANY (ARRAY['inquiry'::text, 'resolution'::text, 'confirmation'::text]))),
  constraint exchange_ended_as_check CHECK ((ended_as = ANY (ARRAY['sent'::text, 'canceled'::text]))),
  constraint exchange_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['mint'::text, 'redemption'::text, 'withdrawal'::text, 'deposit'::text, 'wire'::text, 'rail'::text, 'payment'::text]))),
  constraint exchange_undelivered_check CHECK ((undelivered = ANY (ARRAY['inquiry'::text, 'resolution'::text, 'confirmation'::text]))),
  constraint in_names_its_peer CHECK (((direction = 'out'::text) OR (peer IS NOT NULL))),
  constraint out_is_about_a_transfer CHECK (((direction = 'in'::text) OR ((subject_id IS NOT NULL) AND (institution_id IS NOT NULL)))),
  constraint exchange_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint exchange_pkey PRIMARY KEY (id)
);
comment on table compliance.exchange is 'Exchanges of the Travel Rule: with the provider of a wallet before coins leave (out), and of providers who ask before they send (in). Coins leave to a hosted wallet only when the exchange of their transfer is approved (chains.refuse_bytes).';
comment on column compliance.exchange.institution_id is 'Null: an inquiry about a wallet that is not ours.';
comment on column compliance.exchange.subject_id is 'Out: the transfer. In: the deposit that it announced, once it is here.';
comment on column compliance.exchange.address_id is 'The whitelisted wallet.';
comment on column compliance.exchange.wallet is 'The wallet that is paid.';
comment on column compliance.exchange.peer is 'In: the host of the callback, which gets the decision. Its request identifiers are unique. It does not show who has called.';
comment on column compliance.exchange.sealed_parties is 'Originator and beneficiary (IVMS101), sealed with the key of the institution.';
comment on column compliance.exchange.request_id is 'The identifier of the inquiry; a repeated one has the same.';
comment on column compliance.exchange.tried is 'Versions that the counterparty has refused.';
comment on column compliance.exchange.callback is 'In: where the counterparty expects the decision.';
comment on column compliance.exchange.answer_to is 'Where the counterparty expects the transaction, or the cancellation.';
comment on column compliance.exchange.due is 'The message that must be sent, at next_at.';
comment on column compliance.exchange.opened_at is 'Settlement time; its deadlines count from here.';
comment on column compliance.exchange.held_at is 'When the transfer was held because of it.';
comment on column compliance.exchange.problem is 'What keeps it from going on, for staff.';
comment on column compliance.exchange.reason is 'Why it was rejected or canceled.';
comment on column compliance.exchange.ended_as is 'How the transfer has ended: sent, or canceled.';
comment on column compliance.exchange.undelivered is 'The message that the counterparty has not taken for three days. Staff may send it again.';
CREATE INDEX exchange_announced ON compliance.exchange USING btree (institution_id, lower(wallet)) WHERE (direction = 'in'::text);
CREATE INDEX exchange_due ON compliance.exchange USING btree (next_at) WHERE (due IS NOT NULL);
CREATE INDEX exchange_newest ON compliance.exchange USING btree (created_at, id);
CREATE UNIQUE INDEX exchange_of_peer ON compliance.exchange USING btree (peer, request_id) WHERE (direction = 'in'::text);
CREATE UNIQUE INDEX exchange_of_transfer ON compliance.exchange USING btree (subject_id) WHERE (direction = 'out'::text);
CREATE INDEX exchange_open ON compliance.exchange USING btree (opened_at) WHERE (state = ANY (ARRAY['draft'::text, 'sent'::text, 'acknowledged'::text, 'approved'::text, 'conflict'::text]));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.exchange FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER begins AFTER INSERT ON compliance.exchange REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('travel_rule');
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.exchange REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_exchange();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.exchange REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_exchange();
CREATE TRIGGER keeps_transfer BEFORE UPDATE OF subject_kind, subject_id ON compliance.exchange FOR EACH ROW WHEN (((old.subject_id IS NOT NULL) AND ((old.subject_kind IS DISTINCT FROM new.subject_kind) OR (old.subject_id IS DISTINCT FROM new.subject_id)))) EXECUTE FUNCTION base.never_changes();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON compliance.exchange FOR EACH ROW EXECUTE FUNCTION state.enforce('travel_rule');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, direction, address_id, wallet, asset, blockchain, amount, vasp, travel_address, peer, opened_at ON compliance.exchange FOR EACH ROW WHEN (((((((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.direction IS DISTINCT FROM new.direction)) OR (old.address_id IS DISTINCT FROM new.address_id)) OR (old.wallet IS DISTINCT FROM new.wallet)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.vasp IS DISTINCT FROM new.vasp)) OR (old.travel_address IS DISTINCT FROM new.travel_address)) OR (old.peer IS DISTINCT FROM new.peer)) OR (old.opened_at IS DISTINCT FROM new.opened_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.exchange to specie_app;
grant insert (id, institution_id, direction, subject_kind, subject_id, address_id, wallet, asset, blockchain, amount, vasp, travel_address, peer, sealed_parties, request_id, version, callback, due, next_at, opened_at, problem, state, created_at, updated_at) on compliance.exchange to specie_app;
grant update (subject_kind, subject_id, request_id, version, tried, callback, answer_to, due, next_at, tries, held_at, problem, reason, txid, ended_as, state, updated_at, undelivered) on compliance.exchange to specie_app;

create table compliance.exchange_message (
  id uuid not null,
  exchange_id uuid not null,
  at timestamp with time zone not null,
  way text not null,
  kind text not null,
  request_id text,
  version text,
  status integer,
  authentic boolean not null,
  says jsonb,
  problem text,
  sealed_body bytea,
  constraint exchange_message_kind_check CHECK ((kind = ANY (ARRAY['inquiry'::text, 'reply'::text, 'resolution'::text, 'confirmation'::text]))),
  constraint exchange_message_way_check CHECK ((way = ANY (ARRAY['sent'::text, 'received'::text]))),
  constraint exchange_message_exchange_id_fkey FOREIGN KEY (exchange_id) REFERENCES compliance.exchange(id),
  constraint exchange_message_pkey PRIMARY KEY (id)
);
comment on table compliance.exchange_message is 'What was sent and received in an exchange, in its order. Nothing is changed.';
comment on column compliance.exchange_message.kind is 'inquiry, resolution or confirmation; reply: the answer to one of ours.';
comment on column compliance.exchange_message.status is 'Of the answer; null: there was none, or it is a request.';
comment on column compliance.exchange_message.authentic is 'Received with the token of the exchange, or as an answer to a request of ours.';
comment on column compliance.exchange_message.says is 'What it means, as it was read; null: not readable.';
comment on column compliance.exchange_message.sealed_body is 'The text, sealed with the key of the institution.';
CREATE INDEX exchange_message_exchange_id_at_idx ON compliance.exchange_message USING btree (exchange_id, at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.exchange_message FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.exchange_message REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_exchange_message();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.exchange_message REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_exchange_message();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON compliance.exchange_message FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant insert, select on compliance.exchange_message to specie_app;

create table compliance.hit (
  id uuid not null,
  party_hash text not null,
  entry_hash text not null,
  entry_id uuid not null,
  score numeric not null,
  content jsonb,
  sealed bytea,
  sealed_for uuid,
  state text default 'open'::text not null,
  maker text,
  checker text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint decided_by_two CHECK ((((state = 'open'::text) = (maker IS NULL)) AND (num_nonnulls(maker, checker, decided_at) = ANY (ARRAY[0, 3])) AND (lower(maker) <> lower(checker)))),
  constraint either_clear_or_sealed CHECK (((num_nonnulls(content, sealed) = 1) AND ((sealed IS NULL) = (sealed_for IS NULL)))),
  constraint hit_state_check CHECK ((state = ANY (ARRAY['open'::text, 'cleared'::text, 'confirmed'::text]))),
  constraint hit_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES compliance.list_entry(id),
  constraint hit_pkey PRIMARY KEY (id),
  constraint hit_party_hash_entry_hash_key UNIQUE (party_hash, entry_hash)
);
comment on table compliance.hit is 'A party that matches an entry of a list. What two people have decided about the pair stays decided until the party or the entry changes.';
comment on column compliance.hit.entry_hash is 'Of the content of the entry without its reference.';
comment on column compliance.hit.content is 'The party as it was compared, and the explanation of the score.';
comment on column compliance.hit.sealed is 'The same for a natural person of a KYB case, sealed with the person''s own key.';
comment on column compliance.hit.state is 'Cleared: another party than the entry. Confirmed: the same.';
CREATE INDEX hit_not_cleared ON compliance.hit USING btree (party_hash) WHERE (state <> 'cleared'::text);
CREATE INDEX hit_open ON compliance.hit USING btree (created_at) WHERE (state = 'open'::text);
CREATE TRIGGER about BEFORE INSERT ON compliance.hit FOR EACH ROW EXECUTE FUNCTION compliance.assert_hit_pair();
CREATE TRIGGER decided BEFORE UPDATE ON compliance.hit FOR EACH ROW EXECUTE FUNCTION compliance.assert_hit_decided();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.hit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hit();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.hit REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hit();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, party_hash, entry_hash, entry_id, score, content, sealed, sealed_for, created_at ON compliance.hit FOR EACH ROW WHEN ((((((((((old.id IS DISTINCT FROM new.id) OR (old.party_hash IS DISTINCT FROM new.party_hash)) OR (old.entry_hash IS DISTINCT FROM new.entry_hash)) OR (old.entry_id IS DISTINCT FROM new.entry_id)) OR (old.score IS DISTINCT FROM new.score)) OR (old.content IS DISTINCT FROM new.content)) OR (old.sealed IS DISTINCT FROM new.sealed)) OR (old.sealed_for IS DISTINCT FROM new.sealed_for)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.hit to specie_app;
grant insert (id, party_hash, entry_hash, entry_id, score, content, sealed, sealed_for, created_at) on compliance.hit to specie_app;
grant update (state, maker, checker, decided_at) on compliance.hit to specie_app;

create table compliance.hold (
  id uuid not null,
  institution_id uuid not null,
  subject_kind text,
  subject_id uuid,
  hit_at timestamp with time zone,
  reason text not null,
  maker text,
  checker text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  concluded_at timestamp with time zone,
  cause uuid,
  return_to text,
  follows_case boolean default false not null,
  constraint four_eyes CHECK (((state <> ALL (ARRAY['released'::text, 'rejected'::text, 'frozen'::text])) OR ((maker IS NOT NULL) AND (checker IS NOT NULL) AND (lower(maker) <> lower(checker))))),
  constraint hold_check CHECK ((num_nonnulls(subject_kind, subject_id) > 0)),
  constraint hold_reason_check CHECK ((reason = ANY (ARRAY['aml_review'::text, 'sanctions_review'::text, 'travel_rule'::text, 'edd_required'::text, 'approval_required'::text, 'account_suspended'::text, 'debt_review'::text]))),
  constraint hold_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['mint'::text, 'redemption'::text, 'withdrawal'::text, 'deposit'::text, 'wire'::text, 'rail'::text, 'payment'::text]))),
  constraint only_a_rejection_is_concluded CHECK (((concluded_at IS NULL) OR (state = 'rejected'::text))),
  constraint hold_cause_fkey FOREIGN KEY (cause) REFERENCES compliance.hold(id),
  constraint hold_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint hold_pkey PRIMARY KEY (id)
);
comment on table compliance.hold is 'A subject may have several holds; it proceeds when all of them are released. A hold may come at any time (S1). It marks its subject under the lock of that row (compliance.mark_held_item), so that every later step sees it; the database refuses steps and effects of a marked row.';
comment on column compliance.hold.subject_kind is 'Kind of the subject. Without an id: the next one of this kind that the institution requests.';
comment on column compliance.hold.subject_id is 'The row that is held; set on the first hit if the hold waits for the next one.';
comment on column compliance.hold.hit_at is 'When the hold first stopped something.';
comment on column compliance.hold.concluded_at is 'For a rejected hold: when its subject was undone as far as possible.';
comment on column compliance.hold.cause is 'The hold on a rail that caused this hold on a payment.';
comment on column compliance.hold.return_to is 'The address to which a rejected deposit returns.';
comment on column compliance.hold.follows_case is 'Placed by the database because the KYB case requires enhanced due diligence. It ends once two people have decided on the case.';
CREATE INDEX hold_cause_idx ON compliance.hold USING btree (cause) WHERE (cause IS NOT NULL);
CREATE INDEX hold_newest ON compliance.hold USING btree (created_at);
CREATE INDEX hold_next ON compliance.hold USING btree (institution_id, subject_kind) WHERE (subject_id IS NULL);
CREATE INDEX hold_of_standing ON compliance.hold USING btree (institution_id) WHERE ((reason = 'account_suspended'::text) AND (state = 'placed'::text));
CREATE INDEX hold_subject_id_idx ON compliance.hold USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE INDEX hold_undecided ON compliance.hold USING btree (created_at) WHERE (state = ANY (ARRAY['placed'::text, 'under_review'::text]));
CREATE TRIGGER begins AFTER INSERT ON compliance.hold REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('hold');
CREATE CONSTRAINT TRIGGER canceled AFTER UPDATE OF state ON compliance.hold DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'rejected'::text) AND (new.reason = 'debt_review'::text) AND (new.maker = 'institution'::text))) EXECUTE FUNCTION compliance.assert_withdrawal_canceled();
CREATE TRIGGER decided BEFORE UPDATE OF state ON compliance.hold FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['released'::text, 'rejected'::text, 'frozen'::text])))) EXECUTE FUNCTION compliance.assert_hold_decided();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.hold REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.hold REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold();
CREATE TRIGGER marks AFTER UPDATE OF state, subject_id, concluded_at ON compliance.hold FOR EACH ROW WHEN ((((old.state IS DISTINCT FROM new.state) OR (old.subject_id IS DISTINCT FROM new.subject_id)) OR (old.concluded_at IS DISTINCT FROM new.concluded_at))) EXECUTE FUNCTION compliance.mark_held_item();
CREATE TRIGGER marks_new AFTER INSERT ON compliance.hold REFERENCING NEW TABLE AS placed FOR EACH STATEMENT EXECUTE FUNCTION compliance.mark_held_items();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON compliance.hold FOR EACH ROW EXECUTE FUNCTION state.enforce('hold');
CREATE TRIGGER stays BEFORE UPDATE ON compliance.hold FOR EACH ROW EXECUTE FUNCTION compliance.keep_hold_subject();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, reason, cause, follows_case ON compliance.hold FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.cause IS DISTINCT FROM new.cause)) OR (old.follows_case IS DISTINCT FROM new.follows_case))) EXECUTE FUNCTION base.never_changes();
CREATE CONSTRAINT TRIGGER withdrawal_canceled AFTER UPDATE OF subject_id ON compliance.hold DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.subject_id IS NOT NULL) AND (new.subject_id IS NULL))) EXECUTE FUNCTION compliance.assert_withdrawal_canceled();
grant select on compliance.hold to specie_app;
grant insert (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at, cause) on compliance.hold to specie_app;
grant update (subject_kind, subject_id, hit_at, maker, checker, state, updated_at, concluded_at, return_to) on compliance.hold to specie_app;

create table compliance.hold_hit (
  hold_id uuid not null,
  hit_id uuid not null,
  constraint hold_hit_hit_id_fkey FOREIGN KEY (hit_id) REFERENCES compliance.hit(id),
  constraint hold_hit_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES compliance.hold(id),
  constraint hold_hit_pkey PRIMARY KEY (hold_id, hit_id)
);
comment on table compliance.hold_hit is 'The hits that a hold is about. Releasing the hold clears them, rejecting it confirms them.';
CREATE INDEX hold_hit_hit_id_idx ON compliance.hold_hit USING btree (hit_id);
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.hold_hit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold_hit();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.hold_hit REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold_hit();
CREATE CONSTRAINT TRIGGER placed AFTER INSERT ON compliance.hold_hit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION compliance.assert_hits_of_new_hold();
CREATE TRIGGER unchanged BEFORE UPDATE OF hold_id, hit_id ON compliance.hold_hit FOR EACH ROW WHEN (((old.hold_id IS DISTINCT FROM new.hold_id) OR (old.hit_id IS DISTINCT FROM new.hit_id))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.hold_hit to specie_app;
grant insert (hold_id, hit_id) on compliance.hold_hit to specie_app;

create table compliance.hold_question (
  hold_id uuid not null,
  party_hash text not null,
  service text not null,
  constraint hold_question_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES compliance.hold(id),
  constraint hold_question_party_hash_service_fkey FOREIGN KEY (party_hash, service) REFERENCES compliance.question(party_hash, service),
  constraint hold_question_pkey PRIMARY KEY (hold_id, party_hash, service)
);
comment on table compliance.hold_question is 'The answers for which a hold waits. It is released once they are here and what they have found is held for itself.';
CREATE INDEX hold_question_party_hash_service_idx ON compliance.hold_question USING btree (party_hash, service);
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.hold_question REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold_question();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.hold_question REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold_question();
CREATE CONSTRAINT TRIGGER placed AFTER INSERT ON compliance.hold_question DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION compliance.assert_hits_of_new_hold();
CREATE TRIGGER unchanged BEFORE UPDATE OF hold_id, party_hash, service ON compliance.hold_question FOR EACH ROW WHEN ((((old.hold_id IS DISTINCT FROM new.hold_id) OR (old.party_hash IS DISTINCT FROM new.party_hash)) OR (old.service IS DISTINCT FROM new.service))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.hold_question to specie_app;
grant insert (hold_id, party_hash, service) on compliance.hold_question to specie_app;

create table compliance.hold_rule (
  hold_id uuid not null,
  version_id uuid not null,
  constraint hold_rule_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES compliance.hold(id),
  constraint hold_rule_version_id_fkey FOREIGN KEY (version_id) REFERENCES compliance.rule_version(id),
  constraint hold_rule_pkey PRIMARY KEY (hold_id, version_id)
);
comment on table compliance.hold_rule is 'The versions of rules whose hits a hold is about.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.hold_rule FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.hold_rule REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold_rule();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.hold_rule REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_hold_rule();
CREATE CONSTRAINT TRIGGER placed AFTER INSERT ON compliance.hold_rule DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION compliance.assert_hits_of_new_hold();
CREATE TRIGGER unchanged BEFORE UPDATE OF hold_id, version_id ON compliance.hold_rule FOR EACH ROW WHEN (((old.hold_id IS DISTINCT FROM new.hold_id) OR (old.version_id IS DISTINCT FROM new.version_id))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.hold_rule to specie_app;
grant insert (hold_id, version_id) on compliance.hold_rule to specie_app;

create table compliance.limit_item (
  subject uuid not null,
  asset text not null,
  institution_id uuid not null,
  product text not null,
  day date not null,
  amount numeric(38,0) not null,
  is_over boolean not null,
  returned_at timestamp with time zone,
  constraint limit_item_product_check CHECK ((product = ANY (ARRAY['mint'::text, 'redeem'::text, 'withdraw'::text, 'trade'::text, 'onramp'::text, 'offramp'::text]))),
  constraint limit_item_pkey PRIMARY KEY (subject, asset)
);
comment on table compliance.limit_item is 'Items that may still end before they leave: then their amount is given back to the day on which it was counted.';
comment on column compliance.limit_item.is_over is 'It arrived above a limit. What arrives from outside cannot be refused, so it is held.';
CREATE INDEX limit_item_returned ON compliance.limit_item USING btree (institution_id, product, asset, day) INCLUDE (amount) WHERE (returned_at IS NOT NULL);
grant select on compliance.limit_item to specie_app;

create table compliance.limit_rule (
  institution_id uuid not null,
  product text not null,
  asset text not null,
  period text not null,
  amount numeric(38,0),
  set_at timestamp with time zone not null,
  constraint limit_rule_amount_check CHECK ((amount >= (0)::numeric)),
  constraint limit_rule_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text]))),
  constraint limit_rule_product_check CHECK ((product = ANY (ARRAY['mint'::text, 'redeem'::text, 'withdraw'::text, 'trade'::text, 'onramp'::text, 'offramp'::text]))),
  constraint limit_rule_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint limit_rule_pkey PRIMARY KEY (institution_id, product, asset, period)
);
comment on table compliance.limit_rule is 'What an institution may use of a product in a day or a month. Two people change it (`limit.set`). Without a row there is no limit.';
comment on column compliance.limit_rule.amount is 'In minor units. Null: the limit was removed.';
CREATE INDEX limit_rule_set ON compliance.limit_rule USING btree (product) WHERE (amount IS NOT NULL);
CREATE TRIGGER agreed BEFORE INSERT OR UPDATE ON compliance.limit_rule FOR EACH ROW EXECUTE FUNCTION compliance.assert_limit_agreed();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.limit_rule FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.limit_rule REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_limit_rule();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.limit_rule REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_limit_rule();
CREATE TRIGGER unchanged BEFORE UPDATE OF institution_id, product, asset, period ON compliance.limit_rule FOR EACH ROW WHEN (((((old.institution_id IS DISTINCT FROM new.institution_id) OR (old.product IS DISTINCT FROM new.product)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.period IS DISTINCT FROM new.period))) EXECUTE FUNCTION base.never_changes();
grant insert, select on compliance.limit_rule to specie_app;
grant update (amount, set_at) on compliance.limit_rule to specie_app;

create table compliance.limit_use (
  institution_id uuid not null,
  product text not null,
  asset text not null,
  day date not null,
  used numeric(38,0) not null,
  constraint limit_use_product_check CHECK ((product = ANY (ARRAY['mint'::text, 'redeem'::text, 'withdraw'::text, 'trade'::text, 'onramp'::text, 'offramp'::text]))),
  constraint limit_use_pkey PRIMARY KEY (institution_id, product, asset, day)
) with (fillfactor=50);
comment on table compliance.limit_use is 'What was accepted of each institution, product and asset on each day of settlement, with or without a limit. What is given back stays in it; it is in compliance.limit_item.';
grant select on compliance.limit_use to specie_app;

create table compliance.list_entry (
  id uuid not null,
  list text not null,
  reference text not null,
  effect text not null,
  hash text not null,
  content jsonb not null,
  wallets text[] not null,
  began uuid not null,
  ended uuid,
  constraint list_entry_effect_check CHECK ((effect = ANY (ARRAY['refuse'::text, 'review'::text]))),
  constraint list_entry_began_fkey FOREIGN KEY (began) REFERENCES compliance.list_version(id),
  constraint list_entry_ended_fkey FOREIGN KEY (ended) REFERENCES compliance.list_version(id),
  constraint list_entry_pkey PRIMARY KEY (id)
);
comment on table compliance.list_entry is 'Entries of sanctions lists. A changed entry ends and begins again as a new row, so that each version can be read later.';
comment on column compliance.list_entry.reference is 'The list''s own. A list may give it to another party later.';
comment on column compliance.list_entry.hash is 'Of the content without the reference.';
comment on column compliance.list_entry.wallets is 'Wallet addresses of the content, in the form in which they are compared.';
comment on column compliance.list_entry.began is 'The version that brought it.';
comment on column compliance.list_entry.ended is 'The version without it. Null while it is on the list.';
CREATE INDEX list_entry_began ON compliance.list_entry USING btree (began);
CREATE INDEX list_entry_ended ON compliance.list_entry USING btree (ended) WHERE (ended IS NOT NULL);
CREATE UNIQUE INDEX list_entry_open ON compliance.list_entry USING btree (list, reference) WHERE (ended IS NULL);
CREATE INDEX list_entry_wallets ON compliance.list_entry USING gin (wallets) WHERE ((ended IS NULL) AND (wallets <> '{}'::text[]));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.list_entry FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER begins BEFORE INSERT ON compliance.list_entry FOR EACH ROW EXECUTE FUNCTION compliance.assert_entry_version();
CREATE TRIGGER ends BEFORE UPDATE OF ended ON compliance.list_entry FOR EACH ROW EXECUTE FUNCTION compliance.assert_entry_version();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.list_entry REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_list_entry();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.list_entry REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_list_entry();
CREATE CONSTRAINT TRIGGER removed AFTER UPDATE OF ended ON compliance.list_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.list = 'own'::text) AND ((new.content #>> '{programmes,0}'::text[]) = 'staff'::text) AND (new.ended IS NOT NULL))) EXECUTE FUNCTION compliance.assert_removal_approved();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, list, reference, effect, hash, content, wallets, began ON compliance.list_entry FOR EACH ROW WHEN (((((((((old.id IS DISTINCT FROM new.id) OR (old.list IS DISTINCT FROM new.list)) OR (old.reference IS DISTINCT FROM new.reference)) OR (old.effect IS DISTINCT FROM new.effect)) OR (old.hash IS DISTINCT FROM new.hash)) OR (old.content IS DISTINCT FROM new.content)) OR (old.wallets IS DISTINCT FROM new.wallets)) OR (old.began IS DISTINCT FROM new.began))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.list_entry to specie_app;
grant insert (id, list, reference, effect, hash, content, wallets, began) on compliance.list_entry to specie_app;
grant update (ended) on compliance.list_entry to specie_app;

create table compliance.list_source (
  list text not null,
  source text,
  etag text,
  due_at timestamp with time zone,
  checked_at timestamp with time zone,
  expires_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  accepted text,
  constraint list_source_pkey PRIMARY KEY (list)
);
comment on table compliance.list_source is 'When the source of each list was last read.';
comment on column compliance.list_source.etag is 'Of the file at this address, so that an unchanged one is not sent again.';
comment on column compliance.list_source.due_at is 'When it is read next. Null: no source is set.';
comment on column compliance.list_source.checked_at is 'When the active version was last known to be the newest.';
comment on column compliance.list_source.expires_at is 'Screening refuses to decide from then on. Null: the list does not age, because no source of it is set.';
comment on column compliance.list_source.failed_at is 'When reading it failed, if it failed since the last success.';
comment on column compliance.list_source.accepted is 'Hash of a refused file that two people have accepted (`list.accept`): it is activated if the source still has it.';
CREATE TRIGGER accepted BEFORE UPDATE OF accepted ON compliance.list_source FOR EACH ROW WHEN (((new.accepted IS NOT NULL) AND (new.accepted IS DISTINCT FROM old.accepted))) EXECUTE FUNCTION compliance.assert_version_accepted();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.list_source REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_list_source();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.list_source REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_list_source();
CREATE TRIGGER unchanged BEFORE UPDATE OF list ON compliance.list_source FOR EACH ROW WHEN ((old.list IS DISTINCT FROM new.list)) EXECUTE FUNCTION base.never_changes();
grant select on compliance.list_source to specie_app;
grant insert (list, source, etag, due_at, checked_at, expires_at, failed_at, failure) on compliance.list_source to specie_app;
grant update (source, etag, due_at, checked_at, expires_at, failed_at, failure, accepted) on compliance.list_source to specie_app;

create table compliance.list_version (
  id uuid not null,
  list text not null,
  format text not null,
  source text not null,
  sha256 text,
  issued text,
  state text not null,
  refusal text,
  refused_because text,
  entries integer not null,
  counts jsonb not null,
  added integer default 0 not null,
  changed integer default 0 not null,
  removed integer default 0 not null,
  reassigned integer default 0 not null,
  renumbered integer default 0 not null,
  created_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  constraint list_version_format_check CHECK ((format = ANY (ARRAY['ofac_advanced_xml'::text, 'uk_csv'::text, 'uk_xml'::text, 'uk_investment_bans'::text, 'un_xml'::text, 'eu_xml'::text, 'seco_xml'::text, 'own'::text, 'service'::text]))),
  constraint list_version_list_check CHECK ((list = ANY (ARRAY['ofac'::text, 'uk'::text, 'uk_investment_bans'::text, 'un'::text, 'eu'::text, 'seco'::text, 'own'::text, 'watchman'::text, 'yente'::text]))),
  constraint list_version_refusal_check CHECK ((refusal = ANY (ARRAY['unreadable'::text, 'other_format'::text, 'empty'::text, 'shorter'::text]))),
  constraint list_version_state_check CHECK ((state = ANY (ARRAY['active'::text, 'replaced'::text, 'refused'::text]))),
  constraint only_a_refused_version_has_a_reason CHECK ((((state = 'refused'::text) = (refusal IS NOT NULL)) AND ((refusal IS NULL) = (refused_because IS NULL)))),
  constraint only_a_replaced_version_has_an_end CHECK (((state = 'replaced'::text) = (replaced_at IS NOT NULL))),
  constraint list_version_pkey PRIMARY KEY (id)
);
comment on table compliance.list_version is 'Each version of a sanctions list that was loaded. One version of a list is active at most. A refused version has no entries.';
comment on column compliance.list_version.format is 'The format of its file. `own`: entries that staff added.';
comment on column compliance.list_version.source is 'The file, its address, or who added the entries.';
comment on column compliance.list_version.sha256 is 'Of the bytes of the file.';
comment on column compliance.list_version.issued is 'The day of the list, as the file says.';
comment on column compliance.list_version.refused_because is 'What is wrong, and what an operator does next.';
comment on column compliance.list_version.counts is 'How much of what the file has: persons, names, wallets …';
comment on column compliance.list_version.reassigned is 'References that are another party''s now.';
comment on column compliance.list_version.renumbered is 'Entries that only got another reference.';
CREATE UNIQUE INDEX list_version_active ON compliance.list_version USING btree (list) WHERE (state = 'active'::text);
CREATE INDEX list_version_newest ON compliance.list_version USING btree (list, created_at, id);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.list_version FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER ends BEFORE UPDATE OF state, replaced_at ON compliance.list_version FOR EACH ROW EXECUTE FUNCTION compliance.assert_version_replaced();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.list_version REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_list_version();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.list_version REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_list_version();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, list, format, source, sha256, issued, refusal, refused_because, entries, counts, added, changed, removed, reassigned, renumbered, created_at ON compliance.list_version FOR EACH ROW WHEN (((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.list IS DISTINCT FROM new.list)) OR (old.format IS DISTINCT FROM new.format)) OR (old.source IS DISTINCT FROM new.source)) OR (old.sha256 IS DISTINCT FROM new.sha256)) OR (old.issued IS DISTINCT FROM new.issued)) OR (old.refusal IS DISTINCT FROM new.refusal)) OR (old.refused_because IS DISTINCT FROM new.refused_because)) OR (old.entries IS DISTINCT FROM new.entries)) OR (old.counts IS DISTINCT FROM new.counts)) OR (old.added IS DISTINCT FROM new.added)) OR (old.changed IS DISTINCT FROM new.changed)) OR (old.removed IS DISTINCT FROM new.removed)) OR (old.reassigned IS DISTINCT FROM new.reassigned)) OR (old.renumbered IS DISTINCT FROM new.renumbered)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.list_version to specie_app;
grant insert (id, list, format, source, sha256, issued, state, refusal, refused_because, entries, counts, added, changed, removed, reassigned, renumbered, created_at) on compliance.list_version to specie_app;
grant update (state, replaced_at) on compliance.list_version to specie_app;

create table compliance.movement (
  item_id uuid not null,
  seq bigint generated always as identity not null,
  kind text not null,
  institution_id uuid not null,
  asset text,
  worth numeric(38,0),
  counterparty text,
  countries text[] default '{}'::text[] not null,
  risk_class text,
  at timestamp with time zone not null,
  constraint movement_kind_check CHECK ((kind = ANY (ARRAY['mint'::text, 'redemption'::text, 'withdrawal'::text, 'deposit'::text, 'wire'::text, 'rail'::text, 'payment'::text]))),
  constraint movement_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint movement_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint movement_pkey PRIMARY KEY (item_id)
);
comment on table compliance.movement is 'What rules count: one row for each item, as it was when it was first screened. Items that are rejected or canceled later stay.';
comment on column compliance.movement.seq is 'The order of the items of an institution, and of those with the same counterparty. A rule counts up to the item that it looks at.';
comment on column compliance.movement.worth is 'In minor units of CHF, at the reference rate of that moment. Null: there was no rate. Rails have no amount.';
comment on column compliance.movement.counterparty is 'The address, account or sender; a sender without an account as the hash of the name.';
comment on column compliance.movement.countries is 'Of the institution, of the parties of the item and of its account.';
comment on column compliance.movement.risk_class is 'Of the institution.';
comment on column compliance.movement.at is 'Never before an earlier item of the institution, nor of the same counterparty.';
CREATE INDEX movement_in_order ON compliance.movement USING btree (seq);
CREATE INDEX movement_of_counterparty ON compliance.movement USING btree (counterparty, at) INCLUDE (seq) WHERE (counterparty IS NOT NULL);
CREATE INDEX movement_of_institution ON compliance.movement USING btree (institution_id, at) INCLUDE (seq);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.movement FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on compliance.movement to specie_app;

create table compliance.part (
  id uuid not null,
  whole uuid not null,
  constraint part_pkey PRIMARY KEY (id)
);
comment on table compliance.part is 'Parts of an operation that are stopped as a whole: a hold on a mint stops every transfer of the crypto that pays for it. A row can only stop more; a hold on the part itself applies too.';
comment on column compliance.part.id is 'The part: the subject of its operation.';
comment on column compliance.part.whole is 'The row on which holds are placed.';
CREATE INDEX part_whole_idx ON compliance.part USING btree (whole);
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.part REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_part();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.part REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_part();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, whole ON compliance.part FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.whole IS DISTINCT FROM new.whole))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.part to specie_app;
grant insert (id, whole) on compliance.part to specie_app;

create table compliance.party (
  id uuid not null,
  institution_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  part text not null,
  hash text not null,
  content jsonb,
  sealed bytea,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint either_clear_or_sealed CHECK ((num_nonnulls(content, sealed) = 1)),
  constraint party_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['institution'::text, 'person'::text, 'bank_account'::text, 'wallet'::text]))),
  constraint party_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint party_pkey PRIMARY KEY (id)
);
comment on table compliance.party is 'Parties that are compared with every new version of a list: institutions, their owners and directors, holders of registered bank accounts, whitelisted wallets and their providers. A changed party ends and begins again as a new row.';
comment on column compliance.party.subject_kind is 'What it belongs to. While a hit of an institution or of one of its persons is not cleared, the institution''s outgoing items wait.';
comment on column compliance.party.subject_id is 'The institution, the person of its KYB case, the bank account or the wallet.';
comment on column compliance.party.part is 'Which name of the subject it is.';
comment on column compliance.party.hash is 'Of everything that is compared. A decision is about a hash, so a changed party is asked about again.';
comment on column compliance.party.content is 'What is compared, of companies and wallets.';
comment on column compliance.party.sealed is 'What is compared, of a natural person, sealed with the person''s own key.';
CREATE INDEX party_compared ON compliance.party USING btree (hash) WHERE (ended_at IS NULL);
CREATE INDEX party_of ON compliance.party USING btree (institution_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX party_open ON compliance.party USING btree (subject_id, part, hash) WHERE (ended_at IS NULL);
CREATE TRIGGER about BEFORE INSERT ON compliance.party FOR EACH ROW EXECUTE FUNCTION compliance.assert_party_hash();
CREATE TRIGGER ends BEFORE UPDATE OF ended_at ON compliance.party FOR EACH ROW EXECUTE FUNCTION compliance.assert_party_decided();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.party REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_party();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.party REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_party();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, subject_kind, subject_id, part, hash, content, sealed, created_at ON compliance.party FOR EACH ROW WHEN ((((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.subject_kind IS DISTINCT FROM new.subject_kind)) OR (old.subject_id IS DISTINCT FROM new.subject_id)) OR (old.part IS DISTINCT FROM new.part)) OR (old.hash IS DISTINCT FROM new.hash)) OR (old.content IS DISTINCT FROM new.content)) OR (old.sealed IS DISTINCT FROM new.sealed)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.party to specie_app;
grant insert (id, institution_id, subject_kind, subject_id, part, hash, content, sealed, created_at) on compliance.party to specie_app;
grant update (ended_at) on compliance.party to specie_app;

create table compliance.question (
  party_hash text not null,
  service text not null,
  content jsonb,
  sealed bytea,
  sealed_for uuid,
  due_at timestamp with time zone,
  answered_at timestamp with time zone,
  matches text[] default '{}'::text[] not null,
  failed_at timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  constraint either_clear_or_sealed CHECK (((num_nonnulls(content, sealed) = 1) AND ((sealed IS NULL) = (sealed_for IS NULL)))),
  constraint question_service_check CHECK ((service = ANY (ARRAY['watchman'::text, 'yente'::text]))),
  constraint question_pkey PRIMARY KEY (party_hash, service)
);
comment on table compliance.question is 'What outside screening services are asked about parties. An answer counts for a day, because their lists change without telling us. An item whose parties lack one waits.';
comment on column compliance.question.party_hash is 'Of everything that is compared, as in compliance.party.';
comment on column compliance.question.content is 'The party that is asked about.';
comment on column compliance.question.sealed is 'The same for a natural person of a KYB case or a payer of the Travel Rule, sealed with the key of the subject.';
comment on column compliance.question.due_at is 'When it is asked next. Null: when a screening needs it.';
comment on column compliance.question.answered_at is 'When the last answer was given. Null: it was never answered.';
comment on column compliance.question.matches is 'Hashes of the entries that the last answer names. Each of them and the party are a row of compliance.hit.';
comment on column compliance.question.failed_at is 'Since when there is no answer, if the last attempt failed.';
CREATE INDEX question_due ON compliance.question USING btree (service, due_at) WHERE (due_at IS NOT NULL);
CREATE TRIGGER about BEFORE INSERT ON compliance.question FOR EACH ROW EXECUTE FUNCTION compliance.assert_question_hash();
CREATE TRIGGER answers BEFORE UPDATE OF matches, answered_at ON compliance.question FOR EACH ROW EXECUTE FUNCTION compliance.assert_answer_stored();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.question REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_question();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.question REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_question();
CREATE TRIGGER unchanged BEFORE UPDATE OF party_hash, service, content, sealed, sealed_for, created_at ON compliance.question FOR EACH ROW WHEN (((((((old.party_hash IS DISTINCT FROM new.party_hash) OR (old.service IS DISTINCT FROM new.service)) OR (old.content IS DISTINCT FROM new.content)) OR (old.sealed IS DISTINCT FROM new.sealed)) OR (old.sealed_for IS DISTINCT FROM new.sealed_for)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.question to specie_app;
grant insert (party_hash, service, content, sealed, sealed_for, due_at, created_at) on compliance.question to specie_app;
grant update (due_at, answered_at, matches, failed_at, failure) on compliance.question to specie_app;

create table compliance.rescreening (
  version_id uuid not null,
  after xid8 not null,
  step text not null,
  place uuid,
  parties integer default 0 not null,
  items integer default 0 not null,
  hits integer default 0 not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint rescreening_step_check CHECK ((step = ANY (ARRAY['parties'::text, 'mint'::text, 'redemption'::text, 'withdrawal'::text, 'deposit'::text, 'wire'::text, 'rail'::text, 'payment'::text]))),
  constraint rescreening_version_id_fkey FOREIGN KEY (version_id) REFERENCES compliance.list_version(id),
  constraint rescreening_pkey PRIMARY KEY (version_id)
);
comment on table compliance.rescreening is 'What a new version of a list affects: registered parties and items under way are compared with its new entries.';
comment on column compliance.rescreening.after is 'It begins when all earlier transactions have ended: they may have screened with the version before.';
comment on column compliance.rescreening.step is 'The parties, then the items of each kind.';
comment on column compliance.rescreening.place is 'The last one that was compared in this step.';
CREATE INDEX rescreening_open ON compliance.rescreening USING btree (created_at) WHERE (ended_at IS NULL);
grant select on compliance.rescreening to specie_app;
grant insert (version_id, after, step, created_at) on compliance.rescreening to specie_app;
grant update (step, place, parties, items, hits, ended_at) on compliance.rescreening to specie_app;

create table compliance.rule (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint rule_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint rule_pkey PRIMARY KEY (id),
  constraint rule_name_key UNIQUE (name)
);
comment on table compliance.rule is 'Monitoring rules (docs/rules.md). What a rule looks for is in its versions.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.rule FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.rule REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_rule();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.rule REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_rule();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON compliance.rule FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on compliance.rule to specie_app;
grant insert (id, name, created_at) on compliance.rule to specie_app;

create table compliance.rule_hit (
  version_id uuid not null,
  item_id uuid not null,
  is_shadow boolean not null,
  institution_id uuid not null,
  figures jsonb not null,
  at timestamp with time zone not null,
  constraint rule_hit_item_id_fkey FOREIGN KEY (item_id) REFERENCES compliance.movement(item_id),
  constraint rule_hit_version_id_fkey FOREIGN KEY (version_id) REFERENCES compliance.rule_version(id),
  constraint rule_hit_pkey PRIMARY KEY (version_id, item_id, is_shadow)
);
comment on table compliance.rule_hit is 'Items for which a version of a rule fired, once each, with the figures that made it fire.';
comment on column compliance.rule_hit.is_shadow is 'The version ran in shadow, so nothing was held.';
CREATE INDEX rule_hit_at ON compliance.rule_hit USING btree (at);
CREATE INDEX rule_hit_of_item ON compliance.rule_hit USING btree (item_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance.rule_hit FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.rule_hit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_rule_hit();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.rule_hit REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_rule_hit();
CREATE TRIGGER unchanged BEFORE UPDATE OF version_id, item_id, is_shadow ON compliance.rule_hit FOR EACH ROW WHEN ((((old.version_id IS DISTINCT FROM new.version_id) OR (old.item_id IS DISTINCT FROM new.item_id)) OR (old.is_shadow IS DISTINCT FROM new.is_shadow))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.rule_hit to specie_app;
grant insert (version_id, item_id, is_shadow, institution_id, figures, at) on compliance.rule_hit to specie_app;

create table compliance.rule_version (
  id uuid not null,
  rule_id uuid not null,
  number integer not null,
  definition jsonb not null,
  state text not null,
  institution_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint rule_version_number_check CHECK ((number > 0)),
  constraint rule_version_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES compliance.rule(id),
  constraint rule_version_pkey PRIMARY KEY (id),
  constraint rule_version_rule_id_number_key UNIQUE (rule_id, number)
);
comment on table compliance.rule_version is 'Versions of rules. A version never changes; its states are in the table of states.';
comment on column compliance.rule_version.definition is 'What it looks for, where, and its effect: protocol/src/rules.ts.';
comment on column compliance.rule_version.institution_id is 'Always null: a rule belongs to no institution, and its steps are never shown to one.';
CREATE UNIQUE INDEX rule_active ON compliance.rule_version USING btree (rule_id) WHERE (state = 'active'::text);
CREATE INDEX rule_live ON compliance.rule_version USING btree (state) WHERE (state = ANY (ARRAY['shadow'::text, 'active'::text]));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.rule_version FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER begins AFTER INSERT ON compliance.rule_version REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('rule');
CREATE TRIGGER decided BEFORE UPDATE OF state ON compliance.rule_version FOR EACH ROW WHEN (((old.state <> new.state) AND (('active'::text = old.state) OR ('active'::text = new.state)))) EXECUTE FUNCTION compliance.assert_rule_decided();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.rule_version REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_rule_version();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.rule_version REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_rule_version();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON compliance.rule_version FOR EACH ROW EXECUTE FUNCTION state.enforce('rule');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, rule_id, number, definition, institution_id, created_at ON compliance.rule_version FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.rule_id IS DISTINCT FROM new.rule_id)) OR (old.number IS DISTINCT FROM new.number)) OR (old.definition IS DISTINCT FROM new.definition)) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.rule_version to specie_app;
grant insert (id, rule_id, number, definition, state, created_at, updated_at) on compliance.rule_version to specie_app;
grant update (state, updated_at) on compliance.rule_version to specie_app;

create table compliance.screening (
  id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  institution_id uuid,
  parties text[] not null,
  versions uuid[] not null,
  outcome text not null,
  screened_at timestamp with time zone not null,
  constraint screening_outcome_check CHECK ((outcome = ANY (ARRAY['clear'::text, 'hit'::text, 'closed'::text]))),
  constraint screening_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['mint'::text, 'redemption'::text, 'withdrawal'::text, 'deposit'::text, 'wire'::text, 'rail'::text, 'payment'::text, 'institution'::text, 'person'::text, 'bank_account'::text, 'wallet'::text, 'exchange'::text]))),
  constraint screening_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint screening_pkey PRIMARY KEY (id)
);
comment on table compliance.screening is 'Each decision of the screening, with the lists that it compared.';
comment on column compliance.screening.parties is 'The hashes of the compared parties.';
comment on column compliance.screening.versions is 'The active version of each list.';
comment on column compliance.screening.outcome is '`closed`: the lists were too old to decide.';
CREATE INDEX screening_of ON compliance.screening USING btree (subject_id, screened_at);
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.screening REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_screening();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.screening REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_screening();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, subject_kind, subject_id, institution_id, parties, versions, outcome, screened_at ON compliance.screening FOR EACH ROW WHEN (((((((((old.id IS DISTINCT FROM new.id) OR (old.subject_kind IS DISTINCT FROM new.subject_kind)) OR (old.subject_id IS DISTINCT FROM new.subject_id)) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.parties IS DISTINCT FROM new.parties)) OR (old.versions IS DISTINCT FROM new.versions)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.screened_at IS DISTINCT FROM new.screened_at))) EXECUTE FUNCTION base.never_changes();
grant select on compliance.screening to specie_app;
grant insert (id, subject_kind, subject_id, institution_id, parties, versions, outcome, screened_at) on compliance.screening to specie_app;

create table compliance.switch (
  id bigint generated always as identity not null,
  what text not null,
  reason text not null,
  actor text not null,
  at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  lifted_by text,
  constraint switch_pkey PRIMARY KEY (id)
);
comment on table compliance.switch is 'What was pulled, by whom and why, and who lifted it. Read in the transaction of the effect. Pairs are in trading.pair.';
comment on column compliance.switch.what is 'For example mint:VCHF, mint:VCHF:ETH, withdraw:CHF, onramp, provider, api.';
CREATE UNIQUE INDEX one_pulled ON compliance.switch USING btree (what) WHERE (lifted_at IS NULL);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON compliance.switch FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON compliance.switch REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_switch();
CREATE TRIGGER keep_update AFTER UPDATE ON compliance.switch REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_compliance_switch();
CREATE TRIGGER lifted BEFORE UPDATE ON compliance.switch FOR EACH ROW EXECUTE FUNCTION compliance.assert_switch_lifted();
CREATE TRIGGER pulled BEFORE INSERT ON compliance.switch FOR EACH ROW EXECUTE FUNCTION compliance.assert_switch_pulled();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON compliance.switch FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on compliance.switch to specie_app;
grant insert (what, reason, actor, at) on compliance.switch to specie_app;
grant update (lifted_at, lifted_by) on compliance.switch to specie_app;

create view compliance.alert as
 SELECT own_alert.key,
    own_alert.kind,
    own_alert.source,
    own_alert.subject_kind,
    own_alert.subject_id,
    own_alert.about,
    own_alert.party,
    own_alert.at,
    own_alert.is_open,
    own_alert.summary
   FROM compliance.own_alert
UNION ALL
 SELECT alert.key,
    alert.kind,
    alert.source,
    alert.subject_kind,
    alert.subject_id,
    alert.about,
    alert.party,
    alert.at,
    alert.is_open,
    alert.summary
   FROM banking.alert
UNION ALL
 SELECT alert.key,
    alert.kind,
    alert.source,
    alert.subject_kind,
    alert.subject_id,
    alert.about,
    alert.party,
    alert.at,
    alert.is_open,
    alert.summary
   FROM rails.alert
UNION ALL
 SELECT alert.key,
    alert.kind,
    alert.source,
    alert.subject_kind,
    alert.subject_id,
    alert.about,
    alert.party,
    alert.at,
    alert.is_open,
    alert.summary
   FROM transfers.alert;
grant select on compliance.alert to specie_app;
create view compliance.barred as
 SELECT id,
    for_good
   FROM destinations.barred_wallet;
grant select on compliance.barred to specie_app;
create view compliance.begun_effect as
 SELECT signed.subject
   FROM chains.signed
UNION ALL
 SELECT ordered_payout.subject
   FROM banking.ordered_payout;
create view compliance.departed as
 SELECT irrevocable.subject
   FROM chains.irrevocable
UNION ALL
 SELECT ordered_payout.subject
   FROM banking.ordered_payout;
create view compliance.hosted as
 SELECT id,
    blockchain,
    wallet,
    travel_address
   FROM destinations.hosted_wallet;
grant select on compliance.hosted to specie_app;
create view compliance.institution_profile as
 SELECT institution_id,
    risk_class,
    countries,
    lacks_edd
   FROM onboarding.institution_profile;
create view compliance.own_alert as
 SELECT ('hold:'::text || hold.id) AS key,
    'hold'::text AS kind,
    (hold.id)::text AS source,
    hold.subject_kind,
    hold.subject_id,
    hold.institution_id AS about,
    NULL::text AS party,
    hold.created_at AS at,
    (hold.state = ANY (ARRAY['placed'::text, 'under_review'::text])) AS is_open,
    NULL::text AS summary
   FROM compliance.hold
  WHERE ((hold.reason = ANY (ARRAY['aml_review'::text, 'sanctions_review'::text, 'travel_rule'::text, 'edd_required'::text])) AND (hold.cause IS NULL))
UNION ALL
 SELECT ((('rule:'::text || h.version_id) || ':'::text) || h.item_id) AS key,
    'rule'::text AS kind,
    (h.version_id)::text AS source,
    m.kind AS subject_kind,
    h.item_id AS subject_id,
    h.institution_id AS about,
    NULL::text AS party,
    h.at,
    false AS is_open,
    NULL::text AS summary
   FROM (compliance.rule_hit h
     JOIN compliance.movement m ON ((m.item_id = h.item_id)))
  WHERE (NOT h.is_shadow)
UNION ALL
 SELECT ((('match:'::text || p.id) || ':'::text) || h.id) AS key,
    'match'::text AS kind,
    (h.id)::text AS source,
    'party'::text AS subject_kind,
    p.id AS subject_id,
    p.institution_id AS about,
    NULL::text AS party,
    GREATEST(p.created_at, h.created_at) AS at,
    ((h.state = 'open'::text) AND (p.ended_at IS NULL)) AS is_open,
    NULL::text AS summary
   FROM (compliance.party p
     JOIN compliance.hit h ON ((h.party_hash = p.hash)))
  WHERE (COALESCE((h.decided_at >= p.created_at), true) AND COALESCE((p.ended_at >= h.created_at), true))
UNION ALL
 SELECT ('exchange:'::text || exchange.id) AS key,
    'exchange'::text AS kind,
    (exchange.id)::text AS source,
    'exchange'::text AS subject_kind,
    exchange.id AS subject_id,
    exchange.institution_id AS about,
        CASE
            WHEN (exchange.institution_id IS NULL) THEN "left"(COALESCE(NULLIF(btrim(exchange.vasp), ''::text), exchange.peer, 'an unknown provider'::text), 400)
            ELSE NULL::text
        END AS party,
    exchange.updated_at AS at,
    true AS is_open,
    exchange.problem AS summary
   FROM compliance.exchange
  WHERE (((exchange.direction = 'in'::text) AND (exchange.state = 'acknowledged'::text)) OR ((exchange.due = 'confirmation'::text) AND (exchange.tries > 4)) OR (exchange.undelivered IS NOT NULL) OR ((exchange.direction = 'in'::text) AND (exchange.state = 'approved'::text) AND (exchange.created_at < (now() - '1 day'::interval))));
create view compliance.reference_rate as
 SELECT symbol,
    units,
    decimals
   FROM markets.reference_rate;
create view compliance.switchable as
 SELECT switchable.subject,
    switchable.switches
   FROM issuance.switchable
UNION ALL
 SELECT switchable.subject,
    switchable.switches
   FROM rails.switchable
UNION ALL
 SELECT switchable.subject,
    switchable.switches
   FROM transfers.switchable;
grant select on compliance.switchable to specie_app;
create view compliance.transfer_end as
 SELECT transfer_end.subject,
    transfer_end.txid,
    transfer_end.reason
   FROM chains.transfer_end
UNION ALL
 SELECT transfer_end.subject,
    transfer_end.txid,
    transfer_end.reason
   FROM issuance.transfer_end
UNION ALL
 SELECT transfer_end.subject,
    transfer_end.txid,
    transfer_end.reason
   FROM rails.transfer_end
UNION ALL
 SELECT transfer_end.subject,
    transfer_end.txid,
    transfer_end.reason
   FROM transfers.transfer_end;
grant select on compliance.transfer_end to specie_app;
create view compliance.transfer_exchange as
 SELECT subject_id,
    state
   FROM compliance.exchange
  WHERE (direction = 'out'::text);
grant select on compliance.transfer_exchange to specie_app;

-- function compliance.agreed(uuid) returns boolean; called by: public
-- function compliance.agreement_rows(uuid,uuid) returns text[]; called by: public
-- function compliance.apply_institution_standing() returns trigger, security definer; called by: public
-- function compliance.apply_standing() returns trigger, security definer; called by: public
-- function compliance.assert_answer_stored() returns trigger; called by: public
-- function compliance.assert_case_decided() returns trigger, security definer; called by: public
-- function compliance.assert_case_open() returns trigger; called by: public
-- function compliance.assert_entry_version() returns trigger; called by: public
-- function compliance.assert_hit_decided() returns trigger; called by: public
-- function compliance.assert_hit_pair() returns trigger; called by: public
-- function compliance.assert_hits_of_new_hold() returns trigger; called by: public
-- function compliance.assert_hold_decided() returns trigger; called by: public
-- function compliance.assert_limit_agreed() returns trigger; called by: public
-- function compliance.assert_not_pulled(text[]) returns void; called by: public
-- function compliance.assert_party_decided() returns trigger; called by: public
-- function compliance.assert_party_hash() returns trigger; called by: public
-- function compliance.assert_question_hash() returns trigger; called by: public
-- function compliance.assert_removal_approved() returns trigger; called by: public
-- function compliance.assert_rule_decided() returns trigger; called by: public
-- function compliance.assert_standing_restored(compliance.hold) returns void, security definer; called by: specie_app
-- function compliance.assert_switch_lifted() returns trigger; called by: public
-- function compliance.assert_switch_pulled() returns trigger; called by: public
-- function compliance.assert_version_accepted() returns trigger; called by: public
-- function compliance.assert_version_replaced() returns trigger; called by: public
-- function compliance.assert_withdrawal_canceled() returns trigger, security definer; called by: public
-- function compliance.awaits_second_person(uuid) returns boolean; called by: public
-- function compliance.begun_among(uuid[]) returns SETOF uuid, security definer; called by: specie_app
-- function compliance.count_exchange() returns trigger, security definer; called by: the owner only
-- function compliance.count_item() returns trigger, security definer; called by: the owner only
-- function compliance.count_trades(uuid[],uuid[],text[],numeric[],numeric[],text[]) returns void; called by: the owner only
-- function compliance.count_uses(uuid[],text,text[],numeric[]) returns void; called by: the owner only
-- function compliance.due_standing_holds(regclass,text,uuid[]) returns TABLE(item uuid, institution uuid, kind text, reason text); called by: the owner only
-- function compliance.end_approval_request(uuid,timestamp with time zone) returns uuid, security definer; called by: specie_app
-- function compliance.exceeded_limit(uuid,text,text,numeric) returns jsonb; called by: the owner only
-- function compliance.frozen_hold(uuid) returns uuid; called by: public
-- function compliance.give_back() returns trigger, security definer; called by: the owner only
-- function compliance.group_alerts(timestamp with time zone,jsonb,timestamp with time zone) returns TABLE(case_id uuid, is_new boolean, alerts integer), security definer; called by: specie_app
-- function compliance.has_limit(uuid[],text) returns boolean; called by: public
-- function compliance.hits_of_hold(uuid) returns uuid[]; called by: public
-- function compliance.hits_of_wallet(uuid) returns uuid[]; called by: public
-- function compliance.hold_item(regclass,text,uuid) returns integer; called by: the owner only
-- function compliance.hold_items(uuid[]) returns void, security definer; called by: specie_app
-- function compliance.hold_open_items(uuid) returns integer; called by: the owner only
-- function compliance.is_agreed(compliance.exchange) returns boolean; called by: public
-- function compliance.is_hold_cleared(uuid) returns boolean; called by: public
-- function compliance.is_outgoing(text,jsonb) returns boolean; called by: the owner only
-- function compliance.is_pulled(text[]) returns boolean; called by: public
-- function compliance.is_stopped(uuid) returns boolean; called by: public
-- function compliance.is_switched_off(uuid) returns boolean; called by: public
-- function compliance.keep_hold_subject() returns trigger; called by: public
-- function compliance.lacks_agreement(uuid,uuid) returns boolean; called by: public
-- function compliance.lacks_agreement_to(uuid,uuid,text,text,text,numeric) returns boolean; called by: public
-- function compliance.lacks_edd(uuid) returns boolean, security definer; called by: specie_app
-- function compliance.left_among(uuid[]) returns SETOF uuid; called by: the owner only
-- function compliance.limit_zone(text) returns text; called by: public
-- function compliance.limits_of(uuid) returns TABLE(product text, asset text, period text, amount numeric, used numeric, resets_at timestamp with time zone); called by: specie_app
-- function compliance.lock_cases() returns void; called by: specie_app
-- function compliance.lock_holds(uuid[]) returns void; called by: the owner only
-- function compliance.lock_limits(uuid[],text,text[]) returns boolean; called by: specie_app
-- function compliance.lock_movements(uuid[],text[]) returns void, security definer; called by: specie_app
-- function compliance.lock_open_items(uuid) returns void, security definer; called by: specie_app
-- function compliance.lock_switches() returns void; called by: public
-- function compliance.mark_held_item() returns trigger, security definer; called by: public
-- function compliance.mark_held_items() returns trigger, security definer; called by: public
-- function compliance.note_debt(uuid) returns void, security definer; called by: specie_app
-- function compliance.note_hits(uuid) returns void, security definer; called by: specie_app
-- function compliance.note_movements(jsonb,timestamp with time zone) returns TABLE(version_id uuid, is_shadow boolean, definition jsonb), security definer; called by: specie_app
-- function compliance.note_use(uuid,uuid,text,text,numeric,boolean) returns void; called by: the owner only
-- function compliance.own_hits(uuid) returns SETOF uuid; called by: public
-- function compliance.party_hash(jsonb) returns text; called by: public
-- function compliance.pays_debt(uuid,text,uuid) returns boolean; called by: the owner only
-- function compliance.place_standing_holds(uuid[],uuid[],text[],text[]) returns integer; called by: the owner only
-- function compliance.refuse_effect() returns trigger, security definer; called by: public
-- function compliance.refuse_request() returns trigger; called by: public
-- function compliance.refuse_use(jsonb) returns void; called by: the owner only
-- function compliance.rejected_hold(uuid) returns uuid; called by: public
-- function compliance.return_address(uuid) returns text; called by: public
-- function compliance.standing_hold_reasons(uuid,text,text) returns SETOF text; called by: the owner only
-- function compliance.stopped_among(uuid[]) returns SETOF uuid; called by: public
-- function compliance.summary_of_case(uuid) returns text; called by: specie_app
-- function compliance.summary_of_hits(uuid[]) returns text; called by: public
-- function compliance.undecided_of_case(uuid) returns SETOF text; called by: specie_app
-- function compliance.ungrouped(timestamp with time zone) returns TABLE(key text, kind text, source text, subject_kind text, subject_id uuid, about uuid, party text, at timestamp with time zone); called by: the owner only
-- function compliance.whole_of(uuid) returns uuid; called by: public

create schema destinations;

comment on schema destinations is 'Where institutions may send coins, crypto and fiat.';

grant usage on schema destinations to specie_app;

create table destinations.address (
  id uuid not null,
  institution_id uuid not null,
  blockchain text not null,
  address text not null,
  label text not null,
  memo text,
  ownership text not null,
  custody text not null,
  vasp text,
  travel_rule jsonb,
  travel_rule_status text default 'missing'::text not null,
  usable_from timestamp with time zone,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  travel_address text,
  proof_text text,
  proof jsonb,
  suspended_by text,
  beneficiary jsonb,
  constraint address_check CHECK (((ownership = 'vasp'::text) = (vasp IS NOT NULL))),
  constraint address_check1 CHECK (((travel_rule_status = 'complete'::text) = (travel_rule IS NOT NULL))),
  constraint address_custody_check CHECK ((custody = ANY (ARRAY['self'::text, 'custodian'::text]))),
  constraint address_label_check CHECK (((length(label) >= 1) AND (length(label) <= 64))),
  constraint address_ownership_check CHECK ((ownership = ANY (ARRAY['self_hosted'::text, 'vasp'::text]))),
  constraint address_suspended_by_check CHECK ((suspended_by = ANY (ARRAY['institution'::text, 'staff'::text]))),
  constraint address_travel_rule_status_check CHECK ((travel_rule_status = ANY (ARRAY['missing'::text, 'complete'::text]))),
  constraint plain_label CHECK (((label !~* '^(0x)?[0-9a-f]{40}$'::text) AND (label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text))),
  constraint proved CHECK (((ownership = 'vasp'::text) OR (proof IS NOT NULL) OR (state = ANY (ARRAY['submitted'::text, 'screening'::text, 'in_review'::text, 'proof_required'::text, 'rejected'::text])))),
  constraint suspended_by_while_suspended CHECK (((suspended_by IS NULL) OR (state = 'suspended'::text))),
  constraint address_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint address_pkey PRIMARY KEY (id),
  constraint address_institution_id_label_key UNIQUE (institution_id, label)
);
comment on table destinations.address is 'Withdrawal addresses: coins and crypto go only to an address on this list.';
comment on column destinations.address.address is 'In the canonical spelling of its chain.';
comment on column destinations.address.vasp is 'The service provider that hosts the wallet.';
comment on column destinations.address.travel_rule is 'Originator and beneficiary as the Travel Rule requires them.';
comment on column destinations.address.usable_from is 'Settlement time at which the cooling-off period ends.';
comment on column destinations.address.travel_address is 'Where the provider of a hosted wallet receives Travel Rule data.';
comment on column destinations.address.proof_text is 'The text that the owner of a self-hosted wallet signs.';
comment on column destinations.address.proof is 'The evidence of ownership; it can be verified again (destinations/address/proof/evidence.ts).';
comment on column destinations.address.suspended_by is 'Who suspended it. An institution can reinstate only what it has suspended itself.';
comment on column destinations.address.beneficiary is 'Whose wallet it is at its provider: another company or person. Null: that of the institution itself.';
CREATE INDEX address_institution_id_created_at_idx ON destinations.address USING btree (institution_id, created_at);
CREATE INDEX address_text ON destinations.address USING btree (lower(address) text_pattern_ops);
CREATE INDEX address_text_end ON destinations.address USING btree (reverse(lower(address)) text_pattern_ops);
CREATE INDEX address_usable_from_idx ON destinations.address USING btree (usable_from) WHERE (state = 'cooling'::text);
CREATE UNIQUE INDEX one_entry ON destinations.address USING btree (institution_id, blockchain, address) WHERE (state <> ALL (ARRAY['rejected'::text, 'revoked'::text]));
CREATE INDEX wallet_in_review ON destinations.address USING btree (updated_at) WHERE (state = ANY (ARRAY['in_review'::text, 'screening'::text]));
CREATE TRIGGER begins AFTER INSERT ON destinations.address REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('withdrawal_address');
CREATE TRIGGER closes AFTER UPDATE OF state ON destinations.address FOR EACH ROW WHEN (((old.state = 'active'::text) AND (new.state <> 'active'::text))) EXECUTE FUNCTION destinations.wait_for_signing();
CREATE TRIGGER keep_insert AFTER INSERT ON destinations.address REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_destinations_address();
CREATE TRIGGER keep_update AFTER UPDATE ON destinations.address REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_destinations_address();
CREATE TRIGGER label_differs BEFORE INSERT ON destinations.address FOR EACH ROW EXECUTE FUNCTION destinations.assert_label_differs();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON destinations.address FOR EACH ROW EXECUTE FUNCTION state.enforce('withdrawal_address');
CREATE TRIGGER travel_address_reviewed BEFORE UPDATE OF travel_address ON destinations.address FOR EACH ROW WHEN ((old.travel_address IS DISTINCT FROM new.travel_address)) EXECUTE FUNCTION destinations.assert_travel_address_reviewed();
CREATE TRIGGER two_agree BEFORE INSERT ON destinations.address FOR EACH ROW EXECUTE FUNCTION people.assert_second_person_approved('member.address', 'blockchain', 'address', 'label', 'vasp', 'travel_address', 'beneficiary');
CREATE TRIGGER two_agree_travel_address BEFORE UPDATE OF travel_address ON destinations.address FOR EACH ROW WHEN ((old.travel_address IS DISTINCT FROM new.travel_address)) EXECUTE FUNCTION people.assert_second_person_approved('member.address', 'blockchain', 'address', 'label', 'vasp', 'travel_address', 'beneficiary');
CREATE TRIGGER two_clear BEFORE UPDATE OF state ON destinations.address FOR EACH ROW WHEN (((new.state = 'proof_required'::text) AND ((old.state = 'in_review'::text) OR ((old.state = 'screening'::text) AND (new.vasp IS NOT NULL))))) EXECUTE FUNCTION destinations.assert_cleared_by_two('address.clear');
CREATE TRIGGER two_still_agree BEFORE UPDATE OF state ON destinations.address FOR EACH ROW WHEN (((old.state = ANY (ARRAY['travel_rule'::text, 'cooling'::text])) AND (new.state = ANY (ARRAY['cooling'::text, 'active'::text])))) EXECUTE FUNCTION people.assert_still_approved('member.address');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, blockchain, address, memo, beneficiary ON destinations.address FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.address IS DISTINCT FROM new.address)) OR (old.memo IS DISTINCT FROM new.memo)) OR (old.beneficiary IS DISTINCT FROM new.beneficiary))) EXECUTE FUNCTION base.never_changes();
grant select on destinations.address to specie_app;
grant insert (id, institution_id, blockchain, address, label, memo, ownership, custody, vasp, state, created_at, updated_at, travel_address, beneficiary) on destinations.address to specie_app;
grant update (travel_rule, travel_rule_status, usable_from, state, updated_at, travel_address, proof_text, proof, suspended_by) on destinations.address to specie_app;

create table destinations.bank_account (
  id uuid not null,
  institution_id uuid not null,
  label text not null,
  currency text not null,
  identifier text not null,
  name text not null,
  confirmation text,
  confirmed_name text,
  accepted boolean not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint bank_account_confirmation_check CHECK ((confirmation = ANY (ARRAY['match'::text, 'close_match'::text, 'no_match'::text, 'unavailable'::text]))),
  constraint bank_account_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint bank_account_label_check CHECK (((length(label) >= 1) AND (length(label) <= 64))),
  constraint bank_account_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  constraint plain_label CHECK (((label !~ '^[0-9]{6}[ /-]?[0-9]{8}$'::text) AND (label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text))),
  constraint bank_account_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint bank_account_pkey PRIMARY KEY (id),
  constraint bank_account_institution_id_label_key UNIQUE (institution_id, label)
);
comment on table destinations.bank_account is 'Bank accounts to which an institution may withdraw. The identifier is checked at registration.';
comment on column destinations.bank_account.identifier is 'IBAN without spaces, or sort code and account number with a slash.';
comment on column destinations.bank_account.name is 'The account holder.';
comment on column destinations.bank_account.confirmation is 'Result of Confirmation of Payee; null where the currency has none.';
comment on column destinations.bank_account.confirmed_name is 'The holder as the bank spells it, if reported.';
comment on column destinations.bank_account.accepted is 'The account may be paid: the payee is confirmed, or staff has accepted the result.';
CREATE INDEX bank_account_identifier ON destinations.bank_account USING btree (identifier);
CREATE INDEX bank_account_unconfirmed ON destinations.bank_account USING btree (created_at) WHERE ((NOT accepted) AND (disabled_at IS NULL));
CREATE TRIGGER keep_insert AFTER INSERT ON destinations.bank_account REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_destinations_bank_account();
CREATE TRIGGER keep_update AFTER UPDATE ON destinations.bank_account REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_destinations_bank_account();
CREATE TRIGGER label_differs BEFORE INSERT ON destinations.bank_account FOR EACH ROW EXECUTE FUNCTION destinations.assert_label_differs();
CREATE TRIGGER two_agree BEFORE INSERT ON destinations.bank_account FOR EACH ROW EXECUTE FUNCTION people.assert_second_person_approved('member.bank_account', 'currency', 'identifier', 'name', 'accepted');
CREATE TRIGGER two_clear BEFORE UPDATE OF accepted ON destinations.bank_account FOR EACH ROW WHEN ((new.accepted AND (NOT old.accepted))) EXECUTE FUNCTION destinations.assert_cleared_by_two('bank_account.clear');
CREATE TRIGGER two_still_agree BEFORE UPDATE OF accepted ON destinations.bank_account FOR EACH ROW WHEN ((new.accepted AND (NOT old.accepted))) EXECUTE FUNCTION people.assert_still_approved('member.bank_account');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, currency, identifier, name ON destinations.bank_account FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.identifier IS DISTINCT FROM new.identifier)) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION base.never_changes();
grant select on destinations.bank_account to specie_app;
grant insert (id, institution_id, label, currency, identifier, name, confirmation, confirmed_name, accepted, created_at) on destinations.bank_account to specie_app;
grant update (accepted, disabled_at) on destinations.bank_account to specie_app;

create view destinations.address_label as
 SELECT id,
    label,
    address,
    vasp,
        CASE
            WHEN (beneficiary IS NOT NULL) THEN concat_ws(' '::text, NULLIF((beneficiary ->> 'given_names'::text), ''::text), (beneficiary ->> 'name'::text))
            ELSE NULL::text
        END AS beneficiary
   FROM destinations.address;
grant select on destinations.address_label to specie_app;
create view destinations.bank_account_label as
 SELECT id,
    label,
    identifier,
    ('destinations.bank_account/'::text || id) AS named,
    name AS holder
   FROM destinations.bank_account;
grant select on destinations.bank_account_label to specie_app;
create view destinations.barred_wallet as
 SELECT id,
    (destinations.usability(state, travel_rule_status) = 'gone'::text) AS for_good
   FROM destinations.address
  WHERE (destinations.usability(state, travel_rule_status) <> 'usable'::text);
create view destinations.destination as
 SELECT bank_account.id,
    bank_account.institution_id,
    'bank_account'::text AS kind,
    bank_account.currency,
    NULL::text AS blockchain,
    (bank_account.accepted AND (bank_account.disabled_at IS NULL)) AS is_usable,
    bank_account.created_at
   FROM destinations.bank_account
UNION ALL
 SELECT address.id,
    address.institution_id,
    'address'::text AS kind,
    NULL::text AS currency,
    address.blockchain,
    (destinations.usability(address.state, address.travel_rule_status) = 'usable'::text) AS is_usable,
    address.created_at
   FROM destinations.address;
grant select on destinations.destination to specie_app;
create view destinations.hosted_wallet as
 SELECT id,
    blockchain,
    address AS wallet,
    travel_address
   FROM destinations.address
  WHERE (ownership = 'vasp'::text);
create view destinations.identified_wallet as
 SELECT blockchain,
    address,
    institution_id,
    vasp AS provider,
    created_at AS since
   FROM destinations.address
  WHERE ((destinations.usability(state, travel_rule_status) <> 'gone'::text) AND ((ownership = 'vasp'::text) OR (proof IS NOT NULL)));
grant select on destinations.identified_wallet to specie_app;
create view destinations.usable_holder as
 SELECT blockchain AS chain,
    address
   FROM destinations.address
  WHERE (destinations.usability(state, travel_rule_status) = 'usable'::text);
create view destinations.withdrawal_wallet as
 SELECT id,
    address,
    destinations.usability(state, travel_rule_status) AS usability,
    ('destinations.address/'::text || id) AS named,
    (ownership = 'vasp'::text) AS is_hosted
   FROM destinations.address;
grant select on destinations.withdrawal_wallet to specie_app;

-- function destinations.assert_cleared_by_two() returns trigger; called by: the owner only
-- function destinations.assert_label_differs() returns trigger; called by: the owner only
-- function destinations.assert_second_person_requested() returns trigger; called by: the owner only
-- function destinations.assert_travel_address_reviewed() returns trigger; called by: the owner only
-- function destinations.set_needs_second_person() returns trigger; called by: the owner only
-- function destinations.usability(text,text) returns text; called by: public
-- function destinations.wait_for_signing() returns trigger; called by: public

create schema directory;

comment on schema directory is 'The institutions and the people who can sign in.';

grant usage on schema directory to specie_app;

create table directory.institution (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  standing text,
  constraint institution_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  constraint institution_standing_check CHECK ((standing = ANY (ARRAY['suspended'::text, 'offboarded'::text]))),
  constraint institution_pkey PRIMARY KEY (id)
);
comment on table directory.institution is 'The clients, and the house itself: its desk holds its inventory as clients hold their balances (service/src/ledger/house.ts).';
comment on column directory.institution.standing is 'Null while the institution may act, else `suspended` or `offboarded`. The KYB case decides it (onboarding.derived_standing).';
CREATE INDEX institution_created_at_id_idx ON directory.institution USING btree (created_at, id);
CREATE INDEX institution_name ON directory.institution USING btree (lower(name) text_pattern_ops);
CREATE TRIGGER begins_open BEFORE INSERT ON directory.institution FOR EACH ROW EXECUTE FUNCTION onboarding.assert_not_halted();
CREATE TRIGGER keep_insert AFTER INSERT ON directory.institution REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_directory_institution();
CREATE TRIGGER keep_update AFTER UPDATE ON directory.institution REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_directory_institution();
CREATE TRIGGER standing_decided BEFORE INSERT OR UPDATE OF standing ON directory.institution FOR EACH ROW EXECUTE FUNCTION onboarding.assert_standing_derived();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON directory.institution FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on directory.institution to specie_app;
grant insert (id, name, created_at) on directory.institution to specie_app;
grant update (name) on directory.institution to specie_app;

create table directory.person (
  id uuid not null,
  side text not null,
  institution_id uuid,
  email text not null,
  name text not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint person_check CHECK (((side = 'staff'::text) = (institution_id IS NULL))),
  constraint person_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint person_name_check CHECK (((length(name) >= 1) AND (length(name) <= 140))),
  constraint person_side_check CHECK ((side = ANY (ARRAY['institution'::text, 'staff'::text]))),
  constraint person_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint person_pkey PRIMARY KEY (id)
);
comment on table directory.person is 'People of institutions and of the staff. A person belongs to one institution or to the staff.';
comment on column directory.person.side is '`institution` or `staff`.';
comment on column directory.person.institution_id is 'Null for staff.';
CREATE UNIQUE INDEX one_login ON directory.person USING btree (side, institution_id, email) NULLS NOT DISTINCT WHERE (state <> 'removed'::text);
CREATE INDEX person_email_idx ON directory.person USING btree (email);
CREATE INDEX person_institution_id_idx ON directory.person USING btree (institution_id) WHERE (institution_id IS NOT NULL);
CREATE INDEX person_name ON directory.person USING btree (lower(name) text_pattern_ops);
CREATE TRIGGER begins AFTER INSERT ON directory.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('person');
CREATE TRIGGER keep_insert AFTER INSERT ON directory.person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_directory_person();
CREATE TRIGGER keep_update AFTER UPDATE ON directory.person REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_directory_person();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON directory.person FOR EACH ROW EXECUTE FUNCTION state.enforce('person');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, side, institution_id, email ON directory.person FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.side IS DISTINCT FROM new.side)) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION base.never_changes();
grant select on directory.person to specie_app;
grant insert (id, side, institution_id, email, name, state, created_at, updated_at) on directory.person to specie_app;
grant update (name, state, updated_at) on directory.person to specie_app;

create table directory.person_role (
  person_id uuid not null,
  role text not null,
  is_taken boolean default false not null,
  constraint person_role_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint person_role_pkey PRIMARY KEY (person_id, role)
);
comment on table directory.person_role is 'Roles of people. Only people.set_roles changes them; it refuses conflicts.';
comment on column directory.person_role.is_taken is 'The role was taken away. The row stays, so that a missing row shows a manual deletion.';
CREATE TRIGGER keep_insert AFTER INSERT ON directory.person_role REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_directory_person_role();
CREATE TRIGGER keep_update AFTER UPDATE ON directory.person_role REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_directory_person_role();
CREATE TRIGGER unchanged BEFORE UPDATE OF person_id, role ON directory.person_role FOR EACH ROW WHEN (((old.person_id IS DISTINCT FROM new.person_id) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION base.never_changes();
grant select on directory.person_role to specie_app;

-- function directory.key_actor(uuid) returns text; called by: public
-- function directory.person_actor(uuid) returns text; called by: public
-- function directory.standing_of(uuid) returns text; called by: public

create schema issuance;

comment on schema issuance is 'Mints and redemptions of coins, and the conversions that fund them.';

grant usage on schema issuance to specie_app;

create table issuance.conversion (
  id uuid not null,
  institution_id uuid not null,
  sell text not null,
  buy text not null,
  bought numeric(38,0) not null,
  reference text not null,
  expires_at timestamp with time zone not null,
  provider text,
  held numeric(38,0),
  sent numeric(38,0),
  reused numeric(38,0),
  delivered boolean default false not null,
  network_fee numeric(38,0) default 0 not null,
  sold numeric(38,0),
  spread numeric(38,0),
  reason text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  withheld numeric(38,0) default 0 not null,
  payout_id uuid,
  constraint conversion_bought_check CHECK ((bought > (0)::numeric)),
  constraint conversion_buy_check CHECK ((buy = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint conversion_check CHECK (((sold + network_fee) <= held)),
  constraint conversion_check1 CHECK (((state = ANY (ARRAY['filled'::text, 'wired'::text])) = (num_nonnulls(sold, spread) = 2))),
  constraint conversion_held_check CHECK ((held >= (0)::numeric)),
  constraint conversion_network_fee_check CHECK ((network_fee >= (0)::numeric)),
  constraint conversion_reused_check CHECK ((reused >= (0)::numeric)),
  constraint conversion_sent_check CHECK ((sent >= (0)::numeric)),
  constraint conversion_sold_check CHECK ((sold > (0)::numeric)),
  constraint conversion_spread_check CHECK ((spread >= (0)::numeric)),
  constraint conversion_underway CHECK (((state = ANY (ARRAY['waiting_deposit'::text, 'expired'::text, 'canceled'::text])) OR (num_nonnulls(provider, held, sent, reused) = 4))),
  constraint conversion_withheld_check CHECK ((withheld >= (0)::numeric)),
  constraint fiat_is_paid CHECK (((payout_id IS NOT NULL) = ((sell = ANY (ARRAY['CHF'::text, 'GBP'::text])) AND (state = ANY (ARRAY['filled'::text, 'wired'::text]))))),
  constraint conversion_id_fkey FOREIGN KEY (id) REFERENCES issuance.mint(id),
  constraint conversion_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint conversion_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES banking.payout(id),
  constraint conversion_sell_fkey FOREIGN KEY (sell) REFERENCES ledger.asset(code),
  constraint conversion_pkey PRIMARY KEY (id),
  constraint conversion_reference_key UNIQUE (reference)
);
comment on table issuance.conversion is 'The conversion that funds a mint; its id is the mint''s. Amounts in `sell` unless said otherwise.';
comment on column issuance.conversion.bought is 'In `buy`: exactly what the mint needs.';
comment on column issuance.conversion.reference is 'The reference with which the proceeds arrive.';
comment on column issuance.conversion.expires_at is 'Settlement time until which it waits for a deposit.';
comment on column issuance.conversion.held is 'Taken from the balance at the start.';
comment on column issuance.conversion.sent is 'The part of it that went to the provider on the chain.';
comment on column issuance.conversion.reused is 'The part of it that an earlier conversion left at the provider.';
comment on column issuance.conversion.delivered is 'The sent crypto has arrived.';
comment on column issuance.conversion.network_fee is 'Paid by the address of the institution.';
comment on column issuance.conversion.spread is 'In `buy`: the provider''s share of the price.';
comment on column issuance.conversion.withheld is 'Crypto that the sale did not need, while the mint is on hold: it waits in `pending`.';
comment on column issuance.conversion.payout_id is 'For fiat: the payout that pays the provider.';
CREATE INDEX conversion_institution_id_sell_idx ON issuance.conversion USING btree (institution_id, sell);
CREATE INDEX conversion_open ON issuance.conversion USING btree (state, created_at) WHERE (state = ANY (ARRAY['waiting_deposit'::text, 'sending'::text, 'converting'::text, 'filled'::text]));
CREATE INDEX conversion_payout_id_idx ON issuance.conversion USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE TRIGGER begins AFTER INSERT ON issuance.conversion REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('conversion');
CREATE TRIGGER keep_insert AFTER INSERT ON issuance.conversion REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_conversion();
CREATE TRIGGER keep_update AFTER UPDATE ON issuance.conversion REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_conversion();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON issuance.conversion FOR EACH ROW EXECUTE FUNCTION state.enforce('conversion');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, sell, buy, bought ON issuance.conversion FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.sell IS DISTINCT FROM new.sell)) OR (old.buy IS DISTINCT FROM new.buy)) OR (old.bought IS DISTINCT FROM new.bought))) EXECUTE FUNCTION base.never_changes();
grant select on issuance.conversion to specie_app;
grant insert (id, institution_id, sell, buy, bought, reference, expires_at, state, created_at, updated_at) on issuance.conversion to specie_app;
grant update (provider, held, sent, reused, delivered, network_fee, sold, spread, reason, state, updated_at, withheld, payout_id) on issuance.conversion to specie_app;

create table issuance.conversion_leg (
  id uuid not null,
  conversion_id uuid not null,
  source integer not null,
  owner uuid not null,
  amount numeric(38,0) not null,
  reserved numeric(38,0) not null,
  fee numeric(38,0) default 0 not null,
  outcome text,
  constraint conversion_leg_amount_check CHECK ((amount > (0)::numeric)),
  constraint conversion_leg_fee_check CHECK ((fee >= (0)::numeric)),
  constraint conversion_leg_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text]))),
  constraint conversion_leg_reserved_check CHECK ((reserved >= (0)::numeric)),
  constraint conversion_leg_conversion_id_fkey FOREIGN KEY (conversion_id) REFERENCES issuance.conversion(id),
  constraint conversion_leg_owner_fkey FOREIGN KEY (owner) REFERENCES directory.institution(id),
  constraint conversion_leg_pkey PRIMARY KEY (id),
  constraint conversion_leg_conversion_id_source_key UNIQUE (conversion_id, source)
);
comment on table issuance.conversion_leg is 'Transfers of a conversion to the provider, each from the address that holds that part of the crypto.';
comment on column issuance.conversion_leg.id is 'The subject of its operation on the chain; for the first leg the id of the conversion.';
comment on column issuance.conversion_leg.source is 'Index of the deposit address.';
comment on column issuance.conversion_leg.owner is 'The institution of that address.';
comment on column issuance.conversion_leg.reserved is 'Set aside for the network fee.';
comment on column issuance.conversion_leg.fee is 'The network fee.';
comment on column issuance.conversion_leg.outcome is 'Null: under way.';
CREATE INDEX leg_open ON issuance.conversion_leg USING btree (owner) WHERE (outcome IS NULL);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON issuance.conversion_leg FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER ends BEFORE UPDATE ON issuance.conversion_leg FOR EACH ROW EXECUTE FUNCTION issuance.assert_leg_ends_once();
CREATE TRIGGER keep_insert AFTER INSERT ON issuance.conversion_leg REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_conversion_leg();
CREATE TRIGGER keep_update AFTER UPDATE ON issuance.conversion_leg REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_conversion_leg();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, conversion_id, source, owner, amount ON issuance.conversion_leg FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.conversion_id IS DISTINCT FROM new.conversion_id)) OR (old.source IS DISTINCT FROM new.source)) OR (old.owner IS DISTINCT FROM new.owner)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on issuance.conversion_leg to specie_app;
grant insert (id, conversion_id, source, owner, amount, reserved) on issuance.conversion_leg to specie_app;
grant update (fee, outcome) on issuance.conversion_leg to specie_app;

create table issuance.mint (
  id uuid not null,
  institution_id uuid not null,
  clreqid text,
  asset text not null,
  blockchain text not null,
  quantity numeric(38,0) not null,
  fulfilment text not null,
  destination text,
  address text not null,
  cost numeric(38,0) not null,
  charge numeric(38,0) not null,
  funding_currency text not null,
  spent numeric(38,0) not null,
  spread numeric(38,0) default 0 not null,
  reserved boolean default false not null,
  reason text,
  asked_settlement timestamp with time zone not null,
  booked_at timestamp with time zone,
  settled_at timestamp with time zone,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  address_id uuid,
  on_hold boolean default false not null,
  max_spent numeric(38,0),
  second_person boolean default false not null,
  constraint mint_asset_check CHECK ((asset = ANY (ARRAY['VCHF'::text, 'VGBP'::text]))),
  constraint mint_charge_check CHECK ((charge >= (0)::numeric)),
  constraint mint_check CHECK ((charge < cost)),
  constraint mint_check1 CHECK (((state = 'settled'::text) = (settled_at IS NOT NULL))),
  constraint mint_cost_check CHECK ((cost > (0)::numeric)),
  constraint mint_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['issuance'::text, 'trade'::text]))),
  constraint mint_max_spent_check CHECK ((max_spent > (0)::numeric)),
  constraint mint_quantity_check CHECK (((quantity > (0)::numeric) AND ((quantity % (10000)::numeric) = (0)::numeric))),
  constraint mint_spent_check CHECK ((spent > (0)::numeric)),
  constraint mint_spread_check CHECK ((spread >= (0)::numeric)),
  constraint mint_address_id_fkey FOREIGN KEY (address_id) REFERENCES destinations.address(id),
  constraint mint_funding_currency_fkey FOREIGN KEY (funding_currency) REFERENCES ledger.asset(code),
  constraint mint_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint mint_pkey PRIMARY KEY (id)
);
comment on table issuance.mint is 'Mints of coins.';
comment on column issuance.mint.quantity is 'A whole number of minor units of its fiat.';
comment on column issuance.mint.destination is 'Label of the wallet; null: the balance on the platform.';
comment on column issuance.mint.address is 'The address that receives the coins on the chain.';
comment on column issuance.mint.cost is 'In the coin''s own fiat: quantity at par and the charge.';
comment on column issuance.mint.charge is 'Our fee, in the coin''s own fiat.';
comment on column issuance.mint.spent is 'In funding_currency; higher at first when it must be converted.';
comment on column issuance.mint.spread is 'The cost of the conversion, in the coin''s own fiat.';
comment on column issuance.mint.reserved is 'Its money was moved to the reserve before the coins were minted.';
comment on column issuance.mint.asked_settlement is 'Settlement time of the request.';
comment on column issuance.mint.booked_at is 'When it was final on the chain and the ledger followed.';
comment on column issuance.mint.on_hold is 'The mint is on hold. Only compliance.mark_held_item changes it.';
comment on column issuance.mint.max_spent is 'The largest amount of the funding currency that converting may take, including network fees.';
comment on column issuance.mint.second_person is 'Whether a second person of the institution must approve. The database sets it when the row is added.';
CREATE INDEX mint_amount ON issuance.mint USING btree (quantity, institution_id);
CREATE INDEX mint_booked ON issuance.mint USING btree (asked_settlement) WHERE ((state = 'confirming'::text) AND (booked_at IS NOT NULL));
CREATE INDEX mint_clreqid ON issuance.mint USING btree (clreqid) WHERE (clreqid IS NOT NULL);
CREATE INDEX mint_due ON issuance.mint USING btree (created_at) WHERE (state = ANY (ARRAY['requested'::text, 'screening'::text, 'held'::text, 'funded'::text, 'waiting_reserve'::text]));
CREATE INDEX mint_institution_id_created_at_idx ON issuance.mint USING btree (institution_id, created_at);
CREATE INDEX mint_newest ON issuance.mint USING btree (created_at, id);
CREATE INDEX mint_on_hold ON issuance.mint USING btree (created_at) WHERE on_hold;
CREATE INDEX mint_reserved ON issuance.mint USING btree (asset) WHERE (reserved AND (booked_at IS NULL));
CREATE INDEX trade_promised ON issuance.mint USING btree (blockchain, asset) WHERE ((fulfilment = 'trade'::text) AND (destination IS NOT NULL) AND (booked_at IS NULL) AND (state <> ALL (ARRAY['rejected'::text, 'canceled'::text, 'failed'::text])));
CREATE TRIGGER begins AFTER INSERT ON issuance.mint REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('mint');
CREATE TRIGGER counted AFTER INSERT ON issuance.mint FOR EACH ROW EXECUTE FUNCTION compliance.count_item('mint', 'asset', 'quantity');
CREATE TRIGGER gives_back AFTER UPDATE OF state ON issuance.mint FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['rejected'::text, 'canceled'::text, 'failed'::text])))) EXECUTE FUNCTION compliance.give_back();
CREATE TRIGGER holds BEFORE UPDATE ON issuance.mint FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('mint');
CREATE TRIGGER keep_insert AFTER INSERT ON issuance.mint REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_mint();
CREATE TRIGGER keep_update AFTER UPDATE ON issuance.mint REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_mint();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON issuance.mint FOR EACH ROW EXECUTE FUNCTION state.enforce('mint');
CREATE TRIGGER needs_second_person BEFORE INSERT ON issuance.mint FOR EACH ROW EXECUTE FUNCTION destinations.set_needs_second_person('member.mint');
CREATE TRIGGER requested BEFORE INSERT ON issuance.mint FOR EACH ROW EXECUTE FUNCTION compliance.refuse_request();
CREATE CONSTRAINT TRIGGER second_person_asked AFTER INSERT ON issuance.mint DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.second_person) EXECUTE FUNCTION destinations.assert_second_person_requested('member.mint');
CREATE TRIGGER standing AFTER INSERT ON issuance.mint REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('mint', 'asked');
CREATE TRIGGER standing_moves AFTER UPDATE ON issuance.mint REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('mint', 'asked');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, asset, blockchain, quantity, destination, address, address_id, funding_currency ON issuance.mint FOR EACH ROW WHEN ((((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.destination IS DISTINCT FROM new.destination)) OR (old.address IS DISTINCT FROM new.address)) OR (old.address_id IS DISTINCT FROM new.address_id)) OR (old.funding_currency IS DISTINCT FROM new.funding_currency))) EXECUTE FUNCTION base.never_changes();
grant select on issuance.mint to specie_app;
grant insert (id, institution_id, clreqid, asset, blockchain, quantity, fulfilment, destination, address, cost, charge, funding_currency, spent, spread, asked_settlement, state, created_at, updated_at, address_id, max_spent) on issuance.mint to specie_app;
grant update (spent, spread, reserved, reason, booked_at, settled_at, state, updated_at) on issuance.mint to specie_app;

create table issuance.redemption (
  id uuid not null,
  institution_id uuid not null,
  clreqid text,
  asset text not null,
  blockchain text not null,
  quantity numeric(38,0) not null,
  charge numeric(38,0) not null,
  bank_account_id uuid,
  reason text,
  asked_settlement timestamp with time zone not null,
  booked_at timestamp with time zone,
  paid_at timestamp with time zone,
  settled_at timestamp with time zone,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  on_hold boolean default false not null,
  second_person boolean default false not null,
  constraint redemption_asset_check CHECK ((asset = ANY (ARRAY['VCHF'::text, 'VGBP'::text]))),
  constraint redemption_charge_check CHECK ((charge >= (0)::numeric)),
  constraint redemption_check CHECK (((state = 'settled'::text) = (settled_at IS NOT NULL))),
  constraint redemption_quantity_check CHECK (((quantity > (0)::numeric) AND ((quantity % (10000)::numeric) = (0)::numeric))),
  constraint redemption_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES destinations.bank_account(id),
  constraint redemption_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint redemption_pkey PRIMARY KEY (id)
);
comment on table issuance.redemption is 'Redemptions of coins.';
comment on column issuance.redemption.charge is 'Our fee, in the coin''s own fiat.';
comment on column issuance.redemption.bank_account_id is 'Null: to the balance.';
comment on column issuance.redemption.asked_settlement is 'Settlement time of the request.';
comment on column issuance.redemption.booked_at is 'When the burn was final and the ledger followed.';
comment on column issuance.redemption.paid_at is 'When the bank was asked to pay.';
comment on column issuance.redemption.on_hold is 'The redemption is on hold. Only compliance.mark_held_item changes it.';
comment on column issuance.redemption.second_person is 'Whether a second person of the institution must approve the payment to a bank account. The database sets it when the row is added.';
CREATE INDEX redemption_amount ON issuance.redemption USING btree (quantity, institution_id);
CREATE INDEX redemption_clreqid ON issuance.redemption USING btree (clreqid) WHERE (clreqid IS NOT NULL);
CREATE INDEX redemption_due ON issuance.redemption USING btree (created_at) WHERE (state = ANY (ARRAY['requested'::text, 'screening'::text, 'held'::text, 'paying'::text]));
CREATE INDEX redemption_institution_id_created_at_idx ON issuance.redemption USING btree (institution_id, created_at);
CREATE INDEX redemption_newest ON issuance.redemption USING btree (created_at, id);
CREATE INDEX redemption_on_hold ON issuance.redemption USING btree (created_at) WHERE on_hold;
CREATE INDEX redemption_promised ON issuance.redemption USING btree (blockchain, asset) WHERE ((booked_at IS NULL) AND (state <> ALL (ARRAY['settled'::text, 'rejected'::text, 'failed'::text])));
CREATE INDEX redemption_waiting ON issuance.redemption USING btree (created_at) WHERE (state = 'screening'::text);
CREATE TRIGGER begins AFTER INSERT ON issuance.redemption REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('redemption');
CREATE TRIGGER counted AFTER INSERT ON issuance.redemption FOR EACH ROW EXECUTE FUNCTION compliance.count_item('redeem', 'asset', 'quantity');
CREATE TRIGGER gives_back AFTER UPDATE OF state ON issuance.redemption FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['rejected'::text, 'failed'::text])))) EXECUTE FUNCTION compliance.give_back();
CREATE TRIGGER holds BEFORE UPDATE ON issuance.redemption FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('redemption');
CREATE TRIGGER keep_insert AFTER INSERT ON issuance.redemption REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_redemption();
CREATE TRIGGER keep_update AFTER UPDATE ON issuance.redemption REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_issuance_redemption();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON issuance.redemption FOR EACH ROW EXECUTE FUNCTION state.enforce('redemption');
CREATE TRIGGER needs_second_person BEFORE INSERT ON issuance.redemption FOR EACH ROW EXECUTE FUNCTION destinations.set_needs_second_person('member.withdrawal');
CREATE TRIGGER requested BEFORE INSERT ON issuance.redemption FOR EACH ROW EXECUTE FUNCTION compliance.refuse_request('redeem');
CREATE CONSTRAINT TRIGGER second_person_asked AFTER INSERT ON issuance.redemption DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.second_person) EXECUTE FUNCTION destinations.assert_second_person_requested('member.redemption');
CREATE TRIGGER standing AFTER INSERT ON issuance.redemption REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('redemption', 'asked');
CREATE TRIGGER standing_moves AFTER UPDATE ON issuance.redemption REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('redemption', 'asked');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, asset, blockchain, quantity, bank_account_id ON issuance.redemption FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.bank_account_id IS DISTINCT FROM new.bank_account_id))) EXECUTE FUNCTION base.never_changes();
grant select on issuance.redemption to specie_app;
grant insert (id, institution_id, clreqid, asset, blockchain, quantity, charge, bank_account_id, asked_settlement, state, created_at, updated_at) on issuance.redemption to specie_app;
grant update (reason, booked_at, paid_at, settled_at, state, updated_at) on issuance.redemption to specie_app;

create view issuance.claim as
 SELECT 'leaving'::text AS kind,
    (institution_id)::text AS owner,
    sell AS asset,
    (- (held - network_fee)) AS amount
   FROM issuance.conversion
  WHERE (state = ANY (ARRAY['sending'::text, 'converting'::text]));
create view issuance.due_effect as
 SELECT 'mint'::text AS purpose,
    m.id AS subject,
    m.blockchain AS chain,
        CASE m.fulfilment
            WHEN 'issuance'::text THEN '{mint}'::text[]
            ELSE '{transfer}'::text[]
        END AS kinds,
    m.asset,
    m.quantity AS amount,
    m.address AS recipient,
    NULL::integer AS source,
    m.address_id,
    array_remove(ARRAY[('issuance.mint/'::text || m.id), a.named], NULL::text) AS sources
   FROM (issuance.mint m
     LEFT JOIN destinations.withdrawal_wallet a ON ((a.id = m.address_id)))
UNION ALL
 SELECT 'redemption'::text AS purpose,
    r.id AS subject,
    r.blockchain AS chain,
    '{burn}'::text[] AS kinds,
    r.asset,
    r.quantity AS amount,
    NULL::text AS recipient,
    NULL::integer AS source,
    NULL::uuid AS address_id,
    ARRAY[('issuance.redemption/'::text || r.id)] AS sources
   FROM issuance.redemption r
UNION ALL
 SELECT 'conversion'::text AS purpose,
    l.id AS subject,
    NULL::text AS chain,
    '{collect,native}'::text[] AS kinds,
    c.sell AS asset,
    l.amount,
    NULL::text AS recipient,
    l.source,
    NULL::uuid AS address_id,
    ARRAY[('issuance.conversion_leg/'::text || l.id), ('issuance.conversion/'::text || c.id), ('issuance.mint/'::text || c.id)] AS sources
   FROM (issuance.conversion_leg l
     JOIN issuance.conversion c ON ((c.id = l.conversion_id)));
grant select on issuance.due_effect to specie_app;
create view issuance.payable as
 SELECT 'redemption'::text AS kind,
    r.id AS subject,
    r.institution_id,
    NULL::text AS provider,
    "right"(r.asset, 3) AS currency,
    ((r.quantity / (10000)::numeric) - r.charge) AS amount,
    b.identifier AS account,
    ARRAY[('issuance.redemption/'::text || r.id), b.named] AS sources
   FROM (issuance.redemption r
     JOIN destinations.bank_account_label b ON ((b.id = r.bank_account_id)))
UNION ALL
 SELECT 'conversion'::text AS kind,
    c.payout_id AS subject,
    NULL::uuid AS institution_id,
    c.provider,
    c.sell AS currency,
    c.sold AS amount,
    NULL::text AS account,
    ARRAY[('issuance.conversion/'::text || c.id), ('issuance.mint/'::text || c.id)] AS sources
   FROM issuance.conversion c
  WHERE (c.payout_id IS NOT NULL);
grant select on issuance.payable to specie_app;
create view issuance.promise as
 SELECT 'redemption'::text AS kind,
    redemption.id AS subject,
    redemption.blockchain AS chain,
    redemption.asset,
    redemption.quantity AS amount
   FROM issuance.redemption
  WHERE ((redemption.booked_at IS NULL) AND state.is_open('redemption'::text, redemption.state))
UNION ALL
 SELECT 'mint'::text AS kind,
    mint.id AS subject,
    mint.blockchain AS chain,
    mint.asset,
    mint.quantity AS amount
   FROM issuance.mint
  WHERE ((mint.fulfilment = 'trade'::text) AND (mint.destination IS NOT NULL) AND (mint.booked_at IS NULL) AND state.is_open('mint'::text, mint.state));
create view issuance.reserved as
 SELECT id AS subject,
    asset AS coin,
    'mint'::text AS purpose,
    (('mint:'::text || id) || ':reserved'::text) AS key
   FROM issuance.mint
  WHERE (reserved AND (booked_at IS NULL) AND state.is_open('mint'::text, state));
create view issuance.set_aside as
 SELECT 'conversion'::text AS kind,
    l.id AS subject,
    c.sell AS asset,
    l.owner,
    l.source,
    (l.amount + l.reserved) AS amount
   FROM (issuance.conversion_leg l
     JOIN issuance.conversion c ON ((c.id = l.conversion_id)))
  WHERE (l.outcome IS NULL);
create view issuance.switchable as
 SELECT mint.id AS subject,
    ARRAY[('mint:'::text || mint.asset), ((('mint:'::text || mint.asset) || ':'::text) || mint.blockchain)] AS switches
   FROM issuance.mint
UNION ALL
 SELECT redemption.id AS subject,
    ARRAY['redeem'::text, ('redeem:'::text || redemption.asset), ((('redeem:'::text || redemption.asset) || ':'::text) || redemption.blockchain)] AS switches
   FROM issuance.redemption;
grant select on issuance.switchable to specie_app;
create view issuance.transfer_end as
 SELECT id AS subject,
    NULL::text AS txid,
    reason
   FROM issuance.mint
  WHERE ((state = ANY (ARRAY['rejected'::text, 'canceled'::text, 'failed'::text])) AND (address_id IS NOT NULL));

-- function issuance.assert_leg_ends_once() returns trigger; called by: public

create schema ledger;

comment on schema ledger is 'Double-entry bookkeeping (L1 to L3). Only ledger.post moves a balance.';

grant usage on schema ledger to specie_app;

create table ledger.account (
  id bigint generated always as identity not null,
  pool text not null,
  name text not null,
  owner text not null,
  asset text not null,
  side text not null,
  floored boolean not null,
  balance numeric(38,0) default 0 not null,
  version bigint default 0 not null,
  shown_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint floor CHECK (((NOT floored) OR (balance >= (0)::numeric))),
  constraint account_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint account_pool_name_fkey FOREIGN KEY (pool, name) REFERENCES ledger.chart(pool, name),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_pool_owner_name_asset_key UNIQUE (pool, owner, name, asset)
) with (fillfactor=50);
comment on table ledger.account is 'Accounts and their current balances.';
comment on column ledger.account.owner is 'Empty where the chart names no owner.';
comment on column ledger.account.balance is 'In the direction of the account: positive on its normal side.';
comment on column ledger.account.version is 'The number of entries on the account.';
comment on column ledger.account.shown_until is 'The end of the last statement of this account. No later journal is dated before it (ledger.close_period).';
CREATE INDEX account_asset_idx ON ledger.account USING btree (asset) WHERE ((pool = 'client'::text) AND (name = 'transitional'::text));
CREATE INDEX account_owed_idx ON ledger.account USING btree (owner, asset) WHERE ((pool = 'client'::text) AND (name = 'owed'::text));
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on ledger.account to specie_app;

create table ledger.asset (
  code text not null,
  decimals smallint not null,
  constraint asset_decimals_check CHECK (((decimals >= 0) AND (decimals <= 18))),
  constraint asset_pkey PRIMARY KEY (code)
);
comment on table ledger.asset is 'The assets of the protocol. The preparation copies them from protocol/src/assets.ts.';
comment on column ledger.asset.decimals is 'The number of decimals of a minor unit.';
grant select on ledger.asset to specie_app;

create table ledger.chart (
  pool text not null,
  name text not null,
  side text not null,
  floored boolean not null,
  owner text not null,
  constraint chart_owner_check CHECK ((owner = ANY (ARRAY['none'::text, 'institution'::text, 'chain'::text, 'provider'::text, 'case'::text, 'payment'::text]))),
  constraint chart_pool_check CHECK ((pool = ANY (ARRAY['client'::text, 'reserve'::text, 'house'::text, 'supply'::text]))),
  constraint chart_side_check CHECK ((side = ANY (ARRAY['debit'::text, 'credit'::text]))),
  constraint chart_pkey PRIMARY KEY (pool, name)
);
comment on table ledger.chart is 'The chart of accounts. The preparation copies it from service/src/ledger/chart.ts.';
comment on column ledger.chart.floored is 'The balance cannot fall below zero.';
comment on column ledger.chart.owner is 'The kind of owner that has one account each; empty if there is one account in total.';
grant select on ledger.chart to specie_app;

create table ledger.entry (
  account_id bigint not null,
  version bigint not null,
  journal_id bigint not null,
  amount numeric(38,0) not null,
  balance numeric(38,0) not null,
  constraint entry_amount_check CHECK ((amount <> (0)::numeric)),
  constraint entry_pkey PRIMARY KEY (account_id, version)
);
comment on table ledger.entry is 'The lines of journals. It has no foreign keys: only ledger.post writes here, with ids of rows that it has just locked or inserted, and checks per line took a journal from 145 to 240 µs of CPU. `specie check` finds orphans.';
comment on column ledger.entry.version is 'The position of the entry on its account (L2).';
comment on column ledger.entry.amount is 'Debits are positive, credits negative.';
comment on column ledger.entry.balance is 'Balance of the account after this entry, in the direction of the account.';
CREATE INDEX entry_journal ON ledger.entry USING btree (journal_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on ledger.entry to specie_app;

create table ledger.journal (
  id bigint generated always as identity not null,
  key text not null,
  kind text not null,
  at timestamp with time zone not null,
  reverses bigint,
  meta jsonb,
  constraint journal_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger.journal(id),
  constraint journal_pkey PRIMARY KEY (id),
  constraint journal_key UNIQUE (key)
);
comment on table ledger.journal is 'Postings. Each is balanced per asset (L1).';
comment on column ledger.journal.key is 'Unique: the same posting happens once.';
comment on column ledger.journal.reverses is 'The journal that this one reverses.';
CREATE UNIQUE INDEX journal_reverses ON ledger.journal USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.journal FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on ledger.journal to specie_app;

create view ledger.balance as
 SELECT id AS account,
    pool,
    owner,
    name,
    asset,
    side,
    balance,
    version
   FROM ledger.account;
grant select on ledger.balance to specie_app;
create view ledger.debt as
 SELECT (owner)::uuid AS institution_id,
    asset,
    balance AS amount,
    ( SELECT j.at
           FROM (ledger.entry e
             JOIN ledger.journal j ON ((j.id = e.journal_id)))
          WHERE ((e.account_id = o.id) AND (e.amount > (0)::numeric))
          ORDER BY e.version DESC
         LIMIT 1) AS since
   FROM ledger.account o
  WHERE ((pool = 'client'::text) AND (name = 'owed'::text) AND (balance > (0)::numeric));
grant select on ledger.debt to specie_app;
create view ledger.fee_due as
 SELECT asset,
    balance,
    (COALESCE(( SELECT sum((- fee.amount)) AS sum
           FROM (((ledger.balance due
             CROSS JOIN LATERAL ( SELECT ledger.unpaid_from(due.account) AS first
                 OFFSET 0) unpaid)
             JOIN ledger.line debt ON (((debt.account = due.account) AND (debt.version >= unpaid.first) AND (debt.amount > (0)::numeric))))
             JOIN ledger.line fee ON (((fee.journal = debt.journal) AND (fee.account = fees.account))))
          WHERE ((due.pool = 'client'::text) AND (due.owner = ''::text) AND (due.name = 'due_from_reserve'::text) AND (due.asset = fees.asset))), (0)::numeric) + COALESCE(( SELECT sum(d.amount) AS sum
           FROM ledger.debt d
          WHERE (d.asset = fees.asset)), (0)::numeric)) AS owed
   FROM ledger.balance fees
  WHERE ((pool = 'client'::text) AND (owner = ''::text) AND (name = 'fees_due'::text));
grant select on ledger.fee_due to specie_app;
create view ledger.line as
 SELECT account_id AS account,
    version,
    journal_id AS journal,
    amount
   FROM ledger.entry;
grant select on ledger.line to specie_app;
create view ledger.posted as
 SELECT id AS journal,
    key,
    kind,
    at,
    meta
   FROM ledger.journal;
grant select on ledger.posted to specie_app;

-- function ledger.balances_at(text,timestamp with time zone[]) returns TABLE(asset text, instant timestamp with time zone, balance numeric); called by: public
-- function ledger.booked_lines(bigint,integer) returns text; called by: the owner only
-- function ledger.close_period(text,timestamp with time zone) returns timestamp with time zone, security definer; called by: specie_app
-- function ledger.closing_balances(text[],text[],timestamp with time zone[]) returns TABLE(pool text, name text, owner text, asset text, instant timestamp with time zone, version bigint, balance numeric); called by: public
-- function ledger.cover_debts(bigint[],timestamp with time zone) returns void; called by: the owner only
-- function ledger.false_reversals(bigint[],bigint[],integer[],integer[],numeric[]) returns TABLE(n integer, outcome text); called by: the owner only
-- function ledger.last_line_before(bigint,bigint,bigint,timestamp with time zone) returns bigint; called by: public
-- function ledger.minor_units(text,numeric) returns numeric; called by: public
-- function ledger.open_accounts(text[],text[],text[],text[]) returns bigint[], security definer; called by: specie_app
-- function ledger.post(text[],text[],timestamp with time zone[],bigint[],jsonb[],integer[],bigint[],integer[],numeric[]) returns TABLE(outcome text, journal_id bigint, account_id bigint), security definer; called by: specie_app
-- function ledger.replays(text[],text[],bigint[],bigint[],integer[],integer[],numeric[]) returns TABLE(n integer, outcome text, journal_id bigint); called by: the owner only
-- function ledger.requested_lines(integer,bigint[],integer[],integer[],numeric[]) returns text; called by: the owner only
-- function ledger.shortfalls(text[],boolean[],numeric[],integer[],integer[],numeric[]) returns integer[]; called by: the owner only
-- function ledger.turnover(text,text,text,text,bigint,bigint) returns TABLE(kind text, journals bigint, added numeric, taken numeric); called by: public
-- function ledger.unpaid_from(bigint) returns bigint; called by: public

create schema markets;

comment on schema markets is 'Reference rates.';

grant usage on schema markets to specie_app;

create table markets.rate (
  symbol text not null,
  units numeric(38,0) not null,
  decimals smallint not null,
  source text not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  doubt text,
  doubt_since timestamp with time zone,
  level numeric(38,0),
  calm_since timestamp with time zone,
  constraint rate_symbol_check CHECK ((symbol ~ '^[A-Z]+/[A-Z]+$'::text)),
  constraint rate_units_check CHECK ((units > (0)::numeric)),
  constraint rate_pkey PRIMARY KEY (symbol)
);
comment on table markets.rate is 'The last rate that passed the plausibility checks: exactly units * 10^-decimals of the quote for one unit of the base. While `doubt` is set, no decision uses it.';
comment on column markets.rate.at is 'The source''s time of the rate.';
comment on column markets.rate.doubt is 'Why the current rate of the source is not accepted; null if it is.';
comment on column markets.rate.level is 'The doubted rate, in units of 10^-18.';
comment on column markets.rate.calm_since is 'Since when the doubted rate has stayed near `level` without further problems.';
grant select on markets.rate to specie_app;
grant insert (symbol, units, decimals, source, at, received_at, doubt, doubt_since, level, calm_since) on markets.rate to specie_app;
grant update (units, decimals, source, at, received_at, doubt, doubt_since, level, calm_since) on markets.rate to specie_app;

create table markets.rate_range (
  symbol text not null,
  began timestamp with time zone not null,
  low numeric(38,0) not null,
  high numeric(38,0) not null,
  pinned boolean default false not null,
  until timestamp with time zone not null,
  constraint rate_range_check CHECK ((high >= low)),
  constraint rate_range_low_check CHECK ((low > (0)::numeric)),
  constraint rate_range_pkey PRIMARY KEY (symbol, began)
);
comment on table markets.rate_range is 'The range of accepted rates over time, kept as long as fills are valued by it. In units of 10^-18.';
comment on column markets.rate_range.pinned is 'The rate has left this range by a jump.';
grant delete, select on markets.rate_range to specie_app;
grant insert (symbol, began, low, high, until) on markets.rate_range to specie_app;
grant update (low, high, pinned, until) on markets.rate_range to specie_app;

create view markets.reference_rate as
 SELECT symbol,
    units,
    decimals
   FROM markets.rate;

create schema onboarding;

comment on schema onboarding is 'KYB cases and agreements of institutions.';

grant usage on schema onboarding to specie_app;

create table onboarding.agreement (
  id uuid not null,
  institution_id uuid not null,
  product text not null,
  version text not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  text_sha256 bytea,
  replaces uuid,
  expires_at timestamp with time zone,
  ends_at timestamp with time zone,
  signature jsonb,
  countersignature jsonb,
  constraint agreement_product_check CHECK ((product = ANY (ARRAY['stablecoin_issuance'::text, 'crypto_conversion'::text]))),
  constraint agreement_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint agreement_replaces_fkey FOREIGN KEY (replaces) REFERENCES onboarding.agreement(id),
  constraint agreement_pkey PRIMARY KEY (id)
);
comment on table onboarding.agreement is 'Agreements per product, and their signatures.';
comment on column onboarding.agreement.text_sha256 is 'Hash of the signed text. Null: signed before texts were stored.';
comment on column onboarding.agreement.replaces is 'The previous version of the agreement.';
comment on column onboarding.agreement.expires_at is 'Settlement time until which it can be signed.';
comment on column onboarding.agreement.ends_at is 'Settlement time until which it stays active after notice of a new version.';
CREATE INDEX agreement_ends_at_idx ON onboarding.agreement USING btree (ends_at) WHERE ((state = 'active'::text) AND (ends_at IS NOT NULL));
CREATE INDEX agreement_expires_at_idx ON onboarding.agreement USING btree (expires_at) WHERE (state = 'sent'::text);
CREATE INDEX agreement_signed ON onboarding.agreement USING btree (updated_at) WHERE (state = 'signed'::text);
CREATE UNIQUE INDEX one_active_agreement ON onboarding.agreement USING btree (institution_id, product) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX one_open_agreement ON onboarding.agreement USING btree (institution_id, product) WHERE (state = ANY (ARRAY['drafted'::text, 'sent'::text, 'signed'::text]));
CREATE TRIGGER begins AFTER INSERT ON onboarding.agreement REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('agreement');
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.agreement REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_agreement();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.agreement REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_agreement();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON onboarding.agreement FOR EACH ROW EXECUTE FUNCTION state.enforce('agreement');
CREATE TRIGGER standing AFTER INSERT OR DELETE OR UPDATE ON onboarding.agreement FOR EACH ROW EXECUTE FUNCTION access.raise_key_version();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, product, version, text_sha256 ON onboarding.agreement FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.product IS DISTINCT FROM new.product)) OR (old.version IS DISTINCT FROM new.version)) OR (old.text_sha256 IS DISTINCT FROM new.text_sha256))) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.agreement to specie_app;
grant insert (id, institution_id, product, version, state, created_at, updated_at, text_sha256, replaces, expires_at) on onboarding.agreement to specie_app;
grant update (state, updated_at, ends_at, signature, countersignature) on onboarding.agreement to specie_app;

create table onboarding.closing_payout (
  id uuid not null,
  institution_id uuid not null,
  asset text not null,
  bank_account_id uuid,
  address_id uuid,
  agreed_at timestamp with time zone not null,
  constraint closing_payout_check CHECK ((num_nonnulls(bank_account_id, address_id) = 1)),
  constraint closing_payout_address_id_fkey FOREIGN KEY (address_id) REFERENCES destinations.address(id),
  constraint closing_payout_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint closing_payout_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES destinations.bank_account(id),
  constraint closing_payout_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint closing_payout_pkey PRIMARY KEY (id)
);
comment on table onboarding.closing_payout is 'Where the balances of an offboarded institution are paid, as two people have agreed.';
CREATE INDEX closing_payout_institution_id_asset_agreed_at_idx ON onboarding.closing_payout USING btree (institution_id, asset, agreed_at DESC);
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.closing_payout REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_closing_payout();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.closing_payout REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_closing_payout();
CREATE TRIGGER two_agree BEFORE INSERT ON onboarding.closing_payout FOR EACH ROW EXECUTE FUNCTION onboarding.assert_closing_approved();
CREATE TRIGGER unchanged BEFORE UPDATE OF id ON onboarding.closing_payout FOR EACH ROW WHEN ((old.id IS DISTINCT FROM new.id)) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.closing_payout to specie_app;
grant insert (id, institution_id, asset, bank_account_id, address_id, agreed_at) on onboarding.closing_payout to specie_app;

create table onboarding.information_request (
  id uuid not null,
  institution_id uuid not null,
  sealed_question bytea not null,
  asked_by text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  sealed_answer bytea,
  answered_by text,
  answered_at timestamp with time zone,
  constraint information_request_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint information_request_pkey PRIMARY KEY (id)
);
comment on table onboarding.information_request is 'Questions of staff and the answers of the institution, sealed with the key of the institution.';
comment on column onboarding.information_request.due_at is 'Settlement time.';
CREATE INDEX information_request_institution_id_idx ON onboarding.information_request USING btree (institution_id);
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.information_request REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_information_request();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.information_request REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_information_request();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, asked_by ON onboarding.information_request FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.asked_by IS DISTINCT FROM new.asked_by))) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.information_request to specie_app;
grant insert (id, institution_id, sealed_question, asked_by, created_at, due_at) on onboarding.information_request to specie_app;
grant update (sealed_answer, answered_by, answered_at) on onboarding.information_request to specie_app;

create table onboarding.kyb_case (
  id uuid not null,
  institution_id uuid not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  channel text default 'remote'::text not null,
  entity jsonb default '{}'::jsonb not null,
  screening jsonb,
  risk jsonb,
  submitted_at timestamp with time zone,
  review_due_at timestamp with time zone,
  review_deadline timestamp with time zone,
  confirmed_at timestamp with time zone,
  erased_at timestamp with time zone,
  screened jsonb,
  accepted_class text,
  constraint kyb_case_accepted_class_check CHECK ((accepted_class = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint kyb_case_channel_check CHECK ((channel = ANY (ARRAY['in_person'::text, 'introduced'::text, 'remote'::text]))),
  constraint kyb_case_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint kyb_case_pkey PRIMARY KEY (id),
  constraint kyb_case_institution_id_key UNIQUE (institution_id)
);
comment on table onboarding.kyb_case is 'The KYB case of each institution.';
comment on column onboarding.kyb_case.channel is 'How the institution reached us.';
comment on column onboarding.kyb_case.entity is 'The company. It holds no data of natural persons.';
comment on column onboarding.kyb_case.screening is 'Ids of the hits of the last screening against the lists.';
comment on column onboarding.kyb_case.risk is 'The score and the part of each factor.';
comment on column onboarding.kyb_case.review_due_at is 'Settlement time of the next periodic review.';
comment on column onboarding.kyb_case.review_deadline is 'Settlement time by which a review that has begun must end.';
comment on column onboarding.kyb_case.confirmed_at is 'When the institution confirmed its data in the current review.';
comment on column onboarding.kyb_case.erased_at is 'When the personal data of the case was erased.';
comment on column onboarding.kyb_case.screened is 'What the last screening compared: its time, the lists with the number of their entries, and the parties by id.';
comment on column onboarding.kyb_case.accepted_class is 'The risk class at the last approval by two people; a trigger writes it.';
CREATE INDEX kyb_case_review_deadline_idx ON onboarding.kyb_case USING btree (review_deadline) WHERE (state = 'periodic_review'::text);
CREATE INDEX kyb_case_review_due_at_idx ON onboarding.kyb_case USING btree (review_due_at) WHERE (state = 'approved'::text);
CREATE INDEX kyb_case_updated_at_idx ON onboarding.kyb_case USING btree (updated_at) WHERE (erased_at IS NULL);
CREATE INDEX kyb_waiting ON onboarding.kyb_case USING btree (updated_at) WHERE (state = ANY (ARRAY['in_review'::text, 'edd_required'::text, 'review_overdue'::text, 'periodic_review'::text, 'info_requested'::text]));
CREATE TRIGGER accepts BEFORE UPDATE OF state ON onboarding.kyb_case FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'approved'::text))) EXECUTE FUNCTION onboarding.note_accepted_class();
CREATE TRIGGER begins AFTER INSERT ON onboarding.kyb_case REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('kyb_case');
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.kyb_case REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_kyb_case();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.kyb_case REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_kyb_case();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON onboarding.kyb_case FOR EACH ROW EXECUTE FUNCTION state.enforce('kyb_case');
CREATE TRIGGER needs_edd AFTER UPDATE OF risk ON onboarding.kyb_case FOR EACH ROW WHEN (((new.state = ANY (ARRAY['periodic_review'::text, 'review_overdue'::text, 'suspended'::text])) AND (new.risk IS DISTINCT FROM old.risk) AND ((new.risk ->> 'class'::text) IS DISTINCT FROM new.accepted_class))) EXECUTE FUNCTION compliance.apply_institution_standing();
CREATE TRIGGER notes_standing AFTER INSERT OR DELETE OR UPDATE OF state ON onboarding.kyb_case FOR EACH ROW EXECUTE FUNCTION onboarding.update_standing();
CREATE TRIGGER standing AFTER INSERT OR DELETE OR UPDATE ON onboarding.kyb_case FOR EACH ROW EXECUTE FUNCTION access.raise_key_version();
CREATE TRIGGER stops AFTER UPDATE OF state ON onboarding.kyb_case FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['suspended'::text, 'review_overdue'::text, 'offboarded'::text])))) EXECUTE FUNCTION compliance.apply_institution_standing();
CREATE TRIGGER two_decide BEFORE UPDATE OF state ON onboarding.kyb_case FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['approved'::text, 'rejected'::text, 'offboarded'::text])))) EXECUTE FUNCTION onboarding.assert_kyb_decided();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id ON onboarding.kyb_case FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id))) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.kyb_case to specie_app;
grant insert (id, institution_id, state, created_at, updated_at, channel) on onboarding.kyb_case to specie_app;
grant update (state, updated_at, entity, screening, risk, submitted_at, review_due_at, review_deadline, confirmed_at, erased_at, screened) on onboarding.kyb_case to specie_app;

create table onboarding.kyb_document (
  id uuid not null,
  institution_id uuid not null,
  person_id uuid,
  kind text not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  sealed_name bytea not null,
  expires_on date,
  created_at timestamp with time zone not null,
  created_by text not null,
  removed_at timestamp with time zone,
  removed_by text,
  constraint kyb_document_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text]))),
  constraint kyb_document_kind_check CHECK ((kind = ANY (ARRAY['registry_extract'::text, 'articles'::text, 'ownership_chart'::text, 'licence'::text, 'financial_statements'::text, 'bank_statement'::text, 'source_of_funds'::text, 'source_of_wealth'::text, 'passport'::text, 'identity_card'::text, 'proof_of_address'::text, 'other'::text]))),
  constraint kyb_document_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint kyb_document_person_id_fkey FOREIGN KEY (person_id) REFERENCES onboarding.kyb_person(id),
  constraint kyb_document_pkey PRIMARY KEY (id)
);
comment on table onboarding.kyb_document is 'Uploaded documents. Name and content are sealed with the key of the person concerned or of the institution.';
comment on column onboarding.kyb_document.sha256 is 'Hash of the content as it was uploaded.';
CREATE INDEX kyb_document_institution_id_idx ON onboarding.kyb_document USING btree (institution_id);
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.kyb_document REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_kyb_document();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.kyb_document REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_kyb_document();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, kind, sha256 ON onboarding.kyb_document FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.sha256 IS DISTINCT FROM new.sha256))) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.kyb_document to specie_app;
grant insert (id, institution_id, person_id, kind, content_type, bytes, sha256, sealed_name, expires_on, created_at, created_by) on onboarding.kyb_document to specie_app;
grant update (removed_at, removed_by) on onboarding.kyb_document to specie_app;

create table onboarding.kyb_document_content (
  document_id uuid not null,
  sealed bytea not null,
  constraint kyb_document_content_document_id_fkey FOREIGN KEY (document_id) REFERENCES onboarding.kyb_document(id),
  constraint kyb_document_content_pkey PRIMARY KEY (document_id)
);
comment on table onboarding.kyb_document_content is 'The sealed content of the documents.';
grant select on onboarding.kyb_document_content to specie_app;
grant insert (document_id, sealed) on onboarding.kyb_document_content to specie_app;

create table onboarding.kyb_person (
  id uuid not null,
  institution_id uuid not null,
  roles text[] not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  removed_by text,
  constraint kyb_person_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint kyb_person_pkey PRIMARY KEY (id)
);
comment on table onboarding.kyb_person is 'Beneficial owners, directors and authorised signatories.';
comment on column onboarding.kyb_person.sealed is 'Personal data, sealed with the person''s own key.';
CREATE INDEX kyb_person_institution_id_idx ON onboarding.kyb_person USING btree (institution_id);
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.kyb_person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_kyb_person();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.kyb_person REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_kyb_person();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id ON onboarding.kyb_person FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id))) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.kyb_person to specie_app;
grant insert (id, institution_id, roles, sealed, created_at, created_by, updated_at) on onboarding.kyb_person to specie_app;
grant update (roles, sealed, updated_at, removed_at, removed_by) on onboarding.kyb_person to specie_app;

create table onboarding.requirement_tick (
  id uuid not null,
  institution_id uuid not null,
  requirement text not null,
  evidence bytea,
  ticked_at timestamp with time zone not null,
  ticked_by text not null,
  constraint requirement_tick_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint requirement_tick_pkey PRIMARY KEY (id),
  constraint requirement_tick_institution_id_requirement_key UNIQUE (institution_id, requirement)
);
comment on table onboarding.requirement_tick is 'Requirements of a KYB case that staff have checked.';
comment on column onboarding.requirement_tick.requirement is 'Its code, and the id of the person or request concerned.';
comment on column onboarding.requirement_tick.evidence is 'Hash of what was checked: the tick no longer counts when that changes. Null: the tick was taken away.';
CREATE TRIGGER keep_insert AFTER INSERT ON onboarding.requirement_tick REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_requirement_tick();
CREATE TRIGGER keep_update AFTER UPDATE ON onboarding.requirement_tick REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_onboarding_requirement_tick();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, requirement ON onboarding.requirement_tick FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.requirement IS DISTINCT FROM new.requirement))) EXECUTE FUNCTION base.never_changes();
grant select on onboarding.requirement_tick to specie_app;
grant insert (id, institution_id, requirement, evidence, ticked_at, ticked_by) on onboarding.requirement_tick to specie_app;
grant update (evidence, ticked_at, ticked_by) on onboarding.requirement_tick to specie_app;

create view onboarding.agreement_product as
 SELECT id,
    product
   FROM onboarding.agreement;
grant select on onboarding.agreement_product to specie_app;
create view onboarding.closing_destination as
 SELECT DISTINCT ON (p.institution_id, p.asset) p.institution_id,
    p.asset,
    p.bank_account_id,
    p.address_id,
    a.blockchain,
    p.agreed_at
   FROM (onboarding.closing_payout p
     LEFT JOIN destinations.destination a ON ((a.id = p.address_id)))
  ORDER BY p.institution_id, p.asset, p.agreed_at DESC, p.id;
grant select on onboarding.closing_destination to specie_app;
create view onboarding.institution_profile as
 SELECT institution_id,
    (risk ->> 'class'::text) AS risk_class,
    array_remove(ARRAY[(entity ->> 'country'::text), (entity #>> '{registered_address,country}'::text[]), (entity #>> '{business_address,country}'::text[])], NULL::text) AS countries,
    ((state = ANY (ARRAY['periodic_review'::text, 'review_overdue'::text, 'suspended'::text])) AND COALESCE((array_position(ARRAY['low'::text, 'medium'::text, 'high'::text], (risk ->> 'class'::text)) > array_position(ARRAY['low'::text, 'medium'::text, 'high'::text], accepted_class)), false)) AS lacks_edd
   FROM onboarding.kyb_case;

-- function onboarding.assert_closing_approved() returns trigger; called by: public
-- function onboarding.assert_kyb_decided() returns trigger; called by: public
-- function onboarding.assert_not_halted() returns trigger; called by: public
-- function onboarding.assert_paid_out(uuid) returns void; called by: public
-- function onboarding.assert_standing_derived() returns trigger, security definer; called by: public
-- function onboarding.derived_standing(uuid) returns text; called by: the owner only
-- function onboarding.note_accepted_class() returns trigger; called by: public
-- function onboarding.update_standing() returns trigger, security definer; called by: public

create schema people;

comment on schema people is 'Sign-in, sessions, and approvals by two people.';

grant usage on schema people to specie_app;

create table people.approval (
  id uuid not null,
  kind text not null,
  institution_id uuid,
  subject text not null,
  payload text not null,
  payload_hash bytea not null,
  maker uuid,
  reason text not null,
  state text not null,
  checker uuid,
  decision_reason text,
  evidence text,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  used_at timestamp with time zone,
  used_by xid8,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  maker_session uuid,
  checker_session uuid,
  maker_key uuid,
  withdrawn_by text,
  constraint approval_decision_reason_check CHECK (((length(decision_reason) >= 1) AND (length(decision_reason) <= 1000))),
  constraint approval_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint approved_before_use CHECK (((used_at IS NULL) OR (state = 'approved'::text))),
  constraint decided_by_somebody CHECK ((((state = 'approved'::text) OR (state = 'refused'::text)) = (checker IS NOT NULL))),
  constraint decided_with_evidence CHECK ((((checker IS NULL) = (evidence IS NULL)) AND ((checker IS NULL) = (checker_session IS NULL)) AND ((checker IS NULL) = (decided_at IS NULL)))),
  constraint four_eyes CHECK (((checker IS NULL) OR (checker <> maker))),
  constraint one_maker CHECK (((num_nonnulls(maker, maker_key) = 1) AND ((maker IS NULL) = (maker_session IS NULL)))),
  constraint refused_with_a_reason CHECK (((state <> 'refused'::text) OR (decision_reason IS NOT NULL))),
  constraint used_once CHECK (((used_at IS NULL) = (used_by IS NULL))),
  constraint withdrawn_by_somebody CHECK (((withdrawn_by IS NULL) OR (state = 'withdrawn'::text))),
  constraint approval_checker_fkey FOREIGN KEY (checker) REFERENCES directory.person(id),
  constraint approval_checker_session_fkey FOREIGN KEY (checker_session) REFERENCES people.session(id),
  constraint approval_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint approval_kind_fkey FOREIGN KEY (kind) REFERENCES people.approval_kind(name),
  constraint approval_maker_fkey FOREIGN KEY (maker) REFERENCES directory.person(id),
  constraint approval_maker_key_fkey FOREIGN KEY (maker_key) REFERENCES access.api_key(id),
  constraint approval_maker_session_fkey FOREIGN KEY (maker_session) REFERENCES people.session(id),
  constraint approval_pkey PRIMARY KEY (id)
);
comment on table people.approval is 'Actions that need two people. Only functions write here: people.request_approval, people.decide_approval, people.withdraw_approval, people.use_approval.';
comment on column people.approval.institution_id is 'The institution whose people decide; null for staff.';
comment on column people.approval.subject is 'The row that the approval is about.';
comment on column people.approval.payload is 'Canonical JSON of exactly the approved action.';
comment on column people.approval.maker is 'The person who requested it; null if an API key did.';
comment on column people.approval.checker is 'The person who decided.';
comment on column people.approval.evidence is 'Evidence of how the checker authenticated, as canonical JSON; for a passkey the raw bytes in base64url.';
comment on column people.approval.used_by is 'The transaction that performed the action.';
comment on column people.approval.maker_key is 'The API key that requested it.';
comment on column people.approval.withdrawn_by is 'The person of the institution who withdrew it by canceling the payment. Null: its maker, before this was recorded.';
CREATE INDEX approval_institution_id_created_at_idx ON people.approval USING btree (institution_id, created_at);
CREATE INDEX approval_subject_idx ON people.approval USING btree (subject);
CREATE INDEX approval_waiting ON people.approval USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX asked_once ON people.approval USING btree (kind, subject) WHERE (subject <> (institution_id)::text);
CREATE UNIQUE INDEX one_open ON people.approval USING btree (kind, subject, (
CASE
    WHEN (institution_id IS NULL) THEN '\x'::bytea
    ELSE payload_hash
END)) WHERE (state = 'waiting'::text);
CREATE CONSTRAINT TRIGGER asked AFTER INSERT ON people.approval DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION people.record_approval();
CREATE TRIGGER begins AFTER INSERT ON people.approval REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('approval');
CREATE TRIGGER keep_insert AFTER INSERT ON people.approval REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_approval();
CREATE TRIGGER keep_update AFTER UPDATE ON people.approval REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_approval();
CREATE CONSTRAINT TRIGGER moved AFTER UPDATE ON people.approval DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION people.record_approval();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON people.approval FOR EACH ROW EXECUTE FUNCTION state.enforce('approval');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, kind, institution_id, subject, payload, payload_hash, maker ON people.approval FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.subject IS DISTINCT FROM new.subject)) OR (old.payload IS DISTINCT FROM new.payload)) OR (old.payload_hash IS DISTINCT FROM new.payload_hash)) OR (old.maker IS DISTINCT FROM new.maker))) EXECUTE FUNCTION base.never_changes();
grant select on people.approval to specie_app;

create table people.approval_facts (
  approval_id uuid not null,
  facts jsonb not null,
  constraint approval_facts_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES people.approval(id),
  constraint approval_facts_pkey PRIMARY KEY (approval_id)
);
comment on table people.approval_facts is 'The subject of a request in people''s terms, as it was when it was requested: the checker sees what has changed since.';
grant insert, select on people.approval_facts to specie_app;

create table people.approval_kind (
  name text not null,
  side text not null,
  makers text[] not null,
  checkers text[] not null,
  by_keys boolean default false not null,
  constraint approval_kind_pkey PRIMARY KEY (name)
);
comment on table people.approval_kind is 'The kinds of approvals of protocol/src/people/approvals.ts; the preparation writes them.';
comment on column people.approval_kind.makers is 'Roles that may request it.';
comment on column people.approval_kind.checkers is 'Roles that may approve it.';
comment on column people.approval_kind.by_keys is 'API keys may request it too.';
grant select on people.approval_kind to specie_app;

create table people.attempt (
  key text not null,
  failures integer not null,
  next_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint attempt_pkey PRIMARY KEY (key)
);
comment on table people.attempt is 'Failed sign-in attempts by account and by address, with the time before which the next one is refused.';
CREATE INDEX attempt_updated_at_idx ON people.attempt USING btree (updated_at);
grant delete, select on people.attempt to specie_app;
grant insert (key, failures, next_at, updated_at) on people.attempt to specie_app;
grant update (failures, next_at, updated_at) on people.attempt to specie_app;

create table people.challenge (
  value bytea not null,
  purpose text not null,
  person_id uuid,
  subject text,
  expires_at timestamp with time zone not null,
  constraint challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint challenge_pkey PRIMARY KEY (value)
);
comment on table people.challenge is 'Values that a passkey signs once.';
comment on column people.challenge.person_id is 'Null at sign-in: the passkey identifies the person.';
comment on column people.challenge.subject is 'For an approval: the request that is decided.';
CREATE INDEX challenge_expires_at_idx ON people.challenge USING btree (expires_at);
CREATE TRIGGER keep_delete AFTER DELETE ON people.challenge REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_challenge();
CREATE TRIGGER keep_insert AFTER INSERT ON people.challenge REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_challenge();
CREATE TRIGGER keep_update AFTER UPDATE ON people.challenge REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_challenge();
CREATE TRIGGER unchanged BEFORE UPDATE OF value, purpose, person_id, subject ON people.challenge FOR EACH ROW WHEN (((((old.value IS DISTINCT FROM new.value) OR (old.purpose IS DISTINCT FROM new.purpose)) OR (old.person_id IS DISTINCT FROM new.person_id)) OR (old.subject IS DISTINCT FROM new.subject))) EXECUTE FUNCTION base.never_changes();
grant delete, select on people.challenge to specie_app;
grant insert (value, purpose, person_id, subject, expires_at) on people.challenge to specie_app;

create table people.device (
  id uuid not null,
  device_hash bytea not null,
  user_code text not null,
  side text not null,
  label text not null,
  person_id uuid,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  ip inet not null,
  agent text not null,
  confirmed_by uuid,
  constraint device_agent_check CHECK ((length(agent) <= 200)),
  constraint device_check CHECK (((person_id IS NULL) = (confirmed_at IS NULL))),
  constraint device_label_check CHECK (((length(label) >= 1) AND (length(label) <= 64))),
  constraint device_side_check CHECK ((side = ANY (ARRAY['institution'::text, 'staff'::text]))),
  constraint device_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES people.session(id),
  constraint device_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint device_pkey PRIMARY KEY (id),
  constraint device_device_hash_key UNIQUE (device_hash),
  constraint device_user_code_key UNIQUE (user_code)
);
comment on table people.device is 'Command lines that ask to act for a person (device flow): the person confirms the user code in the browser, then the command line takes its token once.';
comment on column people.device.device_hash is 'Only the hash of the device code is stored.';
comment on column people.device.person_id is 'The person who confirmed it.';
comment on column people.device.confirmed_by is 'The session in which it was confirmed.';
CREATE INDEX device_confirmed_by ON people.device USING btree (confirmed_by);
CREATE INDEX device_expires_at_idx ON people.device USING btree (expires_at);
CREATE TRIGGER confirmed BEFORE INSERT OR UPDATE ON people.device FOR EACH ROW WHEN (((new.person_id IS NOT NULL) OR (new.confirmed_by IS NOT NULL))) EXECUTE FUNCTION people.check_device();
CREATE TRIGGER keep_delete AFTER DELETE ON people.device REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_device();
CREATE TRIGGER keep_insert AFTER INSERT ON people.device REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_device();
CREATE TRIGGER keep_update AFTER UPDATE ON people.device REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_device();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, device_hash, user_code, side ON people.device FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.device_hash IS DISTINCT FROM new.device_hash)) OR (old.user_code IS DISTINCT FROM new.user_code)) OR (old.side IS DISTINCT FROM new.side))) EXECUTE FUNCTION base.never_changes();
grant delete, select on people.device to specie_app;
grant insert (id, device_hash, user_code, side, label, expires_at, created_at, ip, agent) on people.device to specie_app;
grant update (person_id, confirmed_at, confirmed_by) on people.device to specie_app;

create table people.link (
  id uuid not null,
  person_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  usable_from timestamp with time zone,
  constraint link_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'recovery'::text]))),
  constraint link_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint link_pkey PRIMARY KEY (id),
  constraint link_token_hash_key UNIQUE (token_hash)
);
comment on table people.link is 'One-time links: an invitation, or the recovery after all factors were lost.';
comment on column people.link.token_hash is 'Only the hash of the token is stored.';
comment on column people.link.usable_from is 'When a link that staff made for a person of an institution begins to work; null: at once.';
CREATE INDEX link_person_id_idx ON people.link USING btree (person_id);
CREATE TRIGGER keep_insert AFTER INSERT ON people.link REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_link();
CREATE TRIGGER keep_update AFTER UPDATE ON people.link REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_link();
CREATE TRIGGER two_agree BEFORE INSERT ON people.link FOR EACH ROW EXECUTE FUNCTION people.assert_link_approved();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, person_id, purpose, token_hash, usable_from ON people.link FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id)) OR (old.purpose IS DISTINCT FROM new.purpose)) OR (old.token_hash IS DISTINCT FROM new.token_hash)) OR (old.usable_from IS DISTINCT FROM new.usable_from))) EXECUTE FUNCTION base.never_changes();
grant select on people.link to specie_app;
grant insert (id, person_id, purpose, token_hash, expires_at, created_at, usable_from) on people.link to specie_app;
grant update (used_at) on people.link to specie_app;

create table people.passkey (
  id uuid not null,
  person_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  removed_at timestamp with time zone,
  rp_id text,
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64))),
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id)
);
comment on table people.passkey is 'Passkeys (WebAuthn).';
comment on column people.passkey.public_key is 'In COSE format.';
comment on column people.passkey.rp_id is 'The host name for which the passkey works. Null: registered before the host name was recorded.';
CREATE INDEX passkey_person_id_idx ON people.passkey USING btree (person_id);
CREATE TRIGGER keep_insert AFTER INSERT ON people.passkey REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_passkey();
CREATE TRIGGER keep_update AFTER UPDATE ON people.passkey REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_passkey();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, person_id, credential_id, public_key ON people.passkey FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id)) OR (old.credential_id IS DISTINCT FROM new.credential_id)) OR (old.public_key IS DISTINCT FROM new.public_key))) EXECUTE FUNCTION base.never_changes();
grant select on people.passkey to specie_app;
grant insert (id, person_id, credential_id, public_key, counter, transports, name, created_at, rp_id) on people.passkey to specie_app;
grant update (counter, name, last_used_at, removed_at) on people.passkey to specie_app;

create table people.password (
  person_id uuid not null,
  hash text not null,
  updated_at timestamp with time zone not null,
  constraint password_hash_check CHECK ((hash ~~ '$argon2id$%'::text)),
  constraint password_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint password_pkey PRIMARY KEY (person_id)
);
comment on table people.password is 'Passwords as Argon2id hashes.';
CREATE TRIGGER keep_delete AFTER DELETE ON people.password REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_password();
CREATE TRIGGER keep_insert AFTER INSERT ON people.password REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_password();
CREATE TRIGGER keep_update AFTER UPDATE ON people.password REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_password();
CREATE TRIGGER unchanged BEFORE UPDATE OF person_id ON people.password FOR EACH ROW WHEN ((old.person_id IS DISTINCT FROM new.person_id)) EXECUTE FUNCTION base.never_changes();
grant delete, select on people.password to specie_app;
grant insert (person_id, hash, updated_at) on people.password to specie_app;
grant update (hash, updated_at) on people.password to specie_app;

create table people.recovery_code (
  person_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint recovery_code_pkey PRIMARY KEY (person_id, hash)
);
comment on table people.recovery_code is 'One-time codes for a lost second factor.';
CREATE TRIGGER keep_delete AFTER DELETE ON people.recovery_code REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_recovery_code();
CREATE TRIGGER keep_insert AFTER INSERT ON people.recovery_code REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_recovery_code();
CREATE TRIGGER keep_update AFTER UPDATE ON people.recovery_code REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_recovery_code();
CREATE TRIGGER unchanged BEFORE UPDATE OF person_id, hash ON people.recovery_code FOR EACH ROW WHEN (((old.person_id IS DISTINCT FROM new.person_id) OR (old.hash IS DISTINCT FROM new.hash))) EXECUTE FUNCTION base.never_changes();
grant delete, select on people.recovery_code to specie_app;
grant insert (person_id, hash) on people.recovery_code to specie_app;
grant update (used_at) on people.recovery_code to specie_app;

create table people.rehearsal (
  approval_id uuid not null,
  transaction xid8 not null,
  constraint rehearsal_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES people.approval(id)
);
comment on table people.rehearsal is 'A requested action is rehearsed at once, so that impossible requests are refused. The row names the rehearsing transaction; it cannot commit, so the table is empty to every other one.';
CREATE CONSTRAINT TRIGGER rehearsed AFTER INSERT ON people.rehearsal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION people.refuse_rehearsal();
grant select on people.rehearsal to specie_app;

create table people.role (
  side text not null,
  name text not null,
  constraint role_pkey PRIMARY KEY (side, name)
);
comment on table people.role is 'The roles of protocol/src/people/roles.ts; the preparation writes them.';
grant select on people.role to specie_app;

create table people.role_conflict (
  side text not null,
  one text not null,
  other text not null,
  constraint role_conflict_pkey PRIMARY KEY (side, one, other)
);
comment on table people.role_conflict is 'Pairs of roles that one person cannot have together.';
grant select on people.role_conflict to specie_app;

create table people.second_person (
  institution_id uuid not null,
  kind text not null,
  is_dropped boolean default false not null,
  amounts jsonb default '{}'::jsonb not null,
  constraint second_person_amounts_check CHECK ((jsonb_typeof(amounts) = 'object'::text)),
  constraint second_person_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint second_person_pkey PRIMARY KEY (institution_id, kind)
);
comment on table people.second_person is 'The kinds of changes for which an institution requires the approval of a second person.';
comment on column people.second_person.is_dropped is 'The requirement no longer applies. The row stays, because dropping it takes two people.';
comment on column people.second_person.amounts is 'For payments: the amount per asset up to which no approval is needed, as decimal numbers. An asset that is not listed always needs one.';
CREATE TRIGGER keep_insert AFTER INSERT ON people.second_person REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_second_person();
CREATE TRIGGER keep_update AFTER UPDATE ON people.second_person REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_second_person();
CREATE TRIGGER unchanged BEFORE UPDATE OF institution_id, kind ON people.second_person FOR EACH ROW WHEN (((old.institution_id IS DISTINCT FROM new.institution_id) OR (old.kind IS DISTINCT FROM new.kind))) EXECUTE FUNCTION base.never_changes();
CREATE TRIGGER weakened BEFORE UPDATE ON people.second_person FOR EACH ROW WHEN ((NOT old.is_dropped)) EXECUTE FUNCTION people.assert_second_person_kept();
grant select on people.second_person to specie_app;
grant insert (institution_id, kind, amounts) on people.second_person to specie_app;
grant update (is_dropped, amounts) on people.second_person to specie_app;

create table people.session (
  id uuid not null,
  person_id uuid not null,
  token_hash bytea not null,
  kind text not null,
  method text not null,
  label text,
  factor_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ip inet not null,
  agent text not null,
  passkey_id uuid,
  opened_by uuid,
  replaces uuid,
  constraint session_agent_check CHECK ((length(agent) <= 200)),
  constraint session_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'token'::text]))),
  constraint session_method_check CHECK ((method = ANY (ARRAY['passkey'::text, 'password'::text, 'recovery'::text, 'oidc'::text, 'link'::text, 'device'::text]))),
  constraint session_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES people.session(id),
  constraint session_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES people.passkey(id),
  constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint session_replaces_fkey FOREIGN KEY (replaces) REFERENCES people.session(id),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash)
);
comment on table people.session is 'Sessions and API tokens of people: 256 random bits in a cookie or a header.';
comment on column people.session.token_hash is 'Only the hash of the token is stored.';
comment on column people.session.method is 'The factors that opened it.';
comment on column people.session.label is 'For a token: the purpose that its holder named.';
comment on column people.session.factor_at is 'When a factor was last presented.';
comment on column people.session.passkey_id is 'The passkey that opened it. The session ends when the passkey is removed.';
comment on column people.session.opened_by is 'The session in which this token was created or this device was confirmed. It ends with that session.';
comment on column people.session.replaces is 'The session that this one continues under a new token, after a factor was presented again.';
CREATE INDEX session_opened_by ON people.session USING btree (opened_by) WHERE (ended_at IS NULL);
CREATE INDEX session_person_id_created_at_idx ON people.session USING btree (person_id, created_at);
CREATE INDEX session_person_id_idx ON people.session USING btree (person_id) WHERE (ended_at IS NULL);
CREATE TRIGGER checked BEFORE INSERT ON people.session FOR EACH ROW EXECUTE FUNCTION people.check_session();
CREATE TRIGGER ended AFTER UPDATE OF ended_at ON people.session FOR EACH ROW WHEN ((old.ended_at IS DISTINCT FROM new.ended_at)) EXECUTE FUNCTION people.end_dependent_sessions();
CREATE TRIGGER keep_insert AFTER INSERT ON people.session REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_session();
CREATE TRIGGER keep_update AFTER UPDATE ON people.session REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_session();
CREATE TRIGGER replaced AFTER INSERT ON people.session FOR EACH ROW WHEN ((new.replaces IS NOT NULL)) EXECUTE FUNCTION people.replace_session();
CREATE TRIGGER seen_in_time BEFORE UPDATE OF seen_at ON people.session FOR EACH ROW WHEN (((new.seen_at < old.seen_at) OR ((new.seen_at > old.seen_at) AND (NOT people.is_live(old.kind, old.seen_at, old.expires_at, old.ended_at, new.seen_at))))) EXECUTE FUNCTION base.never_falls('when a session was seen');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, person_id, token_hash, kind, created_at, expires_at ON people.session FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.person_id IS DISTINCT FROM new.person_id)) OR (old.token_hash IS DISTINCT FROM new.token_hash)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION base.never_changes();
grant insert (id, person_id, token_hash, kind, method, label, factor_at, created_at, seen_at, expires_at, ip, agent, passkey_id, opened_by, replaces) on people.session to specie_app;
grant select (id, person_id, kind, method, label, factor_at, created_at, seen_at, expires_at, ended_at, ip, agent, passkey_id, opened_by, replaces) on people.session to specie_app;
grant update (ended_at) on people.session to specie_app;

create table people.totp (
  person_id uuid not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  updated_at timestamp with time zone not null,
  constraint totp_person_id_fkey FOREIGN KEY (person_id) REFERENCES directory.person(id),
  constraint totp_pkey PRIMARY KEY (person_id)
);
comment on table people.totp is 'Authenticator apps.';
comment on column people.totp.sealed_secret is 'Sealed with the key of personal data.';
comment on column people.totp.last_step is 'The last accepted time step. It only grows, so a code works once.';
CREATE TRIGGER keep_delete AFTER DELETE ON people.totp REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_totp();
CREATE TRIGGER keep_insert AFTER INSERT ON people.totp REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_totp();
CREATE TRIGGER keep_update AFTER UPDATE ON people.totp REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_people_totp();
CREATE TRIGGER step_rises BEFORE UPDATE OF last_step ON people.totp FOR EACH ROW WHEN (((new.last_step < old.last_step) AND (new.sealed_secret = old.sealed_secret))) EXECUTE FUNCTION base.never_falls('the last step of a code');
CREATE TRIGGER unchanged BEFORE UPDATE OF person_id ON people.totp FOR EACH ROW WHEN ((old.person_id IS DISTINCT FROM new.person_id)) EXECUTE FUNCTION base.never_changes();
grant delete, select on people.totp to specie_app;
grant insert (person_id, sealed_secret, confirmed_at, last_step, updated_at) on people.totp to specie_app;
grant update (sealed_secret, confirmed_at, last_step, updated_at) on people.totp to specie_app;

create view people.api_key as
 SELECT id,
    institution_id,
    label
   FROM access.api_key_label;
grant select on people.api_key to specie_app;

-- function people.acting_person(text,timestamp with time zone) returns record, security definer; called by: the owner only
-- function people.amounts_raised(jsonb,jsonb) returns boolean; called by: public
-- function people.approved_payload(text,text) returns jsonb; called by: public
-- function people.approved_payloads(text,text) returns SETOF jsonb; called by: specie_app
-- function people.approved_roles(directory.person) returns jsonb; called by: public
-- function people.assert_approved(text,text) returns boolean; called by: public
-- function people.assert_link_approved() returns trigger; called by: the owner only
-- function people.assert_second_person_approved() returns trigger; called by: the owner only
-- function people.assert_second_person_kept() returns trigger; called by: the owner only
-- function people.assert_still_approved() returns trigger; called by: the owner only
-- function people.bootstrap(jsonb,timestamp with time zone,timestamp with time zone) returns void, security definer; called by: specie_app
-- function people.check_device() returns trigger, security definer; called by: the owner only
-- function people.check_session() returns trigger, security definer; called by: the owner only
-- function people.decide_approval(text,uuid,bytea,text,text,text,timestamp with time zone) returns void, security definer; called by: specie_app
-- function people.end_approval_request(text,text,timestamp with time zone) returns uuid; called by: the owner only
-- function people.end_dependent_sessions() returns trigger, security definer; called by: the owner only
-- function people.exceeds_chosen_amount(uuid,text,text,text,numeric) returns boolean; called by: public
-- function people.expire_approval(uuid,timestamp with time zone) returns boolean, security definer; called by: specie_app
-- function people.is_live(text,timestamp with time zone,timestamp with time zone,timestamp with time zone,timestamp with time zone) returns boolean; called by: public
-- function people.is_used(people.approval) returns boolean; called by: public
-- function people.lacks_second_person(text,jsonb) returns boolean; called by: specie_app
-- function people.lock_approval(uuid,uuid) returns people.approval; called by: the owner only
-- function people.needs_two_people(text,text) returns boolean; called by: public
-- function people.record_approval() returns trigger, security definer; called by: the owner only
-- function people.refuse_approval(text,jsonb) returns void; called by: the owner only
-- function people.refuse_rehearsal() returns trigger; called by: the owner only
-- function people.rehearse_approval(uuid) returns void, security definer; called by: specie_app
-- function people.replace_session() returns trigger, security definer; called by: the owner only
-- function people.request_approval(text,uuid,text,text,text,text,timestamp with time zone,timestamp with time zone) returns void, security definer; called by: specie_app
-- function people.request_approval_by_key(uuid,uuid,uuid,text,text,text,text,timestamp with time zone,timestamp with time zone) returns void, security definer; called by: specie_app
-- function people.requested_payload(text,text,uuid) returns jsonb; called by: public
-- function people.session_of(text,text,timestamp with time zone) returns TABLE(session_id uuid, person_id uuid), security definer; called by: specie_app
-- function people.session_unattended(text,text,timestamp with time zone) returns TABLE(session_id uuid, person_id uuid), security definer; called by: specie_app
-- function people.set_roles(uuid,text[]) returns void, security definer; called by: specie_app
-- function people.use_approval(uuid,bytea,timestamp with time zone) returns void, security definer; called by: specie_app
-- function people.used_approval(text,text) returns uuid; called by: public
-- function people.uses_second_person(uuid) returns boolean; called by: public
-- function people.was_refused(text,text) returns boolean; called by: public
-- function people.withdraw_approval(text,uuid,timestamp with time zone) returns void, security definer; called by: specie_app
-- function people.withdraw_by_key(uuid,uuid,text,text,timestamp with time zone) returns uuid, security definer; called by: specie_app
-- function people.withdraw_payment(text,text,text,timestamp with time zone) returns uuid, security definer; called by: specie_app
-- function people.withdraw_requests_of(uuid) returns void; called by: the owner only
-- function people.write_roles(uuid,text[]) returns void, security definer; called by: the owner only

create schema rails;

comment on schema rails is 'Payment rails: fiat that arrives at a provider leaves as coins on a chain, and the reverse.';

grant usage on schema rails to specie_app;

create table rails.cursor (
  provider text not null,
  number bigint not null,
  constraint cursor_pkey PRIMARY KEY (provider)
);
comment on table rails.cursor is 'How far the arrivals of each provider have been read.';
grant select on rails.cursor to specie_app;
grant insert (provider, number) on rails.cursor to specie_app;
grant update (number) on rails.cursor to specie_app;

create table rails.payment (
  id uuid not null,
  institution_id uuid not null,
  rail_id uuid not null,
  source text not null,
  received numeric(38,0) not null,
  received_currency text not null,
  sent numeric(38,0),
  sent_currency text not null,
  commission numeric(38,0) default 0 not null,
  spread numeric(38,0) default 0 not null,
  payer jsonb,
  blockchain text,
  deposit_index integer,
  collected_at timestamp with time zone,
  reserved boolean default false not null,
  booked_at timestamp with time zone,
  txid text,
  bankref text,
  reason text,
  stuck text,
  reference text,
  attempt integer default 0 not null,
  legs jsonb default '[]'::jsonb not null,
  state text not null,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  on_hold boolean default false not null,
  constraint payment_commission_check CHECK ((commission >= (0)::numeric)),
  constraint payment_received_check CHECK ((received > (0)::numeric)),
  constraint payment_sent_check CHECK ((sent >= (0)::numeric)),
  constraint payment_spread_check CHECK ((spread >= (0)::numeric)),
  constraint payment_stuck_check CHECK ((stuck = ANY (ARRAY['conversion'::text, 'mint'::text, 'collection'::text, 'burn'::text, 'payout'::text, 'return'::text]))),
  constraint payment_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint payment_rail_id_fkey FOREIGN KEY (rail_id) REFERENCES rails.rail(id),
  constraint payment_received_currency_fkey FOREIGN KEY (received_currency) REFERENCES ledger.asset(code),
  constraint payment_sent_currency_fkey FOREIGN KEY (sent_currency) REFERENCES ledger.asset(code),
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_reference_key UNIQUE (reference),
  constraint payment_source_key UNIQUE (source)
);
comment on table rails.payment is 'One arrival of money over a rail. Amounts in minor units.';
comment on column rails.payment.source is 'The arrival: `<provider>/<number>` or `<chain>/<txid>/<index>`.';
comment on column rails.payment.sent is 'The amount that leaves, once known.';
comment on column rails.payment.commission is 'Our commission, in the fiat currency.';
comment on column rails.payment.spread is 'The provider''s share, in the fiat currency.';
comment on column rails.payment.payer is 'The sender as the provider or the chain reports it: {name, account}.';
comment on column rails.payment.blockchain is 'The chain on which coins arrived; null for fiat.';
comment on column rails.payment.deposit_index is 'Index of the deposit address at which coins arrived.';
comment on column rails.payment.collected_at is 'When the coins reached the omnibus wallet.';
comment on column rails.payment.reserved is 'Its fiat was moved to the reserve before the coins were minted.';
comment on column rails.payment.booked_at is 'When the chain had issued or burned the coins with finality and the ledger followed.';
comment on column rails.payment.stuck is 'Why a person must decide.';
comment on column rails.payment.reference is 'The reference of the provider''s wire.';
comment on column rails.payment.attempt is 'The number of payout attempts.';
comment on column rails.payment.legs is '[{leg, status, at, ref}] in the order of events.';
CREATE INDEX payment_institution_id_created_at_id_idx ON rails.payment USING btree (institution_id, created_at, id);
CREATE INDEX payment_newest ON rails.payment USING btree (created_at, id);
CREATE INDEX payment_on_hold ON rails.payment USING btree (created_at) WHERE on_hold;
CREATE INDEX payment_open ON rails.payment USING btree (state, created_at) WHERE (state <> ALL (ARRAY['completed'::text, 'returned'::text]));
CREATE INDEX payment_promised ON rails.payment USING btree (blockchain, received_currency) WHERE ((blockchain IS NOT NULL) AND (booked_at IS NULL) AND (state <> 'returned'::text));
CREATE INDEX payment_rail_id_created_at_idx ON rails.payment USING btree (rail_id, created_at);
CREATE INDEX payment_received ON rails.payment USING btree (received, institution_id);
CREATE INDEX payment_received_currency_created_at_idx ON rails.payment USING btree (received_currency, created_at) WHERE (blockchain IS NULL);
CREATE INDEX payment_received_currency_updated_at_idx ON rails.payment USING btree (received_currency, updated_at) WHERE ((blockchain IS NULL) AND (state = ANY (ARRAY['completed'::text, 'returned'::text, 'credited'::text])));
CREATE INDEX payment_reserved ON rails.payment USING btree (sent_currency) WHERE (reserved AND (booked_at IS NULL));
CREATE INDEX payment_sent ON rails.payment USING btree (sent, institution_id) WHERE (sent IS NOT NULL);
CREATE INDEX payment_stuck ON rails.payment USING btree (updated_at) WHERE (stuck IS NOT NULL);
CREATE INDEX payment_txid ON rails.payment USING btree (txid text_pattern_ops) WHERE (txid IS NOT NULL);
CREATE INDEX payment_txid_end ON rails.payment USING btree (reverse(txid) text_pattern_ops) WHERE (txid IS NOT NULL);
CREATE TRIGGER begins AFTER INSERT ON rails.payment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('payment');
CREATE TRIGGER counted AFTER INSERT ON rails.payment FOR EACH ROW EXECUTE FUNCTION compliance.count_item('rail', 'received_currency', 'received', 'arrives');
CREATE TRIGGER credited BEFORE UPDATE OF state ON rails.payment FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'credited'::text))) EXECUTE FUNCTION rails.assert_credit_approved();
CREATE TRIGGER gives_back AFTER UPDATE OF state ON rails.payment FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'returned'::text))) EXECUTE FUNCTION compliance.give_back();
CREATE TRIGGER holds BEFORE UPDATE ON rails.payment FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('payment');
CREATE TRIGGER keep_insert AFTER INSERT ON rails.payment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_payment();
CREATE TRIGGER keep_update AFTER UPDATE ON rails.payment REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_payment();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON rails.payment FOR EACH ROW EXECUTE FUNCTION state.enforce('payment');
CREATE TRIGGER standing AFTER INSERT ON rails.payment REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('payment');
CREATE TRIGGER standing_moves AFTER UPDATE ON rails.payment REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('payment');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, rail_id, received, received_currency ON rails.payment FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.rail_id IS DISTINCT FROM new.rail_id)) OR (old.received IS DISTINCT FROM new.received)) OR (old.received_currency IS DISTINCT FROM new.received_currency))) EXECUTE FUNCTION base.never_changes();
grant select on rails.payment to specie_app;
grant insert (id, institution_id, rail_id, source, received, received_currency, sent_currency, payer, blockchain, deposit_index, legs, state, created_at, updated_at) on rails.payment to specie_app;
grant update (sent, commission, spread, collected_at, reserved, booked_at, txid, bankref, reason, stuck, reference, attempt, legs, state, completed_at, updated_at) on rails.payment to specie_app;

create table rails.rail (
  id uuid not null,
  institution_id uuid not null,
  clreqid text,
  railtype text not null,
  sender jsonb not null,
  recipient jsonb,
  asset text not null,
  currency text not null,
  blockchain text not null,
  destination text not null,
  memo text,
  address_id uuid,
  funding jsonb,
  reason text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  on_hold boolean default false not null,
  constraint rail_railtype_check CHECK ((railtype = ANY (ARRAY['FiatToStablecoin'::text, 'StablecoinToFiat'::text]))),
  constraint rail_address_id_fkey FOREIGN KEY (address_id) REFERENCES destinations.address(id),
  constraint rail_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint rail_pkey PRIMARY KEY (id)
);
comment on table rails.rail is 'The rails that institutions have set up.';
comment on column rails.rail.sender is 'The party as the request named it.';
comment on column rails.rail.asset is 'As the request named it: a rejected rail may name anything.';
comment on column rails.rail.destination is 'A wallet address, or a bank account in its canonical spelling.';
comment on column rails.rail.address_id is 'The withdrawal address of an on-ramp.';
comment on column rails.rail.funding is 'Where to send money once the rail is active.';
CREATE INDEX rail_clreqid ON rails.rail USING btree (clreqid) WHERE (clreqid IS NOT NULL);
CREATE INDEX rail_institution_id_created_at_id_idx ON rails.rail USING btree (institution_id, created_at, id);
CREATE INDEX rail_on_hold ON rails.rail USING btree (created_at) WHERE on_hold;
CREATE INDEX rail_open ON rails.rail USING btree (created_at) WHERE (state = ANY (ARRAY['pending'::text, 'held'::text]));
CREATE UNIQUE INDEX rail_reference ON rails.rail USING btree (((funding ->> 'reference'::text))) WHERE ((funding ->> 'reference'::text) IS NOT NULL);
CREATE INDEX rail_suspended ON rails.rail USING btree (updated_at) WHERE (state = 'suspended'::text);
CREATE TRIGGER begins AFTER INSERT ON rails.rail REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('payment_rail');
CREATE TRIGGER holds BEFORE UPDATE ON rails.rail FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('payment_rail');
CREATE TRIGGER keep_insert AFTER INSERT ON rails.rail REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_rail();
CREATE TRIGGER keep_update AFTER UPDATE ON rails.rail REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_rail();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON rails.rail FOR EACH ROW EXECUTE FUNCTION state.enforce('payment_rail');
CREATE TRIGGER requested BEFORE INSERT ON rails.rail FOR EACH ROW EXECUTE FUNCTION compliance.refuse_request();
CREATE TRIGGER resumed BEFORE UPDATE OF state ON rails.rail FOR EACH ROW WHEN (((old.state = 'suspended'::text) AND (new.state = 'active'::text))) EXECUTE FUNCTION rails.assert_resume_approved();
CREATE TRIGGER standing AFTER INSERT ON rails.rail REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('payment_rail', 'asked');
CREATE TRIGGER standing_moves AFTER UPDATE ON rails.rail REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('payment_rail', 'asked');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, railtype, asset, currency, blockchain, destination, memo, address_id ON rails.rail FOR EACH ROW WHEN ((((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.railtype IS DISTINCT FROM new.railtype)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.destination IS DISTINCT FROM new.destination)) OR (old.memo IS DISTINCT FROM new.memo)) OR (old.address_id IS DISTINCT FROM new.address_id))) EXECUTE FUNCTION base.never_changes();
grant select on rails.rail to specie_app;
grant insert (id, institution_id, clreqid, railtype, sender, recipient, asset, currency, blockchain, destination, memo, address_id, reason, state, created_at, updated_at) on rails.rail to specie_app;
grant update (funding, reason, state, updated_at) on rails.rail to specie_app;

create table rails.statement (
  provider text not null,
  currency text not null,
  day date not null,
  closing numeric(38,0) not null,
  taken_on date not null,
  taken_at timestamp with time zone not null,
  constraint statement_currency_fkey FOREIGN KEY (currency) REFERENCES ledger.asset(code),
  constraint statement_pkey PRIMARY KEY (provider, currency, day)
);
comment on table rails.statement is 'The daily statements of a provider. They are compared with our books and never booked.';
comment on column rails.statement.taken_on is 'The settlement day on which we imported it.';
CREATE INDEX statement_provider_currency_taken_at_day_idx ON rails.statement USING btree (provider, currency, taken_at, day);
CREATE INDEX statement_taken_at ON rails.statement USING btree (taken_at);
CREATE TRIGGER keep_insert AFTER INSERT ON rails.statement REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_statement();
CREATE TRIGGER keep_update AFTER UPDATE ON rails.statement REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_statement();
CREATE TRIGGER unchanged BEFORE UPDATE OF provider, currency, day ON rails.statement FOR EACH ROW WHEN ((((old.provider IS DISTINCT FROM new.provider) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.day IS DISTINCT FROM new.day))) EXECUTE FUNCTION base.never_changes();
grant select on rails.statement to specie_app;
grant insert (provider, currency, day, closing, taken_on, taken_at) on rails.statement to specie_app;

create table rails.statement_entry (
  source text not null,
  kind text not null,
  bankref text not null,
  amount numeric(38,0) not null,
  provider text not null,
  currency text not null,
  day date not null,
  constraint statement_entry_kind_check CHECK ((kind = ANY (ARRAY['arrival'::text, 'settlement'::text, 'spread'::text, 'return'::text]))),
  constraint statement_entry_provider_currency_day_fkey FOREIGN KEY (provider, currency, day) REFERENCES rails.statement(provider, currency, day),
  constraint statement_entry_pkey PRIMARY KEY (source, kind)
);
comment on table rails.statement_entry is 'The lines of these statements.';
comment on column rails.statement_entry.source is 'The source of the payment, whether we know it or not.';
CREATE TRIGGER keep_insert AFTER INSERT ON rails.statement_entry REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_statement_entry();
CREATE TRIGGER keep_update AFTER UPDATE ON rails.statement_entry REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_rails_statement_entry();
CREATE TRIGGER unchanged BEFORE UPDATE OF source, kind, amount, currency ON rails.statement_entry FOR EACH ROW WHEN (((((old.source IS DISTINCT FROM new.source) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION base.never_changes();
grant select on rails.statement_entry to specie_app;
grant insert (source, kind, bankref, amount, provider, currency, day) on rails.statement_entry to specie_app;

create view rails.alert as
 SELECT ('bank_case:'::text || m.id) AS key,
    'bank_case'::text AS kind,
    (m.id)::text AS source,
    'payment'::text AS subject_kind,
    p.id AS subject_id,
    p.institution_id AS about,
    NULL::text AS party,
    m.at,
    m.is_open,
    m.summary
   FROM (banking.matter m
     JOIN rails.payment p ON ((p.id = m.item)));
create view rails.due_effect as
 SELECT due.purpose,
    p.id AS subject,
    due.chain,
    due.kinds,
    due.asset,
    due.amount,
    due.recipient,
    due.source,
    due.address_id,
    array_remove(ARRAY[('rails.payment/'::text || p.id), ('rails.rail/'::text || r.id),
        CASE
            WHEN (due.address_id IS NOT NULL) THEN a.named
            ELSE NULL::text
        END], NULL::text) AS sources
   FROM ((((rails.payment p
     JOIN rails.rail r ON ((r.id = p.rail_id)))
     LEFT JOIN destinations.withdrawal_wallet a ON ((a.id = r.address_id)))
     LEFT JOIN chains.omnibus_wallet omnibus ON ((omnibus.chain = p.blockchain)))
     CROSS JOIN LATERAL ( VALUES ('rail_mint'::text,r.blockchain,'{mint}'::text[],p.sent_currency,p.sent,r.destination,NULL::integer,r.address_id,((p.blockchain IS NULL) AND (p.state <> 'credited'::text))), ('rail_collection'::text,p.blockchain,'{collect}'::text[],p.received_currency,p.received,omnibus.address,p.deposit_index,NULL::uuid,(p.blockchain IS NOT NULL)), ('rail_burn'::text,p.blockchain,'{burn}'::text[],p.received_currency,p.received,NULL::text,NULL::integer,NULL::uuid,((p.blockchain IS NOT NULL) AND (p.state <> 'returning'::text) AND (NOT ((p.state = 'credited'::text) AND (p.booked_at IS NULL))))), ('rail_return'::text,p.blockchain,'{transfer}'::text[],p.received_currency,p.received,(p.payer ->> 'account'::text),NULL::integer,NULL::uuid,((p.blockchain IS NOT NULL) AND (p.state = 'returning'::text)))) due(purpose, chain, kinds, asset, amount, recipient, source, address_id, applies))
  WHERE due.applies;
grant select on rails.due_effect to specie_app;
create view rails.payable as
 SELECT 'rail'::text AS kind,
    p.id AS subject,
    p.institution_id,
    NULL::text AS provider,
    p.sent_currency AS currency,
    p.sent AS amount,
    r.destination AS account,
    ARRAY[('rails.payment/'::text || p.id), ('rails.rail/'::text || r.id)] AS sources
   FROM (rails.payment p
     JOIN rails.rail r ON ((r.id = p.rail_id)))
  WHERE ((r.railtype = 'StablecoinToFiat'::text) AND (p.state <> 'credited'::text));
grant select on rails.payable to specie_app;
create view rails.promise as
 SELECT 'payment'::text AS kind,
    id AS subject,
    blockchain AS chain,
    received_currency AS asset,
    received AS amount
   FROM rails.payment
  WHERE ((blockchain IS NOT NULL) AND (booked_at IS NULL) AND state.is_open('payment'::text, state));
create view rails.reserved as
 SELECT id AS subject,
    sent_currency AS coin,
    'rail_mint'::text AS purpose,
    (('payment:'::text || id) || ':reserved'::text) AS key
   FROM rails.payment
  WHERE (reserved AND (booked_at IS NULL) AND (state <> 'credited'::text));
create view rails.switchable as
 SELECT id AS subject,
    ARRAY[
        CASE
            WHEN (blockchain IS NULL) THEN 'onramp'::text
            ELSE 'offramp'::text
        END] AS switches
   FROM rails.payment;
grant select on rails.switchable to specie_app;
create view rails.transfer_end as
 SELECT id AS subject,
    NULL::text AS txid,
    reason
   FROM rails.payment
  WHERE ((state = ANY (ARRAY['returned'::text, 'credited'::text])) AND (blockchain IS NULL));

-- function rails.assert_credit_approved() returns trigger; called by: public
-- function rails.assert_resume_approved() returns trigger; called by: public

create schema reports;

comment on schema reports is 'What the reports to supervisors keep: the holders of each day.';

grant usage on schema reports to specie_app;

create table reports.holder (
  chain text not null,
  asset text not null,
  address text not null,
  day date not null,
  amount numeric(38,0) not null,
  class text not null,
  institution_id uuid,
  provider text,
  constraint holder_amount_check CHECK ((amount >= (0)::numeric)),
  constraint holder_class_check CHECK ((class = ANY (ARRAY['platform'::text, 'deposit'::text, 'whitelisted'::text, 'hosted'::text, 'unknown'::text]))),
  constraint holder_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint holder_day_chain_asset_fkey FOREIGN KEY (day, chain, asset) REFERENCES reports.holder_day(day, chain, asset),
  constraint holder_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint holder_pkey PRIMARY KEY (chain, asset, address, day)
);
comment on table reports.holder is 'Addresses that hold a coin at the end of a day, and who they belong to. A row counts until the next one of its address.';
comment on column reports.holder.amount is 'Zero: it no longer holds the coin.';
comment on column reports.holder.class is 'As classified on that day. It is not changed later.';
comment on column reports.holder.institution_id is 'The institution that owns it or has it on its list of addresses.';
comment on column reports.holder.provider is 'The service provider that hosts it.';
CREATE INDEX holder_of_day ON reports.holder USING btree (day);
CREATE TRIGGER keep_insert AFTER INSERT ON reports.holder REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_reports_holder();
CREATE TRIGGER keep_update AFTER UPDATE ON reports.holder REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_reports_holder();
CREATE TRIGGER unchanged BEFORE UPDATE OF chain, asset, address, day, amount, class, institution_id, provider ON reports.holder FOR EACH ROW WHEN (((((((((old.chain IS DISTINCT FROM new.chain) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.address IS DISTINCT FROM new.address)) OR (old.day IS DISTINCT FROM new.day)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.class IS DISTINCT FROM new.class)) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.provider IS DISTINCT FROM new.provider))) EXECUTE FUNCTION base.never_changes();
grant select on reports.holder to specie_app;
grant insert (chain, asset, address, day, amount, class, institution_id, provider) on reports.holder to specie_app;

create table reports.holder_day (
  day date not null,
  chain text not null,
  asset text not null,
  height numeric(20,0) not null,
  holders integer not null,
  amount numeric(38,0) not null,
  created_at timestamp with time zone not null,
  constraint holder_day_amount_check CHECK ((amount >= (0)::numeric)),
  constraint holder_day_holders_check CHECK ((holders >= 0)),
  constraint holder_day_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint holder_day_pkey PRIMARY KEY (day, chain, asset)
);
comment on table reports.holder_day is 'The holders of a coin on a chain at the end of a day (UTC), summed.';
comment on column reports.holder_day.height is 'The block up to which the transfers of the day were read.';
CREATE TRIGGER keep_insert AFTER INSERT ON reports.holder_day REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_reports_holder_day();
CREATE TRIGGER keep_update AFTER UPDATE ON reports.holder_day REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_reports_holder_day();
CREATE TRIGGER unchanged BEFORE UPDATE OF day, chain, asset, height, holders, amount ON reports.holder_day FOR EACH ROW WHEN (((((((old.day IS DISTINCT FROM new.day) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.height IS DISTINCT FROM new.height)) OR (old.holders IS DISTINCT FROM new.holders)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on reports.holder_day to specie_app;
grant insert (day, chain, asset, height, holders, amount, created_at) on reports.holder_day to specie_app;

create table reports.outsourced_service (
  id uuid not null,
  code text not null,
  content jsonb not null,
  actor text not null,
  created_at timestamp with time zone not null,
  constraint outsourced_service_code_check CHECK ((code ~ '^[a-z0-9._:-]{1,40}$'::text)),
  constraint outsourced_service_pkey PRIMARY KEY (id)
);
comment on table reports.outsourced_service is 'The register of outsourced services. Each change is a new row; the last one of a code counts.';
comment on column reports.outsourced_service.content is 'The fields of the call that saves it.';
CREATE INDEX outsourced_service_code ON reports.outsourced_service USING btree (code, created_at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reports.outsourced_service FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON reports.outsourced_service REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_reports_outsourced_service();
CREATE TRIGGER keep_update AFTER UPDATE ON reports.outsourced_service REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_reports_outsourced_service();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, code, content, actor ON reports.outsourced_service FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.code IS DISTINCT FROM new.code)) OR (old.content IS DISTINCT FROM new.content)) OR (old.actor IS DISTINCT FROM new.actor))) EXECUTE FUNCTION base.never_changes();
grant select on reports.outsourced_service to specie_app;
grant insert (id, code, content, actor, created_at) on reports.outsourced_service to specie_app;

create schema state;

comment on schema state is 'State machines and the history of every step (S1). The tables come from protocol/src/machines.ts at each preparation.';

grant usage on schema state to specie_app;

create table state.history (
  id bigint generated always as identity not null,
  machine text not null,
  subject uuid not null,
  from_state text,
  to_state text not null,
  actor text not null,
  why text not null,
  at timestamp with time zone not null,
  institution_id uuid,
  committed xid8 default pg_current_xact_id() not null,
  hold text,
  constraint history_hold_check CHECK ((hold = ANY (ARRAY['placed'::text, 'ended'::text]))),
  constraint history_pkey PRIMARY KEY (id)
);
comment on table state.history is 'Every state change of every row with a state machine. The event feed of an institution is its part of it, in commit order; orders keep theirs in trading.client_order.';
comment on column state.history.subject is 'The id of the row that changed.';
comment on column state.history.from_state is 'Null when the row was created.';
comment on column state.history.why is 'The reason that the actor gave.';
comment on column state.history.institution_id is 'The owner at that time; null if the row had no owner yet.';
comment on column state.history.committed is 'The transaction that wrote the row. The feed shows only rows of transactions that are older than the oldest open one, so nothing can appear before what was already shown.';
comment on column state.history.hold is 'Set when the state stays the same and a hold was placed or has ended.';
CREATE INDEX history_committed ON state.history USING btree (committed, id);
CREATE INDEX history_feed ON state.history USING btree (institution_id, committed, id) WHERE (institution_id IS NOT NULL);
CREATE INDEX history_subject_id_idx ON state.history USING btree (subject, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON state.history FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on state.history to specie_app;

create table state.machine (
  name text not null,
  initial text not null,
  constraint machine_pkey PRIMARY KEY (name)
);
comment on table state.machine is 'The state machines of the protocol.';
grant select on state.machine to specie_app;

create table state.standing (
  machine text not null,
  in_state text not null,
  suspended text not null,
  offboarded text not null,
  key_revoked text not null,
  approver_left text not null,
  constraint standing_pkey PRIMARY KEY (machine, in_state)
);
comment on table state.standing is 'Effects on open items when their institution is suspended or offboarded, their API key is revoked or an approver leaves. A copy of protocol/src/standing.ts.';
grant select on state.standing to specie_app;

create table state.transition (
  machine text not null,
  from_state text not null,
  event text not null,
  to_state text not null,
  while_held boolean default false not null,
  constraint transition_machine_fkey FOREIGN KEY (machine) REFERENCES state.machine(name),
  constraint transition_pkey PRIMARY KEY (machine, from_state, event)
);
comment on table state.transition is 'The allowed transitions. A trigger on each table with states refuses every other one.';
comment on column state.transition.while_held is 'The transition records a fact and is allowed while the row is on hold.';
grant select on state.transition to specie_app;

create view state.step as
 SELECT id,
    machine,
    subject,
    from_state,
    to_state,
    hold,
    at,
    institution_id,
    committed,
    actor,
    why
   FROM state.history;
grant select on state.step to specie_app;

-- function state.enforce() returns trigger, security definer; called by: public
-- function state.enforce_hold() returns trigger, security definer; called by: public
-- function state.holdable_tables() returns TABLE(tab regclass, machine text, states text[]); called by: the owner only
-- function state.is_open(text,text) returns boolean; called by: public
-- function state.lock_holdable(uuid) returns TABLE(tab regclass, machine text, current_state text, on_hold boolean, institution_id uuid); called by: the owner only
-- function state.lock_holdables(uuid[]) returns uuid[]; called by: the owner only
-- function state.record_first_step() returns trigger, security definer; called by: public
-- function state.record_hold(uuid,boolean,text,timestamp with time zone) returns void; called by: the owner only
-- function state.record_holds(uuid[],timestamp with time zone) returns void; called by: the owner only
-- function state.records_hold(text,text) returns boolean; called by: the owner only
-- function state.set_actor(text,text,timestamp with time zone) returns void; called by: public
-- function state.stop_effect(text,text,text) returns text; called by: the owner only

create schema trading;

comment on schema trading is 'Fill-or-kill trading: an order is decided over firm quotes and settled in one posting.';

grant usage on schema trading to specie_app;

create type trading.desk_count as (symbol text, base numeric, quote numeric, most_base numeric, most_quote numeric, most_loss numeric, low numeric, high numeric);
create type trading.placement as (key uuid, nonce numeric, standing bigint, id uuid, institution uuid, clordid text, symbol text, version bigint, side text, qty numeric, price numeric, state text, amount numeric, fee numeric, fills jsonb, error text, trade uuid, at timestamp with time zone, journal integer);

create table trading.client_order (
  id uuid not null,
  institution_id uuid not null,
  clordid text not null,
  symbol text not null,
  side text not null,
  qty numeric(38,0) not null,
  price numeric(38,0) not null,
  state text not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null,
  fills jsonb not null,
  error text,
  trade_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  committed xid8 default pg_current_xact_id() not null,
  constraint client_order_check CHECK (((state = 'Rejected'::text) = (error IS NOT NULL))),
  constraint client_order_check1 CHECK (((state = 'Filled'::text) = (trade_id IS NOT NULL))),
  constraint client_order_check2 CHECK (((state = 'Rejected'::text) OR (amount > (0)::numeric))),
  constraint client_order_fee_check CHECK ((fee >= (0)::numeric)),
  constraint client_order_price_check CHECK ((price > (0)::numeric)),
  constraint client_order_qty_check CHECK ((qty > (0)::numeric)),
  constraint client_order_side_check CHECK ((side = ANY (ARRAY['Buy'::text, 'Sell'::text]))),
  constraint client_order_state_check CHECK ((state = ANY (ARRAY['received'::text, 'Filled'::text, 'Rejected'::text]))),
  constraint client_order_pkey PRIMARY KEY (id),
  constraint client_order_once UNIQUE (institution_id, clordid)
);
comment on table trading.client_order is 'Orders and, for a filled one, its one trade (O1, O2). `qty` in minor units of the base; `amount` and `fee` in those of the quote; `price` in units of the pair''s last decimal.';
comment on column trading.client_order.amount is 'The price of the base in the quote; 0 if rejected.';
comment on column trading.client_order.fills is '[[venue, quoteid, qty, price, amount], …]';
comment on column trading.client_order.committed is 'Orders the event feed, as state.history.committed does.';
CREATE INDEX client_order_committed ON trading.client_order USING btree (committed, id) WHERE (state <> 'received'::text);
CREATE INDEX client_order_feed ON trading.client_order USING btree (institution_id, committed, id);
CREATE INDEX client_order_listed ON trading.client_order USING btree (institution_id, created_at, id);
CREATE INDEX client_order_open ON trading.client_order USING btree (created_at) WHERE (state = 'received'::text);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON trading.client_order FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER gives_back AFTER UPDATE OF state ON trading.client_order FOR EACH ROW WHEN (((old.state = 'received'::text) AND (new.state = 'Rejected'::text))) EXECUTE FUNCTION compliance.give_back();
CREATE TRIGGER marked AFTER UPDATE ON trading.client_order REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION trading.mark_settled();
CREATE TRIGGER moves BEFORE UPDATE ON trading.client_order FOR EACH ROW EXECUTE FUNCTION trading.assert_order_step();
CREATE TRIGGER stopped BEFORE UPDATE ON trading.client_order FOR EACH ROW WHEN ((new.state = 'Filled'::text)) EXECUTE FUNCTION trading.assert_not_stopped();
grant select on trading.client_order to specie_app;

create table trading.closed_flow (
  symbol text not null,
  began timestamp with time zone not null,
  base numeric(38,0) not null,
  quote numeric(38,0) not null,
  constraint closed_flow_pkey PRIMARY KEY (symbol, began)
);
comment on table trading.closed_flow is 'Closed five-minute steps of trading.desk_flow, which count against the desk''s limits. Unlike the open step they have row versions.';
CREATE TRIGGER keep_delete AFTER DELETE ON trading.closed_flow REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_closed_flow();
CREATE TRIGGER keep_insert AFTER INSERT ON trading.closed_flow REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_closed_flow();
CREATE TRIGGER keep_update AFTER UPDATE ON trading.closed_flow REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_closed_flow();
CREATE TRIGGER unchanged BEFORE UPDATE OF symbol, began, base, quote ON trading.closed_flow FOR EACH ROW WHEN (((((old.symbol IS DISTINCT FROM new.symbol) OR (old.began IS DISTINCT FROM new.began)) OR (old.base IS DISTINCT FROM new.base)) OR (old.quote IS DISTINCT FROM new.quote))) EXECUTE FUNCTION base.never_changes();
grant select on trading.closed_flow to specie_app;

create table trading.conversion (
  id uuid not null,
  institution_id uuid not null,
  clreqid text,
  quote_id uuid,
  symbol text not null,
  side text not null,
  qty numeric(38,0) not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null,
  status text not null,
  reason text,
  created_at timestamp with time zone not null,
  constraint conversion_check CHECK (((status = 'rejected'::text) = (reason IS NOT NULL))),
  constraint conversion_check1 CHECK (
CASE status
    WHEN 'completed'::text THEN ((qty > (0)::numeric) AND (amount > (0)::numeric) AND (fee >= (0)::numeric))
    ELSE ((qty = (0)::numeric) AND (amount = (0)::numeric) AND (fee = (0)::numeric))
END),
  constraint conversion_side_check CHECK ((side = ANY (ARRAY['Buy'::text, 'Sell'::text]))),
  constraint conversion_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'rejected'::text]))),
  constraint conversion_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint conversion_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES trading.quote(id),
  constraint conversion_pkey PRIMARY KEY (id),
  constraint conversion_quote_id_key UNIQUE (quote_id)
);
comment on table trading.conversion is 'Conversions at a quote or at the current price. Final when stored. A rejected one moved nothing and has zero amounts.';
comment on column trading.conversion.quote_id is 'Null: at the current price.';
CREATE INDEX conversion_listed ON trading.conversion USING btree (institution_id, created_at, id);
CREATE INDEX conversion_named ON trading.conversion USING btree (institution_id, clreqid) WHERE (clreqid IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trading.conversion FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER counted AFTER INSERT ON trading.conversion FOR EACH ROW WHEN ((new.status = 'completed'::text)) EXECUTE FUNCTION compliance.count_exchange();
CREATE TRIGGER keep_insert AFTER INSERT ON trading.conversion REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_conversion();
CREATE TRIGGER keep_update AFTER UPDATE ON trading.conversion REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_conversion();
CREATE TRIGGER requested BEFORE INSERT ON trading.conversion FOR EACH ROW EXECUTE FUNCTION compliance.refuse_request();
CREATE TRIGGER stopped BEFORE INSERT ON trading.conversion FOR EACH ROW EXECUTE FUNCTION trading.assert_not_stopped();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, symbol, side, qty, amount ON trading.conversion FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.symbol IS DISTINCT FROM new.symbol)) OR (old.side IS DISTINCT FROM new.side)) OR (old.qty IS DISTINCT FROM new.qty)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on trading.conversion to specie_app;
grant insert (id, institution_id, clreqid, quote_id, symbol, side, qty, amount, fee, status, reason, created_at) on trading.conversion to specie_app;

create table trading.desk_flow (
  symbol text not null,
  began timestamp with time zone not null,
  base numeric(38,0) not null,
  quote numeric(38,0) not null,
  constraint desk_flow_pkey PRIMARY KEY (symbol, began)
);
comment on table trading.desk_flow is 'The change of the desk''s account by its fills, per pair in steps of five minutes; minor units, negative: it gave.';
grant select on trading.desk_flow to specie_app;

create table trading.execution (
  id uuid not null,
  order_id uuid not null,
  institution_id uuid not null,
  venue text not null,
  quoteid text not null,
  symbol text not null,
  side text not null,
  qty numeric(38,0) not null,
  price numeric(38,0) not null,
  amount numeric(38,0) not null,
  state text not null,
  reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint execution_amount_check CHECK ((amount > (0)::numeric)),
  constraint execution_price_check CHECK ((price > (0)::numeric)),
  constraint execution_qty_check CHECK ((qty > (0)::numeric)),
  constraint execution_order_id_fkey FOREIGN KEY (order_id) REFERENCES trading.client_order(id),
  constraint execution_venue_fkey FOREIGN KEY (venue) REFERENCES trading.venue(name),
  constraint execution_pkey PRIMARY KEY (id)
);
comment on table trading.execution is 'Quotes of venues that orders take. Each is sent once under its id (E1); a missing answer is requested until it arrives. A fill for an order that was not filled belongs to the house.';
comment on column trading.execution.institution_id is 'The institution of the order.';
CREATE INDEX execution_open ON trading.execution USING btree (created_at) WHERE (state = ANY (ARRAY['sent'::text, 'filled'::text]));
CREATE INDEX execution_order_id_idx ON trading.execution USING btree (order_id);
CREATE INDEX execution_venue_symbol_created_at_idx ON trading.execution USING btree (venue, symbol, created_at);
CREATE TRIGGER begins AFTER INSERT ON trading.execution REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('execution');
CREATE TRIGGER keep_insert AFTER INSERT ON trading.execution REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_execution();
CREATE TRIGGER keep_update AFTER UPDATE ON trading.execution REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_execution();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON trading.execution FOR EACH ROW EXECUTE FUNCTION state.enforce('execution');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, symbol, side, qty, amount, order_id, venue, price ON trading.execution FOR EACH ROW WHEN ((((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.symbol IS DISTINCT FROM new.symbol)) OR (old.side IS DISTINCT FROM new.side)) OR (old.qty IS DISTINCT FROM new.qty)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.order_id IS DISTINCT FROM new.order_id)) OR (old.venue IS DISTINCT FROM new.venue)) OR (old.price IS DISTINCT FROM new.price))) EXECUTE FUNCTION base.never_changes();
grant select on trading.execution to specie_app;
grant insert (id, order_id, institution_id, venue, quoteid, symbol, side, qty, price, amount, state, created_at, updated_at) on trading.execution to specie_app;
grant update (state, reason, updated_at) on trading.execution to specie_app;

create table trading.order_mark (
  id bigint generated always as identity not null,
  committed xid8 default pg_current_xact_id() not null,
  orders uuid[] not null,
  is_received boolean not null,
  session text,
  mark bytea,
  constraint order_mark_pkey PRIMARY KEY (id)
);
comment on table trading.order_mark is 'One mark per batch of orders: proof that the service wrote them (base/audit/trace-key.ts). A mark per row would cost too much. Journals need none: each belongs to a row that has one.';
comment on column trading.order_mark.is_received is 'Covers orders as requested, before a venue has answered.';
comment on column trading.order_mark.session is 'The key with which the mark was made.';
comment on column trading.order_mark.mark is 'Null: written without a key.';
CREATE INDEX order_mark_committed ON trading.order_mark USING btree (committed);
CREATE INDEX order_mark_received ON trading.order_mark USING btree (id) WHERE is_received;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trading.order_mark FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
grant select on trading.order_mark to specie_app;

create table trading.pair (
  symbol text not null,
  halted text,
  book jsonb,
  book_until timestamp with time zone,
  version bigint default 1 not null,
  updated_at timestamp with time zone not null,
  constraint pair_symbol_check CHECK ((symbol ~ '^[A-Z]+/[A-Z]+$'::text)),
  constraint pair_pkey PRIMARY KEY (symbol)
);
comment on table trading.pair is 'Switches of each pair.';
comment on column trading.pair.halted is 'Why the pair is halted; null: it trades.';
comment on column trading.pair.book is 'UAT: all of its liquidity, set by hand.';
comment on column trading.pair.book_until is 'Null: until it is set again.';
comment on column trading.pair.version is 'Grows with every change. Each order names the version on which it was decided, so a change takes effect in every process from its commit on.';
CREATE TRIGGER keep_insert AFTER INSERT ON trading.pair REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_pair();
CREATE TRIGGER keep_update AFTER UPDATE ON trading.pair REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_pair();
CREATE TRIGGER resumed BEFORE UPDATE OF halted, symbol ON trading.pair FOR EACH ROW WHEN (((old.halted IS NOT NULL) AND ((new.halted IS NULL) OR (new.symbol <> old.symbol)))) EXECUTE FUNCTION trading.assert_pair_resumed();
CREATE TRIGGER unchanged BEFORE UPDATE OF symbol ON trading.pair FOR EACH ROW WHEN ((old.symbol IS DISTINCT FROM new.symbol)) EXECUTE FUNCTION base.never_changes();
grant select on trading.pair to specie_app;
grant insert (symbol, halted, book, book_until, updated_at) on trading.pair to specie_app;
grant update (halted, book, book_until, version, updated_at) on trading.pair to specie_app;

create table trading."position" (
  venue text not null,
  symbol text not null,
  base numeric(38,0) not null,
  quote numeric(38,0) not null,
  until timestamp with time zone not null,
  constraint position_pkey PRIMARY KEY (venue, symbol)
);
comment on table trading."position" is 'Older fills of each venue, summed.';
comment on column trading."position".until is 'Covers executions created before this time.';
grant select on trading."position" to specie_app;
grant insert (venue, symbol, base, quote, until) on trading."position" to specie_app;
grant update (base, quote, until) on trading."position" to specie_app;

create table trading.price (
  symbol text not null,
  minute timestamp with time zone not null,
  bid numeric(38,0) not null,
  ask numeric(38,0) not null,
  constraint price_ask_check CHECK ((ask > (0)::numeric)),
  constraint price_bid_check CHECK ((bid > (0)::numeric)),
  constraint price_minute_check CHECK ((minute = date_trunc('minute'::text, minute))),
  constraint price_pkey PRIMARY KEY (symbol, minute)
);
comment on table trading.price is 'Best prices of each pair, at most one row per minute, for charts (ADR 59). In units of the pair''s last decimal.';
grant delete, select on trading.price to specie_app;
grant insert (symbol, minute, bid, ask) on trading.price to specie_app;

create table trading.quote (
  id uuid not null,
  institution_id uuid not null,
  symbol text not null,
  side text not null,
  qty numeric(38,0) not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint quote_amount_check CHECK ((amount > (0)::numeric)),
  constraint quote_check CHECK ((expires_at > created_at)),
  constraint quote_fee_check CHECK ((fee >= (0)::numeric)),
  constraint quote_qty_check CHECK ((qty > (0)::numeric)),
  constraint quote_side_check CHECK ((side = ANY (ARRAY['Buy'::text, 'Sell'::text]))),
  constraint quote_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint quote_pkey PRIMARY KEY (id)
);
comment on table trading.quote is 'Firm quotes of the desk: valid until they expire, taken at most once (conversion.quote_id).';
CREATE INDEX quote_open ON trading.quote USING btree (institution_id, symbol, expires_at);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON trading.quote FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON trading.quote REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_quote();
CREATE TRIGGER keep_update AFTER UPDATE ON trading.quote REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_quote();
CREATE TRIGGER requested BEFORE INSERT ON trading.quote FOR EACH ROW EXECUTE FUNCTION compliance.refuse_request();
CREATE TRIGGER stays BEFORE DELETE ON trading.quote FOR EACH ROW WHEN ((old.expires_at > (now() - '90 days'::interval))) EXECUTE FUNCTION trading.assert_quote_expired();
CREATE TRIGGER stopped BEFORE INSERT ON trading.quote FOR EACH ROW EXECUTE FUNCTION trading.assert_not_stopped();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, symbol, side, qty, amount ON trading.quote FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.symbol IS DISTINCT FROM new.symbol)) OR (old.side IS DISTINCT FROM new.side)) OR (old.qty IS DISTINCT FROM new.qty)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION base.never_changes();
grant select on trading.quote to specie_app;
grant insert (id, institution_id, symbol, side, qty, amount, fee, created_at, expires_at) on trading.quote to specie_app;

create table trading.quote_hold (
  quote_id uuid not null,
  asset text not null,
  amount numeric(38,0) not null,
  expires_at timestamp with time zone not null,
  constraint quote_hold_amount_check CHECK ((amount > (0)::numeric)),
  constraint quote_hold_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint quote_hold_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES trading.quote(id),
  constraint quote_hold_pkey PRIMARY KEY (quote_id)
);
comment on table trading.quote_hold is 'Amounts promised by open firm quotes of the desk: they are in the house''s `pending`, so no other use can take them.';
CREATE INDEX quote_hold_expires_at_idx ON trading.quote_hold USING btree (expires_at);
grant delete, select on trading.quote_hold to specie_app;
grant insert (quote_id, asset, amount, expires_at) on trading.quote_hold to specie_app;

create table trading.venue (
  name text not null,
  institution_id uuid not null,
  created_at timestamp with time zone not null,
  constraint venue_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{0,31}$'::text)),
  constraint venue_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint venue_pkey PRIMARY KEY (name),
  constraint venue_institution_id_key UNIQUE (institution_id)
);
comment on table trading.venue is 'Venues that quote, and the institution whose account holds their inventory.';
CREATE TRIGGER agreed BEFORE INSERT OR UPDATE ON trading.venue FOR EACH ROW EXECUTE FUNCTION trading.assert_venue_approved();
CREATE TRIGGER keep_insert AFTER INSERT ON trading.venue REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_venue();
CREATE TRIGGER keep_update AFTER UPDATE ON trading.venue REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_trading_venue();
CREATE TRIGGER unchanged BEFORE UPDATE OF name, institution_id ON trading.venue FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.institution_id IS DISTINCT FROM new.institution_id))) EXECUTE FUNCTION base.never_changes();
grant select on trading.venue to specie_app;
grant insert (name, institution_id, created_at) on trading.venue to specie_app;

-- function trading.assert_not_stopped() returns trigger; called by: public
-- function trading.assert_order_step() returns trigger; called by: public
-- function trading.assert_pair_resumed() returns trigger, security definer; called by: the owner only
-- function trading.assert_quote_expired() returns trigger; called by: public
-- function trading.assert_venue_approved() returns trigger; called by: public
-- function trading.close_flows(timestamp with time zone,timestamp with time zone) returns bigint, security definer; called by: specie_app
-- function trading.count_desk(text[],numeric[],numeric[],numeric[],numeric[],numeric[],numeric[],numeric[],timestamp with time zone,boolean) returns text[], security definer; called by: specie_app
-- function trading.delete_expired_quotes(timestamp with time zone,integer) returns integer, security definer; called by: specie_app
-- function trading.end_order(uuid,boolean,timestamp with time zone) returns trading.client_order, security definer; called by: specie_app
-- function trading.lock_order(uuid) returns SETOF trading.client_order, security definer; called by: specie_app
-- function trading.mark_orders(uuid[],boolean,bytea) returns void, security definer; called by: the owner only
-- function trading.mark_settled() returns trigger, security definer; called by: public
-- function trading.mark_stored(uuid[]) returns void, security definer; called by: the owner only
-- function trading.orders_hash(uuid[],uuid[],text[],text[],text[],numeric[],numeric[],timestamp with time zone[],text[],numeric[],numeric[],jsonb[],text[],uuid[],timestamp with time zone[]) returns bytea; called by: the owner only
-- function trading.orders_over_limit(uuid[],text[],numeric[],numeric[],text[]) returns integer[]; called by: the owner only
-- function trading.place(trading.placement[],text[],text[],timestamp with time zone[],bigint[],jsonb[],integer[],bigint[],integer[],numeric[],trading.desk_count[]) returns TABLE(outcome text, account_id bigint, highest_nonce numeric, retry_ms integer), security definer; called by: specie_app
-- function trading.post_counted(uuid[],uuid[],text[],text[],numeric[],text[],numeric[],timestamp with time zone[],integer[],text[],text[],timestamp with time zone[],bigint[],jsonb[],integer[],bigint[],integer[],numeric[],trading.desk_count[]) returns record, security definer; called by: the owner only
-- function trading.stored_hash(uuid[],boolean) returns bytea, security definer; called by: specie_app
-- function trading.verdicts_of(uuid[],integer[],bigint[]) returns text[], security definer; called by: the owner only

create schema transfers;

comment on schema transfers is 'Deposits over chains, and withdrawals of institutions.';

grant usage on schema transfers to specie_app;

create table transfers.deposit (
  id uuid not null,
  institution_id uuid,
  asset text not null,
  blockchain text not null,
  txid text not null,
  index integer not null,
  block text not null,
  height numeric(20,0) not null,
  sender text,
  address text not null,
  source integer,
  quantity numeric(38,0) not null,
  collected_at timestamp with time zone,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  on_hold boolean default false not null,
  at_key text,
  stuck_at timestamp with time zone,
  assigned_at timestamp with time zone,
  assigned_by text,
  agreed_by text,
  returned_to text,
  return_fee numeric(38,0) default 0 not null,
  return_cost numeric(38,0) default 0 not null,
  frozen_by uuid,
  constraint deposit_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint deposit_return_cost_check CHECK ((return_cost >= (0)::numeric)),
  constraint deposit_return_fee_check CHECK ((return_fee >= (0)::numeric)),
  constraint four_eyes CHECK (((num_nonnulls(assigned_at, assigned_by, agreed_by) = ANY (ARRAY[0, 3])) AND (lower(assigned_by) <> lower(agreed_by)))),
  constraint one_place CHECK ((num_nonnulls(source, at_key) <= 1)),
  constraint deposit_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint deposit_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint deposit_pkey PRIMARY KEY (id)
);
comment on table transfers.deposit is 'Deposits at our addresses. A transaction included again in another block is the same deposit; one dropped by the chain is orphaned for good, and a later one is another deposit.';
comment on column transfers.deposit.institution_id is 'Null: the owner is unknown.';
comment on column transfers.deposit.index is 'Position within the transaction.';
comment on column transfers.deposit.source is 'Index of the deposit address; null: it came to the omnibus wallet.';
comment on column transfers.deposit.collected_at is 'When its coins were in the omnibus wallet.';
comment on column transfers.deposit.on_hold is 'The deposit is on hold. Only compliance.mark_held_item changes it.';
comment on column transfers.deposit.at_key is 'Key of the wallet that received it, if that is neither a deposit address nor the omnibus wallet.';
comment on column transfers.deposit.stuck_at is 'Since when its coins cannot be collected: a person must look.';
comment on column transfers.deposit.assigned_at is 'When people assigned it to an institution.';
comment on column transfers.deposit.returned_to is 'The address to which it went back.';
comment on column transfers.deposit.return_fee is 'What the return costs its sender.';
comment on column transfers.deposit.return_cost is 'The network fee that the address paid for the return.';
comment on column transfers.deposit.frozen_by is 'The hold that froze it.';
CREATE INDEX below_minimum ON transfers.deposit USING btree (institution_id, asset, blockchain) WHERE (state = 'below_minimum'::text);
CREATE INDEX deposit_amount ON transfers.deposit USING btree (quantity, institution_id);
CREATE INDEX deposit_created_at_idx ON transfers.deposit USING btree (created_at) WHERE (state = ANY (ARRAY['confirming'::text, 'screening'::text, 'held'::text]));
CREATE INDEX deposit_institution_id_created_at_idx ON transfers.deposit USING btree (institution_id, created_at);
CREATE INDEX deposit_newest ON transfers.deposit USING btree (created_at, id);
CREATE INDEX deposit_on_hold ON transfers.deposit USING btree (created_at) WHERE on_hold;
CREATE INDEX deposit_promised ON transfers.deposit USING btree (blockchain, asset) WHERE (state = ANY (ARRAY['screening'::text, 'below_minimum'::text, 'held'::text, 'returning'::text, 'frozen'::text]));
CREATE INDEX deposit_returning ON transfers.deposit USING btree (created_at) WHERE (state = 'returning'::text);
CREATE INDEX deposit_stuck ON transfers.deposit USING btree (created_at) WHERE (stuck_at IS NOT NULL);
CREATE INDEX deposit_txid ON transfers.deposit USING btree (txid text_pattern_ops);
CREATE INDEX deposit_txid_end ON transfers.deposit USING btree (reverse(txid) text_pattern_ops);
CREATE UNIQUE INDEX one_deposit ON transfers.deposit USING btree (blockchain, txid, index) WHERE (state <> 'orphaned'::text);
CREATE INDEX to_collect ON transfers.deposit USING btree (created_at) WHERE ((state = 'credited'::text) AND (collected_at IS NULL) AND (stuck_at IS NULL) AND ((asset = ANY (ARRAY['VCHF'::text, 'VGBP'::text])) OR (assigned_at IS NOT NULL)));
CREATE INDEX unassigned ON transfers.deposit USING btree (created_at) WHERE (institution_id IS NULL);
CREATE INDEX uncollected ON transfers.deposit USING btree (blockchain, asset) WHERE ((collected_at IS NULL) AND (num_nonnulls(source, at_key) = 1) AND (state <> ALL (ARRAY['seen'::text, 'confirming'::text, 'orphaned'::text])));
CREATE TRIGGER begins AFTER INSERT ON transfers.deposit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('deposit');
CREATE TRIGGER holds BEFORE UPDATE ON transfers.deposit FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('deposit');
CREATE TRIGGER keep_insert AFTER INSERT ON transfers.deposit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_deposit();
CREATE TRIGGER keep_update AFTER UPDATE ON transfers.deposit REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_deposit();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON transfers.deposit FOR EACH ROW EXECUTE FUNCTION state.enforce('deposit');
CREATE TRIGGER owner BEFORE UPDATE OF institution_id ON transfers.deposit FOR EACH ROW EXECUTE FUNCTION transfers.assert_deposit_owner();
CREATE TRIGGER refused BEFORE UPDATE OF state, returned_to, return_fee, frozen_by ON transfers.deposit FOR EACH ROW EXECUTE FUNCTION transfers.assert_deposit_outcome();
CREATE TRIGGER standing AFTER INSERT ON transfers.deposit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('deposit');
CREATE TRIGGER standing_moves AFTER UPDATE ON transfers.deposit REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('deposit');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, asset, blockchain, txid, address, quantity ON transfers.deposit FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.address IS DISTINCT FROM new.address)) OR (old.quantity IS DISTINCT FROM new.quantity))) EXECUTE FUNCTION base.never_changes();
grant select on transfers.deposit to specie_app;
grant insert (id, institution_id, asset, blockchain, txid, index, block, height, sender, address, source, quantity, state, created_at, updated_at, at_key) on transfers.deposit to specie_app;
grant update (institution_id, block, height, collected_at, state, updated_at, stuck_at, assigned_at, assigned_by, agreed_by, returned_to, return_fee, return_cost, frozen_by) on transfers.deposit to specie_app;

create table transfers.statement (
  id uuid not null,
  institution_id uuid not null,
  currency text not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  sequence bigint not null,
  constraint statement_currency_check CHECK ((currency = ANY (ARRAY['CHF'::text, 'GBP'::text]))),
  constraint statement_sequence_check CHECK ((sequence > 0)),
  constraint statement_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint statement_pkey PRIMARY KEY (id),
  constraint statement_institution_id_currency_period_from_period_to_key UNIQUE (institution_id, currency, period_from, period_to),
  constraint statement_institution_id_currency_sequence_key UNIQUE (institution_id, currency, sequence)
);
comment on table transfers.statement is 'Every camt.053 that was issued, numbered per institution and currency. A period keeps its id and number forever, and what it said of a payout stays (ADR 33).';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transfers.statement FOR EACH STATEMENT EXECUTE FUNCTION base.append_only();
CREATE TRIGGER keep_insert AFTER INSERT ON transfers.statement REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_statement();
CREATE TRIGGER keep_update AFTER UPDATE ON transfers.statement REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_statement();
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, currency, period_from, period_to, sequence ON transfers.statement FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.period_from IS DISTINCT FROM new.period_from)) OR (old.period_to IS DISTINCT FROM new.period_to)) OR (old.sequence IS DISTINCT FROM new.sequence))) EXECUTE FUNCTION base.never_changes();
grant select on transfers.statement to specie_app;
grant insert (id, institution_id, currency, period_from, period_to, sequence) on transfers.statement to specie_app;

create table transfers.unreferenced (
  payout_id uuid not null,
  until timestamp with time zone not null,
  constraint unreferenced_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES banking.payout(id),
  constraint unreferenced_pkey PRIMARY KEY (payout_id)
);
comment on table transfers.unreferenced is 'Payouts whose bank reference was unknown when statements were issued.';
comment on column transfers.unreferenced.until is 'Statements that end at this time or earlier were issued, or may have been, without the bank''s reference of the payout. Later ones have it.';
CREATE TRIGGER keep_insert AFTER INSERT ON transfers.unreferenced REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_unreferenced();
CREATE TRIGGER keep_update AFTER UPDATE ON transfers.unreferenced REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_unreferenced();
CREATE TRIGGER unchanged BEFORE UPDATE OF payout_id ON transfers.unreferenced FOR EACH ROW WHEN ((old.payout_id IS DISTINCT FROM new.payout_id)) EXECUTE FUNCTION base.never_changes();
grant select on transfers.unreferenced to specie_app;
grant insert (payout_id, until) on transfers.unreferenced to specie_app;
grant update (until) on transfers.unreferenced to specie_app;

create table transfers.withdrawal (
  id uuid not null,
  institution_id uuid not null,
  clreqid text,
  asset text not null,
  quantity numeric(38,0) not null,
  bank_account_id uuid,
  reason text,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  blockchain text,
  address_id uuid,
  fee numeric(38,0) default 0 not null,
  due_at timestamp with time zone,
  on_hold boolean default false not null,
  source integer,
  source_owner uuid,
  network_fee numeric(38,0) default 0 not null,
  second_person boolean default false not null,
  closing boolean default false not null,
  constraint by_bank_or_by_chain CHECK ((num_nonnulls(blockchain, address_id, due_at) = ANY (ARRAY[0, 3]))),
  constraint from_an_address CHECK ((num_nonnulls(source, source_owner) =
CASE
    WHEN ((blockchain IS NULL) OR (asset = ANY (ARRAY['VCHF'::text, 'VGBP'::text]))) THEN 0
    ELSE 2
END)),
  constraint one_destination CHECK ((num_nonnulls(bank_account_id, address_id) = 1)),
  constraint withdrawal_fee_check CHECK ((fee >= (0)::numeric)),
  constraint withdrawal_network_fee_check CHECK ((network_fee >= (0)::numeric)),
  constraint withdrawal_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint withdrawal_address_id_fkey FOREIGN KEY (address_id) REFERENCES destinations.address(id),
  constraint withdrawal_asset_fkey FOREIGN KEY (asset) REFERENCES ledger.asset(code),
  constraint withdrawal_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES destinations.bank_account(id),
  constraint withdrawal_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint withdrawal_source_owner_fkey FOREIGN KEY (source_owner) REFERENCES directory.institution(id),
  constraint withdrawal_pkey PRIMARY KEY (id)
);
comment on table transfers.withdrawal is 'Withdrawals of fiat, coins and crypto.';
comment on column transfers.withdrawal.reason is 'Why it failed, as the bank reports it.';
comment on column transfers.withdrawal.fee is 'In the asset, in addition to the quantity.';
comment on column transfers.withdrawal.due_at is 'Settlement time before which it does not leave; null: at once.';
comment on column transfers.withdrawal.on_hold is 'The withdrawal is on hold. Only compliance.mark_held_item changes it.';
comment on column transfers.withdrawal.source is 'Index of the deposit address that pays a withdrawal of crypto. It is chosen at the request and set aside until the withdrawal ends. Null for coins, which the omnibus wallet sends.';
comment on column transfers.withdrawal.source_owner is 'The institution of that deposit address.';
comment on column transfers.withdrawal.network_fee is 'The network fee that address paid.';
comment on column transfers.withdrawal.second_person is 'Whether a second person of the institution must approve. The database sets it when the row is added.';
comment on column transfers.withdrawal.closing is 'Pays out the balance of an offboarded institution: the only withdrawal that still leaves for it.';
CREATE INDEX held_withdrawal ON transfers.withdrawal USING btree (created_at) WHERE (state = 'held'::text);
CREATE INDEX promised ON transfers.withdrawal USING btree (blockchain, asset) WHERE ((blockchain IS NOT NULL) AND (state <> ALL (ARRAY['completed'::text, 'rejected'::text, 'canceled'::text, 'failed'::text])));
CREATE INDEX withdrawal_amount ON transfers.withdrawal USING btree (quantity, institution_id);
CREATE INDEX withdrawal_clreqid ON transfers.withdrawal USING btree (clreqid) WHERE (clreqid IS NOT NULL);
CREATE INDEX withdrawal_created_at_idx ON transfers.withdrawal USING btree (created_at) WHERE (state = ANY (ARRAY['requested'::text, 'screening'::text, 'travel_rule'::text, 'approved'::text]));
CREATE INDEX withdrawal_institution_id_created_at_idx ON transfers.withdrawal USING btree (institution_id, created_at);
CREATE INDEX withdrawal_newest ON transfers.withdrawal USING btree (created_at, id);
CREATE INDEX withdrawal_on_hold ON transfers.withdrawal USING btree (created_at) WHERE on_hold;
CREATE INDEX withdrawal_source ON transfers.withdrawal USING btree (asset, source_owner) WHERE ((source IS NOT NULL) AND (state <> ALL (ARRAY['completed'::text, 'rejected'::text, 'canceled'::text, 'failed'::text])));
CREATE TRIGGER begins AFTER INSERT ON transfers.withdrawal REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION state.record_first_step('withdrawal');
CREATE TRIGGER closing BEFORE INSERT ON transfers.withdrawal FOR EACH ROW EXECUTE FUNCTION transfers.set_closing();
CREATE TRIGGER counted AFTER INSERT ON transfers.withdrawal FOR EACH ROW EXECUTE FUNCTION compliance.count_item('withdraw', 'asset', 'quantity');
CREATE TRIGGER gives_back AFTER UPDATE OF state ON transfers.withdrawal FOR EACH ROW WHEN ((((old.state <> new.state) AND (old.state <> 'completed'::text)) AND (new.state = ANY (ARRAY['rejected'::text, 'canceled'::text, 'failed'::text])))) EXECUTE FUNCTION compliance.give_back();
CREATE TRIGGER holds BEFORE UPDATE ON transfers.withdrawal FOR EACH ROW WHEN ((old.on_hold AND new.on_hold AND (old.state <> new.state))) EXECUTE FUNCTION state.enforce_hold('withdrawal');
CREATE TRIGGER keep_insert AFTER INSERT ON transfers.withdrawal REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_withdrawal();
CREATE TRIGGER keep_update AFTER UPDATE ON transfers.withdrawal REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_transfers_withdrawal();
CREATE TRIGGER moves BEFORE INSERT OR UPDATE ON transfers.withdrawal FOR EACH ROW EXECUTE FUNCTION state.enforce('withdrawal');
CREATE TRIGGER needs_second_person BEFORE INSERT ON transfers.withdrawal FOR EACH ROW EXECUTE FUNCTION destinations.set_needs_second_person('member.withdrawal');
CREATE TRIGGER requested BEFORE INSERT ON transfers.withdrawal FOR EACH ROW EXECUTE FUNCTION compliance.refuse_request('withdraw');
CREATE CONSTRAINT TRIGGER second_person_asked AFTER INSERT ON transfers.withdrawal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.second_person) EXECUTE FUNCTION destinations.assert_second_person_requested('member.withdrawal');
CREATE TRIGGER standing AFTER INSERT ON transfers.withdrawal REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('withdrawal', 'asked');
CREATE TRIGGER standing_moves AFTER UPDATE ON transfers.withdrawal REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION compliance.apply_standing('withdrawal', 'asked');
CREATE TRIGGER unchanged BEFORE UPDATE OF id, institution_id, asset, quantity, bank_account_id, blockchain, address_id ON transfers.withdrawal FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.institution_id IS DISTINCT FROM new.institution_id)) OR (old.asset IS DISTINCT FROM new.asset)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.bank_account_id IS DISTINCT FROM new.bank_account_id)) OR (old.blockchain IS DISTINCT FROM new.blockchain)) OR (old.address_id IS DISTINCT FROM new.address_id))) EXECUTE FUNCTION base.never_changes();
grant select on transfers.withdrawal to specie_app;
grant insert (id, institution_id, clreqid, asset, quantity, bank_account_id, state, created_at, updated_at, blockchain, address_id, fee, due_at, source, source_owner) on transfers.withdrawal to specie_app;
grant update (reason, state, updated_at, network_fee) on transfers.withdrawal to specie_app;

create view transfers.alert as
 SELECT ('bank_case:'::text || m.id) AS key,
    'bank_case'::text AS kind,
    (m.id)::text AS source,
    'deposit'::text AS subject_kind,
    d.id AS subject_id,
    d.institution_id AS about,
    NULL::text AS party,
    m.at,
    m.is_open,
    m.summary
   FROM (banking.matter m
     JOIN transfers.deposit d ON ((d.id = m.item)))
  WHERE (d.institution_id IS NOT NULL)
UNION ALL
 SELECT ('bank_case:'::text || m.id) AS key,
    'bank_case'::text AS kind,
    (m.id)::text AS source,
    'withdrawal'::text AS subject_kind,
    w.id AS subject_id,
    w.institution_id AS about,
    NULL::text AS party,
    m.at,
    m.is_open,
    m.summary
   FROM (banking.matter m
     JOIN transfers.withdrawal w ON ((w.id = m.item)));
create view transfers.claim as
 SELECT 'uncredited'::text AS kind,
    (deposit.institution_id)::text AS owner,
    deposit.asset,
    deposit.quantity AS amount
   FROM transfers.deposit
  WHERE ((deposit.state = ANY (ARRAY['screening'::text, 'below_minimum'::text, 'held'::text])) AND ((deposit.assigned_at IS NULL) OR (deposit.collected_at IS NOT NULL)))
UNION ALL
 SELECT 'leaving'::text AS kind,
    (withdrawal.institution_id)::text AS owner,
    withdrawal.asset,
    (- (withdrawal.quantity + withdrawal.fee)) AS amount
   FROM transfers.withdrawal
  WHERE ((withdrawal.source IS NOT NULL) AND (withdrawal.state = ANY (ARRAY['requested'::text, 'screening'::text, 'travel_rule'::text, 'held'::text, 'approved'::text])))
UNION ALL
 SELECT 'leaving'::text AS kind,
    (deposit.institution_id)::text AS owner,
    deposit.asset,
    (- deposit.quantity) AS amount
   FROM transfers.deposit
  WHERE ((deposit.state = 'returning'::text) AND (deposit.institution_id IS NOT NULL) AND (deposit.assigned_at IS NULL));
create view transfers.due_effect as
 SELECT 'withdrawal'::text AS purpose,
    w.id AS subject,
    w.blockchain AS chain,
        CASE
            WHEN (w.source IS NULL) THEN '{transfer}'::text[]
            ELSE '{collect,native}'::text[]
        END AS kinds,
    w.asset,
    w.quantity AS amount,
    a.address AS recipient,
    w.source,
    w.address_id,
    ARRAY[('transfers.withdrawal/'::text || w.id), a.named] AS sources
   FROM (transfers.withdrawal w
     JOIN destinations.withdrawal_wallet a ON ((a.id = w.address_id)))
UNION ALL
 SELECT 'collection'::text AS purpose,
    d.id AS subject,
    d.blockchain AS chain,
    '{transfer,collect}'::text[] AS kinds,
    d.asset,
    d.quantity AS amount,
        CASE
            WHEN (d.asset = ANY (ARRAY['VCHF'::text, 'VGBP'::text])) THEN omnibus.address
            ELSE own.address
        END AS recipient,
    d.source,
    NULL::uuid AS address_id,
    ARRAY[('transfers.deposit/'::text || d.id)] AS sources
   FROM ((transfers.deposit d
     LEFT JOIN chains.omnibus_wallet omnibus ON ((omnibus.chain = d.blockchain)))
     LEFT JOIN chains.institution_address own ON (((own.institution_id = d.institution_id) AND (own.family = 'evm'::text))))
UNION ALL
 SELECT 'deposit_return'::text AS purpose,
    d.id AS subject,
    d.blockchain AS chain,
    '{transfer,collect,native}'::text[] AS kinds,
    d.asset,
    (d.quantity - d.return_fee) AS amount,
    d.returned_to AS recipient,
    d.source,
    NULL::uuid AS address_id,
    ARRAY[('transfers.deposit/'::text || d.id)] AS sources
   FROM transfers.deposit d
  WHERE (d.returned_to IS NOT NULL);
grant select on transfers.due_effect to specie_app;
create view transfers.payable as
 SELECT 'withdrawal'::text AS kind,
    w.id AS subject,
    w.institution_id,
    NULL::text AS provider,
    w.asset AS currency,
    w.quantity AS amount,
    b.identifier AS account,
    ARRAY[('transfers.withdrawal/'::text || w.id), b.named] AS sources
   FROM (transfers.withdrawal w
     JOIN destinations.bank_account_label b ON ((b.id = w.bank_account_id)));
grant select on transfers.payable to specie_app;
create view transfers.promise as
 SELECT 'withdrawal'::text AS kind,
    withdrawal.id AS subject,
    withdrawal.blockchain AS chain,
    withdrawal.asset,
    withdrawal.quantity AS amount
   FROM transfers.withdrawal
  WHERE ((withdrawal.blockchain IS NOT NULL) AND (withdrawal.source IS NULL) AND state.is_open('withdrawal'::text, withdrawal.state))
UNION ALL
 SELECT 'deposit'::text AS kind,
    deposit.id AS subject,
    deposit.blockchain AS chain,
    deposit.asset,
    deposit.quantity AS amount
   FROM transfers.deposit
  WHERE (deposit.state = ANY (ARRAY['screening'::text, 'below_minimum'::text, 'held'::text, 'returning'::text, 'frozen'::text]));
create view transfers.refundable_fee as
 SELECT asset,
    fee AS amount
   FROM transfers.withdrawal
  WHERE ((blockchain IS NOT NULL) AND (state = ANY (ARRAY['sending'::text, 'confirming'::text, 'held'::text])));
create view transfers.set_aside as
 SELECT 'withdrawal'::text AS kind,
    withdrawal.id AS subject,
    withdrawal.asset,
    withdrawal.source_owner AS owner,
    withdrawal.source,
    (withdrawal.quantity +
        CASE withdrawal.asset
            WHEN 'USDC'::text THEN (0)::numeric
            ELSE withdrawal.fee
        END) AS amount
   FROM transfers.withdrawal
  WHERE ((withdrawal.source IS NOT NULL) AND state.is_open('withdrawal'::text, withdrawal.state))
UNION ALL
 SELECT 'deposit'::text AS kind,
    deposit.id AS subject,
    deposit.asset,
    deposit.institution_id AS owner,
    deposit.source,
    deposit.quantity AS amount
   FROM transfers.deposit
  WHERE ((deposit.state = ANY (ARRAY['returning'::text, 'frozen'::text])) AND (deposit.institution_id IS NOT NULL) AND (deposit.assigned_at IS NULL) AND (deposit.asset <> ALL (ARRAY['VCHF'::text, 'VGBP'::text])));
create view transfers.switchable as
 SELECT id AS subject,
    array_remove(ARRAY['withdraw'::text, ('withdraw:'::text || asset), ((('withdraw:'::text || asset) || ':'::text) || blockchain)], NULL::text) AS switches
   FROM transfers.withdrawal;
grant select on transfers.switchable to specie_app;
create view transfers.transfer_end as
 SELECT id AS subject,
    NULL::text AS txid,
    reason
   FROM transfers.withdrawal
  WHERE ((state = ANY (ARRAY['rejected'::text, 'canceled'::text, 'failed'::text])) AND (blockchain IS NOT NULL));
create view transfers.uncollected_deposit as
 SELECT blockchain AS chain,
    asset,
    quantity AS amount
   FROM transfers.deposit
  WHERE ((collected_at IS NULL) AND (num_nonnulls(source, at_key) = 1) AND (state = 'credited'::text));
create view transfers.unsent as
 SELECT blockchain AS chain,
    asset,
    quantity AS amount
   FROM transfers.withdrawal
  WHERE ((blockchain IS NOT NULL) AND state.is_open('withdrawal'::text, state) AND (state <> ALL (ARRAY['sending'::text, 'confirming'::text])));

-- function transfers.assert_deposit_outcome() returns trigger, security definer; called by: public
-- function transfers.assert_deposit_owner() returns trigger; called by: public
-- function transfers.set_closing() returns trigger; called by: public

create schema treasury;

comment on schema treasury is 'Coverage of the coins and claims on them: see views/.';

grant usage on schema treasury to specie_app;

create view treasury.balance_claim as
 SELECT 'balance'::text AS kind,
    owner,
    asset,
    balance AS amount
   FROM ledger.balance
  WHERE ((pool = 'client'::text) AND (name = ANY (ARRAY['available'::text, 'pending'::text, 'held'::text])));
create view treasury.claim as
 SELECT balance_claim.kind,
    balance_claim.owner,
    balance_claim.asset,
    balance_claim.amount
   FROM treasury.balance_claim
UNION ALL
 SELECT claim.kind,
    claim.owner,
    claim.asset,
    claim.amount
   FROM issuance.claim
UNION ALL
 SELECT claim.kind,
    claim.owner,
    claim.asset,
    claim.amount
   FROM transfers.claim;
grant select on treasury.claim to specie_app;
create view treasury.prefunded_mints as
 SELECT reserved.subject,
    reserved.coin,
    due.asset AS fiat,
    (- l.amount) AS amount,
    (l.version < due.first) AS paid,
    (EXISTS ( SELECT
           FROM chains.coming_mint o
          WHERE ((o.purpose = reserved.purpose) AND (o.subject = reserved.subject)))) AS under_way
   FROM (((treasury.reserved
     JOIN ledger.posted j ON ((j.key = reserved.key)))
     JOIN ledger.line l ON ((l.journal = j.journal)))
     JOIN ( SELECT balance.account,
            balance.asset,
            ledger.unpaid_from(balance.account) AS first
           FROM ledger.balance
          WHERE ((balance.pool = 'client'::text) AND (balance.owner = ''::text) AND (balance.name = 'due_to_reserve'::text))
         OFFSET 0) due ON ((due.account = l.account)));
grant select on treasury.prefunded_mints to specie_app;
create view treasury.promise as
 SELECT promise.kind,
    promise.subject,
    promise.chain,
    promise.asset,
    promise.amount
   FROM issuance.promise
UNION ALL
 SELECT promise.kind,
    promise.subject,
    promise.chain,
    promise.asset,
    promise.amount
   FROM rails.promise
UNION ALL
 SELECT promise.kind,
    promise.subject,
    promise.chain,
    promise.asset,
    promise.amount
   FROM transfers.promise;
grant select on treasury.promise to specie_app;
create view treasury.refundable_fee as
 SELECT asset,
    amount
   FROM transfers.refundable_fee;
grant select on treasury.refundable_fee to specie_app;
create view treasury.reserved as
 SELECT reserved.subject,
    reserved.coin,
    reserved.purpose,
    reserved.key
   FROM issuance.reserved
UNION ALL
 SELECT reserved.subject,
    reserved.coin,
    reserved.purpose,
    reserved.key
   FROM rails.reserved;
create view treasury.set_aside as
 SELECT set_aside.kind,
    set_aside.subject,
    set_aside.asset,
    set_aside.owner,
    set_aside.source,
    set_aside.amount
   FROM issuance.set_aside
UNION ALL
 SELECT set_aside.kind,
    set_aside.subject,
    set_aside.asset,
    set_aside.owner,
    set_aside.source,
    set_aside.amount
   FROM transfers.set_aside;
grant select on treasury.set_aside to specie_app;
create view treasury.uncollected as
 SELECT chain,
    asset,
    amount
   FROM transfers.uncollected_deposit;
grant select on treasury.uncollected to specie_app;
create view treasury.unsent as
 SELECT chain,
    asset,
    amount
   FROM transfers.unsent;
grant select on treasury.unsent to specie_app;

create schema work;

comment on schema work is 'Long-running work: settlement time, intents for external effects, idempotent requests, claims of jobs.';

grant usage on schema work to specie_app;

create table work.claim (
  name text not null,
  holder uuid not null,
  token bigint not null,
  constraint claim_pkey PRIMARY KEY (name)
);
comment on table work.claim is 'Work that only one process may do at a time. The counter is a fence: it grows with every takeover, and each transaction of the work compares it before it commits. The holder is compared too, because a promoted standby may lack the last count and reach the same number again.';
grant select on work.claim to specie_app;

create table work.clock (
  only_row boolean default true not null,
  wall timestamp with time zone not null,
  settlement timestamp with time zone not null,
  speed integer not null,
  seen timestamp with time zone not null,
  version bigint default 0 not null,
  constraint clock_only_row_check CHECK (only_row),
  constraint clock_speed_check CHECK (((speed >= 1) AND (speed <= 100000))),
  constraint clock_pkey PRIMARY KEY (only_row)
);
comment on table work.clock is 'Settlement time in UAT: at wall time `wall` it was `settlement`, and it has run `speed` times as fast since.';
comment on column work.clock.seen is 'The last moment at which a process was running. Settlement time pauses while none runs.';
comment on column work.clock.version is 'Counts the changes, so that a late reader does not take an older row for the newer one.';
CREATE TRIGGER uat_only BEFORE INSERT OR UPDATE ON work.clock FOR EACH ROW EXECUTE FUNCTION work.uat_only();
grant select on work.clock to specie_app;
grant insert (wall, settlement, speed, seen) on work.clock to specie_app;
grant update (wall, settlement, speed, seen, version) on work.clock to specie_app;

create table work.horizon (
  name text not null,
  before timestamp with time zone not null,
  done timestamp with time zone not null,
  constraint horizon_pkey PRIMARY KEY (name)
);
comment on table work.horizon is 'How far the retention of each table has come.';
comment on column work.horizon.name is 'The table.';
comment on column work.horizon.before is 'Rows older than this may have been deleted.';
comment on column work.horizon.done is 'All rows older than this have been examined.';
grant select on work.horizon to specie_app;

create table work.intent (
  key text not null,
  effect text not null,
  subject uuid not null,
  state text not null,
  attempts integer default 0 not null,
  outcome jsonb,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  request jsonb,
  constraint intent_check CHECK (((state = 'settled'::text) = (outcome IS NOT NULL))),
  constraint intent_state_check CHECK ((state = ANY (ARRAY['recorded'::text, 'sent'::text, 'settled'::text]))),
  constraint intent_pkey PRIMARY KEY (key)
);
comment on table work.intent is 'External effects (E1): recorded in the transaction that decides on them, marked before sending, settled once.';
comment on column work.intent.effect is 'The kind of effect, for example `bank.pay`.';
comment on column work.intent.subject is 'The row for which the effect happens.';
comment on column work.intent.outcome is 'The answer of the other side; set when the intent is settled.';
comment on column work.intent.request is 'The content as it was first sent. It never changes under the same key.';
CREATE INDEX intent_effect_created_at_idx ON work.intent USING btree (effect, created_at) WHERE (state <> 'settled'::text);
CREATE INDEX intent_subject_idx ON work.intent USING btree (subject);
CREATE TRIGGER keep_insert AFTER INSERT ON work.intent REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_work_intent();
CREATE TRIGGER keep_update AFTER UPDATE ON work.intent REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_work_intent();
CREATE TRIGGER leaves BEFORE UPDATE ON work.intent FOR EACH ROW WHEN ((new.state = 'sent'::text)) EXECUTE FUNCTION compliance.refuse_effect();
CREATE TRIGGER moves BEFORE UPDATE ON work.intent FOR EACH ROW EXECUTE FUNCTION work.assert_intent_step();
CREATE TRIGGER unchanged BEFORE UPDATE OF key, effect, subject ON work.intent FOR EACH ROW WHEN ((((old.key IS DISTINCT FROM new.key) OR (old.effect IS DISTINCT FROM new.effect)) OR (old.subject IS DISTINCT FROM new.subject))) EXECUTE FUNCTION base.never_changes();
grant select on work.intent to specie_app;
grant insert (key, effect, subject, state, created_at) on work.intent to specie_app;
grant update (state, attempts, outcome, sent_at, settled_at, request) on work.intent to specie_app;

create table work.job_run (
  name text not null,
  runs bigint not null,
  failures bigint not null,
  last_at timestamp with time zone not null,
  took_ms integer not null,
  failed_at timestamp with time zone,
  constraint job_run_pkey PRIMARY KEY (name)
);
comment on table work.job_run is 'The runs of each job, counted by processes and written together every few seconds.';
comment on column work.job_run.last_at is 'When it last ran to its end.';
comment on column work.job_run.took_ms is 'How long that took.';
comment on column work.job_run.failed_at is 'When it last failed.';
grant select on work.job_run to specie_app;
grant insert (name, runs, failures, last_at, took_ms, failed_at) on work.job_run to specie_app;
grant update (runs, failures, last_at, took_ms, failed_at) on work.job_run to specie_app;

create table work.pulse (
  only_row boolean default true not null,
  at timestamp with time zone not null,
  constraint pulse_only_row_check CHECK (only_row),
  constraint pulse_pkey PRIMARY KEY (only_row)
);
comment on table work.pulse is 'One row that /readyz writes to test that a write commits.';
grant select on work.pulse to specie_app;
grant update (at) on work.pulse to specie_app;

create table work.request (
  institution_id uuid not null,
  clreqid text not null,
  content text not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  constraint request_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint request_pkey PRIMARY KEY (institution_id, clreqid)
);
comment on table work.request is 'Requests with a client id and their answers. A repeated request gets the same answer (O2).';
comment on column work.request.content is 'Hash of the endpoint and its fields.';
CREATE INDEX request_age ON work.request USING brin (created_at) WITH (autosummarize='on');
CREATE TRIGGER answer_stays BEFORE UPDATE OF answer ON work.request FOR EACH ROW EXECUTE FUNCTION work.assert_answer_unchanged();
CREATE TRIGGER keep_insert AFTER INSERT ON work.request REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_work_request();
CREATE TRIGGER keep_update AFTER UPDATE ON work.request REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_work_request();
CREATE TRIGGER unchanged BEFORE UPDATE OF institution_id, clreqid, content ON work.request FOR EACH ROW WHEN ((((old.institution_id IS DISTINCT FROM new.institution_id) OR (old.clreqid IS DISTINCT FROM new.clreqid)) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION base.never_changes();
grant select on work.request to specie_app;
grant insert (institution_id, clreqid, content, answer, created_at) on work.request to specie_app;
grant update (answer) on work.request to specie_app;

create table work.used_id (
  institution_id uuid not null,
  clreqid text not null,
  used_at timestamp with time zone not null,
  constraint used_id_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES directory.institution(id),
  constraint used_id_pkey PRIMARY KEY (institution_id, clreqid)
);
comment on table work.used_id is 'Client ids whose answer is no longer stored (work.delete_old_answers). They stay used forever (O2).';
CREATE TRIGGER keep_insert AFTER INSERT ON work.used_id REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_work_used_id();
CREATE TRIGGER keep_update AFTER UPDATE ON work.used_id REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit.note_work_used_id();
CREATE TRIGGER unchanged BEFORE UPDATE OF institution_id, clreqid, used_at ON work.used_id FOR EACH ROW WHEN ((((old.institution_id IS DISTINCT FROM new.institution_id) OR (old.clreqid IS DISTINCT FROM new.clreqid)) OR (old.used_at IS DISTINCT FROM new.used_at))) EXECUTE FUNCTION base.never_changes();
grant select on work.used_id to specie_app;

create view work.begun_intent as
 SELECT subject
   FROM work.intent
  WHERE (state <> 'recorded'::text);
create view work.open_intent as
 SELECT key,
    effect,
    subject,
    state
   FROM work.intent
  WHERE (state <> 'settled'::text);
grant select on work.open_intent to specie_app;

-- function work.assert_answer_unchanged() returns trigger; called by: the owner only
-- function work.assert_claim(text,uuid,bigint) returns void, security definer; called by: specie_app
-- function work.assert_intent_step() returns trigger; called by: public
-- function work.cutoff(timestamp with time zone) returns timestamp with time zone; called by: public
-- function work.delete_old_answers(timestamp with time zone,integer) returns integer, security definer; called by: specie_app
-- function work.first_id(timestamp with time zone) returns uuid; called by: public
-- function work.raise_horizon(text,timestamp with time zone) returns timestamp with time zone; called by: the owner only
-- function work.reach_horizon(text,timestamp with time zone) returns void; called by: the owner only
-- function work.settlement_at(timestamp with time zone) returns timestamp with time zone; called by: public
-- function work.take_claim(text,uuid) returns bigint, security definer; called by: specie_app
-- function work.uat_only() returns trigger, security definer; called by: public
-- function work.wall_at(timestamp with time zone) returns timestamp with time zone; called by: public
