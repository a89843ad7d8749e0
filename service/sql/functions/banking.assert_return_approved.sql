-- A wire is returned when two people say so (bank.send_back) or, the first time, when they have rejected a hold on it.
-- The return names that decision (`agreed_by`), which can be used once, and returns the whole amount of that wire.
create or replace function banking.assert_return_approved() returns trigger language plpgsql as $$
declare
  is_first boolean := not exists (select from banking.payout p where p.kind = 'return' and p.subject = new.subject);
begin
  new.agreed_by := coalesce(people.used_approval('bank.send_back', new.subject::text),
    case when is_first then compliance.rejected_hold(new.subject) end);
  if new.agreed_by is null then
    raise exception 'bank.send_back of % needs the approval of a second person', new.subject
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  if not exists (select from banking.wire w where w.id = new.subject and w.state = 'return_pending'
    and (w.currency, w.amount) = (new.currency, new.amount)) then
    raise exception 'wire % does not go back with this amount', new.subject using errcode = 'check_violation';
  end if;
  return new;
end $$;
