-- True while the item has a hold that is undecided, or rejected and not yet executed.
create or replace function compliance.is_stopped(item uuid) returns boolean language sql stable as $$
  select exists (select from compliance.hold
    where subject_id in (item, compliance.whole_of(item)) and state <> 'released' and concluded_at is null)
$$;
