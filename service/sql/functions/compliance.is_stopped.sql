-- True while a hold lies on the thing: nobody has decided, or it was rejected and has yet to be taken back.
create or replace function compliance.is_stopped(thing uuid) returns boolean language sql stable as $$
  select exists (select from compliance.hold
    where subject_id in (thing, compliance.whole_of(thing)) and state <> 'released' and concluded_at is null)
$$;
