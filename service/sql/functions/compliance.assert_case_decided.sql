-- Two people decide a case (case.decide), with the outcome and for the alerts that they signed: a later alert, in this case
-- or in none yet, needs another request (case_changed). A case is closed once nothing in it waits for a decision
-- (case_undecided); a report needs not wait for that. Locks: all cases.
create or replace function compliance.assert_case_decided() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  agreed jsonb;
begin
  perform compliance.lock_cases();
  if (old.state = new.state or new.state = 'in_review') and (old.outcome, old.maker, old.checker, old.decided_at) is not distinct from
    (new.outcome, new.maker, new.checker, new.decided_at) then
    return new;
  end if;
  perform people.assert_approved('case.decide', new.id::text);
  agreed := people.approved_payload('case.decide', new.id::text);
  if agreed ->> 'outcome' is distinct from new.outcome
    or (case new.outcome when 'report' then 'reported' else 'closed' end) <> new.state then
    raise exception 'case % has another outcome than the approval', new.id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  if agreed ->> 'alerts' is distinct from compliance.summary_of_case(new.id) or exists (
    select from compliance.ungrouped('-infinity') u
    where u.about is not distinct from new.about and u.party is not distinct from new.party) then
    raise exception 'case % has other alerts than the approval', new.id
      using errcode = 'check_violation', constraint = 'case_changed';
  end if;
  if new.state = 'closed' and exists (select from compliance.undecided_of_case(new.id)) then
    raise exception 'case % has undecided alerts', new.id using errcode = 'check_violation', constraint = 'case_undecided';
  end if;
  return new;
end $$;
