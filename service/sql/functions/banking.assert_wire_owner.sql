-- A wire gets an owner once. The one that follows from the bank's report (its reference, the paid virtual account or
-- the account of its sender), or the one that two people name (wire.assign). The trigger reads the bank's entry, so
-- that a changed reference in the wire has no effect.
create or replace function banking.assert_wire_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.institution_id is not null then
    raise exception 'wire % %', new.id, case tg_op when 'INSERT' then 'begins without an owner' else 'keeps its owner' end
      using errcode = 'check_violation';
  end if;
  if people.approved_payload('wire.assign', old.id::text) ->> 'institutionid' = new.institution_id::text then
    return new;
  end if;
  if not exists (
    select from banking.entry e
    left join banking.reference quoted on (quoted.value, quoted.currency) = (new.reference, new.currency)
      and quoted.value in (e.reported #>> '{reference,value}', e.reported_detail #>> '{reference,value}')
    left join banking.reference paid on (paid.value, paid.currency) = (new.paid_to, new.currency)
      and paid.value in (e.reported ->> 'creditorAccount', e.reported_detail ->> 'creditorAccount')
    left join banking.sender on sender.account = new.sender_account
      and sender.account in (e.reported #>> '{counterparty,account}', e.reported_detail #>> '{counterparty,account}')
    where e.id = new.entry_id
      and coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) = new.institution_id
  ) then
    raise exception 'the owner of wire % follows from the bank''s report or from two people: wire.assign needs their approval', old.id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
