-- The maker withdraws a waiting request. Refused: not_signed_in, unknown, not_yours, decided. Locks: the approval.
create or replace function people.withdraw_approval(token text, id uuid, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  asked people.approval;
begin
  select * into who from people.acting_person(token, at);
  asked := people.lock_approval(who.institution_id, id);
  if asked.maker is distinct from who.person_id then
    perform people.refuse_approval('not_yours');
  end if;
  if asked.state <> 'waiting' then
    perform people.refuse_approval('decided', jsonb_build_object('state', asked.state));
  end if;
  perform state.set_actor(directory.person_actor(who.person_id), 'withdrawn', at);
  update people.approval a set state = 'withdrawn', withdrawn_by = directory.person_actor(who.person_id), updated_at = at where a.id = asked.id;
end $$;
revoke all on function people.withdraw_approval from public;
grant execute on function people.withdraw_approval to specie_app;
