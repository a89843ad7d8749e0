-- A wire that waits for people waits by a hold, like everything else. Until now it also had a column of its own, and a wire
-- from a third party had no hold: each of these gets one. The triggers are off, because they would say that the rows were
-- written by hand; their work is done here, and the versions of the rows follow (syncRowVersions).

alter table compliance.hold disable trigger user;
alter table banking.wire disable trigger user;

with placed as (
  insert into compliance.hold (id, institution_id, subject_kind, subject_id, hit_at, reason, state, created_at, updated_at)
  select gen_random_uuid(), institution_id, 'wire', id, updated_at, hold, 'placed', updated_at, updated_at
  from banking.wire where state = 'held' and reason = 'sent by a third party'
  returning *
)
insert into state.history (machine, subject, to_state, actor, why, at, institution_id)
select 'hold', id, state, 'screening', reason, created_at, institution_id from placed;

update banking.wire set on_hold = true where state = 'held' and reason = 'sent by a third party';

alter table banking.wire enable trigger user;
alter table compliance.hold enable trigger user;

alter table banking.wire drop column hold;
