-- What happens to things under way when their institution is suspended or offboarded, when the key that asked for them is
-- revoked or an approver leaves: protocol/src/standing.ts, put here by the migration step.
create table state.standing (
  machine text not null,
  in_state text not null,
  suspended text not null,
  offboarded text not null,
  key_revoked text not null,
  approver_left text not null,
  primary key (machine, in_state)
);

-- What waits for its institution is found by the job that lets it go.
create index hold_of_standing on compliance.hold (institution_id) where reason = 'account_suspended' and state = 'placed';
