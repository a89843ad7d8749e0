-- A hold keeps what it lies on, and what people have decided. Moved to another item by one statement, it would have let the
-- first one go.
create or replace function compliance.keep_hold_subject() returns trigger language plpgsql as $$
begin
  -- Only from a withdrawal that its institution takes back does it go on to the next one (compliance.assert_withdrawal_canceled). What waited
  -- for a second person was asked for this one alone, and what waits for its institution is each held by itself.
  if old.subject_id is not null and (new.subject_id, new.subject_kind) is distinct from (old.subject_id, old.subject_kind)
      and not (new.subject_id is null and (old.subject_kind, new.subject_kind) = ('withdrawal', 'withdrawal')
        and old.reason not in ('approval_required', 'account_suspended'))
    or new.subject_kind is distinct from old.subject_kind and old.subject_kind is not null then
    raise exception 'hold % stays on what it lies on', old.id using errcode = 'check_violation';
  end if;
  if old.state in ('released', 'rejected', 'frozen') and ((new.maker, new.checker, new.return_to) is distinct from (old.maker, old.checker, old.return_to)
    or old.concluded_at is not null and new.concluded_at is distinct from old.concluded_at) then
    raise exception 'hold % is decided: who has decided, and when it was dealt with, stays', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
