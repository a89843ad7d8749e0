-- Requests the approval of a second person. The maker is the person of the token's live session; the hash covers the
-- payload as written. Refused: not_signed_in, role, expiry; subject: the checker sees and signs the payload, so the
-- payload must name the subject (for people of an institution: their institution, or a payment of it); open. The same
-- request already waits (data: its id; null if it was decided). A payment is requested once.
create or replace function people.request_approval(token text, id uuid, kind text, subject text, payload text, reason text,
    expires_at timestamptz, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  of_kind people.approval_kind;
  named boolean;
  waits uuid;
begin
  select * into who from people.acting_person(token, at);
  select * into of_kind from people.approval_kind k where k.name = kind and k.side = who.side and k.makers && who.roles;
  if not found then
    perform people.refuse_approval('role', jsonb_build_object('act', 'ask', 'roles', who.roles,
      'needed', (select k.makers from people.approval_kind k where k.name = kind)));
  end if;
  if expires_at <= at or expires_at > at + interval '7 days' then
    perform people.refuse_approval('expiry');
  end if;
  if of_kind.by_keys then
    named := payload::jsonb ->> 'id' = subject and payload::jsonb ->> 'institutionid' = who.institution_id::text;
  else
    named := subject = coalesce(who.institution_id::text, subject)
      and exists (select from jsonb_each_text(payload::jsonb) field where field.value = subject);
  end if;
  if named is not true then
    perform people.refuse_approval('subject');
  end if;
  perform state.set_actor(directory.person_actor(who.person_id), reason, at);
  begin
    insert into people.approval (id, kind, institution_id, subject, payload, payload_hash, maker, maker_session, reason, state,
        expires_at, created_at, updated_at)
      values (id, kind, who.institution_id, subject, payload, sha256(convert_to(payload, 'UTF8')), who.person_id,
        who.session_id, reason, 'waiting', expires_at, at, at);
  exception when unique_violation then
    select a.id into waits from people.approval a
      where a.kind = request_approval.kind and a.subject = request_approval.subject and a.state = 'waiting'
        and (a.institution_id is null or a.payload_hash = sha256(convert_to(request_approval.payload, 'UTF8')));
    perform people.refuse_approval('open', jsonb_build_object('approvalid', waits));
  end;
end $$;
revoke all on function people.request_approval from public;
grant execute on function people.request_approval to specie_app;
