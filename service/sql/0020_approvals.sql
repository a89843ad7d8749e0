-- Approvals: from where they were asked and decided, and what a chain may go on from.

alter table people.approval
  add column maker_session uuid not null references people.session (id),
  add column checker_session uuid references people.session (id),
  -- As it was hashed for the audit chain: canonical JSON.
  alter column evidence type text using evidence::text,
  add constraint decided_with_evidence check ((checker is null) = (evidence is null)
    and (checker is null) = (checker_session is null) and (checker is null) = (decided_at is null)),
  add constraint refused_with_a_reason check (state <> 'refused' or decision_reason is not null),
  add constraint used_once check ((used_at is null) = (used_by is null));

-- Two people agreed that a broken chain is read again from this height; the watcher does it.
alter table chains.cursor add column resume_from numeric(20, 0);
