-- An institution may choose that payments above an amount wait for a second person of its own. Such a payment is asked for by a
-- key, not by a person, and waits by a hold.

alter table people.second_person
  -- Of payments: up to which nobody is asked, by asset, as the decimal numbers that people agreed to. An asset without: always.
  add column amounts jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object');
grant update (amounts) on people.second_person to specie_app;

alter table people.approval
  alter column maker drop not null,
  alter column maker_session drop not null,
  add column maker_key uuid references access.api_key (id),  -- of a request that a key has made
  add constraint one_maker check (num_nonnulls(maker, maker_key) = 1 and (maker is null) = (maker_session is null));
-- What a key asks for is asked once: nobody approves another payload in its place.
create unique index asked_by_key on people.approval (kind, subject) where maker_key is not null;

-- Set by the database when the row is added: whether a second person of the institution must approve it.
alter table transfers.withdrawal add column second_person boolean not null default false;
alter table issuance.mint add column second_person boolean not null default false;

drop trigger if exists dropped on people.second_person;
drop function if exists people.second_person_dropped();
drop function if exists people.expire_approvals(timestamptz);

-- Of a return: the approval or the rejected hold by which people agreed to it. Each serves once.
alter table banking.payout add column agreed_by uuid,
  add constraint only_a_return_is_agreed check (agreed_by is null or kind = 'return');
create unique index return_agreed on banking.payout (agreed_by) where agreed_by is not null;
drop function if exists compliance.was_rejected(uuid);

-- What opened a session, so that it ends when that is removed: the passkey, or the session in which a token was made or a device
-- confirmed. A password says so by the method.
alter table people.session
  add column passkey_id uuid references people.passkey (id),
  add column opened_by uuid references people.session (id);
grant select (passkey_id, opened_by) on people.session to specie_app;
alter table people.device add column confirmed_by uuid references people.session (id);
grant update (confirmed_by) on people.device to specie_app;
-- The host name that a passkey belongs to: it works at no other. Null: registered before this was noted.
alter table people.passkey add column rp_id text;
