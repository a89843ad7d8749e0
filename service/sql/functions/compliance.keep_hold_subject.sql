-- A hold keeps its subject and its decision. One statement that moved it to another item would have released the first.
create or replace function compliance.keep_hold_subject() returns trigger language plpgsql as $$
begin
  -- A hold may move on only from a withdrawal that its institution cancels (compliance.assert_withdrawal_canceled). A
  -- hold for a second person concerns one item alone, and a hold for a stopped institution is placed on each item.
  if old.subject_id is not null and (new.subject_id, new.subject_kind) is distinct from (old.subject_id, old.subject_kind)
      and not (new.subject_id is null and (old.subject_kind, new.subject_kind) = ('withdrawal', 'withdrawal')
        and old.reason not in ('approval_required', 'account_suspended'))
    or new.subject_kind is distinct from old.subject_kind and old.subject_kind is not null then
    raise exception 'hold % keeps its subject', old.id using errcode = 'check_violation';
  end if;
  if old.state in ('released', 'rejected', 'frozen') and ((new.maker, new.checker, new.return_to) is distinct from (old.maker, old.checker, old.return_to)
    or old.concluded_at is not null and new.concluded_at is distinct from old.concluded_at) then
    raise exception 'hold % is decided: its decision cannot change', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
