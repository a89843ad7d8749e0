-- An institution may choose that payments above an amount wait for a second person of its own. Such a payment is asked for by a
-- key, not by a person, and waits by a hold.

alter table institutions.second_person
  -- Of payments: up to which nobody is asked, by asset, as the decimal numbers that people agreed to. An asset without: always.
  add column amounts jsonb not null default '{}' check (jsonb_typeof(amounts) = 'object');
grant update (amounts) on institutions.second_person to specie_app;

alter table people.approval
  alter column maker drop not null,
  alter column maker_session drop not null,
  add column maker_key uuid references institutions.api_key (id),  -- of a request that a key has made
  add constraint one_maker check (num_nonnulls(maker, maker_key) = 1 and (maker is null) = (maker_session is null));
-- What a key asks for is asked once: nobody approves another payload in its place.
create unique index asked_by_key on people.approval (kind, subject) where maker_key is not null;

-- Set by the database when the row is added: whether a second person of the institution must approve it.
alter table transfers.withdrawal add column second_person boolean not null default false;
alter table issuance.mint add column second_person boolean not null default false;

drop trigger if exists dropped on institutions.second_person;
drop function if exists institutions.second_person_dropped();
drop function if exists people.expire_approvals(timestamptz);
