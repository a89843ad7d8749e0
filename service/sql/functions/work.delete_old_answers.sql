-- Deletes some answers from before that time and keeps their ids; returns the number.
create or replace function work.delete_old_answers(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone integer;
begin
  with old as (
    select institution_id, clreqid from work.request where created_at < work.cutoff(before)
    order by created_at limit most for update skip locked
  ), forgotten as (
    delete from work.request r using old where (r.institution_id, r.clreqid) = (old.institution_id, old.clreqid)
    returning r.institution_id, r.clreqid, r.created_at
  ), kept as (
    insert into work.used_id select * from forgotten returning 1
  )
  select count(*) into gone from kept;
  return gone;
end $$;
revoke all on function work.delete_old_answers from public;
grant execute on function work.delete_old_answers to specie_app;
