-- A person of the institution withdraws a waiting request of its people or keys. The payment is canceled. Returns the
-- request; null when none waits. Refused: not_signed_in, role. Locks: the approval.
create or replace function people.withdraw_payment(token text, kind text, subject text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  withdrawn uuid;
begin
  select * into who from people.acting_person(token, at);
  if not exists (select from people.approval_kind k
    where k.name = kind and k.side = who.side and k.makers && who.roles and k.by_keys) then
    perform people.refuse_approval('role', '{"act": "withdraw"}');
  end if;
  perform state.set_actor(directory.person_actor(who.person_id), 'withdrawn', at);
  update people.approval a set state = 'withdrawn', withdrawn_by = directory.person_actor(who.person_id), updated_at = at
    where a.institution_id = who.institution_id and a.kind = withdraw_payment.kind and a.subject = withdraw_payment.subject
      and a.state = 'waiting'
    returning a.id into withdrawn;
  return withdrawn;
end $$;
revoke all on function people.withdraw_payment from public;
grant execute on function people.withdraw_payment to specie_app;
