-- The act of a request is tried when it is asked for, so that nobody decides on what cannot be done. A row says which
-- transaction tries it; such a transaction cannot be committed, so that the table is empty for everybody else.
create table people.rehearsal (
  approval_id uuid not null references people.approval (id),
  transaction xid8 not null
);
grant select on people.rehearsal to specie_app;

-- The same is asked for once at a time. Staff: one open request for each thing. An institution: one for each payload, because
-- the subject of its requests is the institution itself.
do $$
begin
  if exists (select from people.approval where state = 'waiting') then
    perform state.acting('service', 'asked for again later', now());
    update people.approval a set state = 'expired', updated_at = now()
      where a.state = 'waiting' and exists (select from people.approval later
        where later.state = 'waiting' and later.kind = a.kind and later.subject = a.subject
          and (a.institution_id is null or later.payload_hash = a.payload_hash)
          and (later.created_at, later.id) > (a.created_at, a.id));
    set constraints all immediate;
  end if;
end $$;
create unique index one_open on people.approval
  (kind, subject, (case when institution_id is null then ''::bytea else payload_hash end)) where state = 'waiting';

-- The staff clears a bank account in another name.
grant update (accepted) on destinations.bank_account to specie_app;

-- What a passkey signs is good only if the audit chain tells that it was added, by these hashes: of those that are there already
-- it tells now.
do $$
begin
  if exists (select from people.passkey) then
    perform audit.append('migration', 'passkey.added', p.person_id::text, format(
        '{"credential_hash":"%s","passkey":"%s","public_key_hash":"%s"}', encode(sha256(p.credential_id), 'hex'), p.id,
        encode(sha256(p.public_key), 'hex')))
      from people.passkey p order by p.created_at, p.id;
  end if;
end $$;
