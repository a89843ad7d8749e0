-- Uses an approval once, for the action of this transaction. Refused: unknown, not_approved, used, expired,
-- other_payload. Afterwards people.assert_approved passes until the transaction ends. Locks: the approval.
create or replace function people.use_approval(id uuid, payload_hash bytea, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  given people.approval;
begin
  select * into given from people.approval a where a.id = use_approval.id for update;
  if not found then
    perform people.refuse_approval('unknown');
  end if;
  if given.state <> 'approved' then
    perform people.refuse_approval('not_approved', jsonb_build_object('state', given.state));
  end if;
  if given.used_at is not null then
    perform people.refuse_approval('used');
  end if;
  if given.expires_at <= at then
    perform people.refuse_approval('expired');
  end if;
  if given.payload_hash is distinct from use_approval.payload_hash then
    perform people.refuse_approval('other_payload', '{"act": "use"}');
  end if;
  update people.approval a set used_at = at, used_by = pg_current_xact_id(), updated_at = at where a.id = given.id;
end $$;
revoke all on function people.use_approval from public;
grant execute on function people.use_approval to specie_app;
