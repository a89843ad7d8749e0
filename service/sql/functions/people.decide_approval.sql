-- A second person approves or refuses a request (`decision`: approve, refuse). Both persons are identified by their own
-- live sessions. Refused: not_signed_in; unknown (also a request of another institution); own_request; role;
-- administrator (of an institution: could have invited the maker, and may only refuse); decided; expired; passkey_required (a
-- person with a passkey signs with it, in a browser); not_fresh (the last factor is older than five minutes; the
-- signature of a passkey is a factor itself); account_suspended (can still be refused); other_payload; maker (the maker has
-- lost the right to request it; can still be refused). Locks: the approval.
create or replace function people.decide_approval(token text, id uuid, payload_hash bytea, decision text, reason text,
    evidence text, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  asked people.approval;
  is_signed boolean;
begin
  select * into who from people.acting_person(token, at);
  asked := people.lock_approval(who.institution_id, id);
  if asked.maker = who.person_id then
    perform people.refuse_approval('own_request');
  end if;
  if not exists (select from people.approval_kind k where k.name = asked.kind and k.side = who.side and k.checkers && who.roles) then
    perform people.refuse_approval('role', jsonb_build_object('act', 'decide', 'roles', who.roles,
      'needed', (select k.checkers from people.approval_kind k where k.name = asked.kind)));
  end if;
  if decision = 'approve' and who.side = 'institution' and 'admin' = any (who.roles) then
    perform people.refuse_approval('administrator');
  end if;
  if asked.state <> 'waiting' then
    perform people.refuse_approval('decided', jsonb_build_object('state', asked.state));
  end if;
  if asked.expires_at <= at then
    perform people.refuse_approval('expired');
  end if;
  is_signed := who.kind = 'browser' and exists (
    select from people.passkey k where k.person_id = who.person_id and k.removed_at is null
      -- base64url
      and translate(encode(k.credential_id, 'base64'), E'+/=\n', '-_') = evidence::jsonb ->> 'credential_id');
  if not is_signed and exists (select from people.passkey k where k.person_id = who.person_id and k.removed_at is null) then
    perform people.refuse_approval('passkey_required');
  end if;
  if not is_signed and who.factor_at < at - interval '5 minutes' then
    perform people.refuse_approval('not_fresh');
  end if;
  if decision = 'approve' and directory.standing_of(asked.institution_id) is not null then
    perform people.refuse_approval('account_suspended');
  end if;
  if asked.payload_hash is distinct from decide_approval.payload_hash then
    perform people.refuse_approval('other_payload');
  end if;
  -- The rights of a key are checked when the payment is released (access/payment-approval.ts).
  if decision = 'approve' and asked.maker is not null and not exists (
    select from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
      join people.approval_kind k on k.name = asked.kind and r.role = any (k.makers)
    where p.id = asked.maker and p.state = 'active') then
    perform people.refuse_approval('maker');
  end if;
  perform state.set_actor(directory.person_actor(who.person_id), coalesce(decide_approval.reason, asked.reason), at);
  update people.approval a set
    state = case decision when 'approve' then 'approved' when 'refuse' then 'refused' end, checker = who.person_id,
    checker_session = who.session_id, decision_reason = decide_approval.reason, evidence = decide_approval.evidence, decided_at = at,
    updated_at = at
  where a.id = asked.id;
end $$;
revoke all on function people.decide_approval from public;
grant execute on function people.decide_approval to specie_app;
