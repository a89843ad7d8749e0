-- True while a hold lies on the item: nobody has decided, or it was rejected and has yet to be taken back.
create or replace function compliance.is_stopped(item uuid) returns boolean language sql stable as $$
  select exists (select from compliance.hold
    where subject_id in (item, compliance.whole_of(item)) and state <> 'released' and concluded_at is null)
$$;
