-- What moves in several parts is stopped as a whole: a hold on a mint stops every transfer of the crypto that pays for it.
create table compliance.part (
  id uuid primary key,  -- of the part: the subject of its operation
  whole uuid not null  -- what holds are placed on
);
create index on compliance.part (whole);
grant select, insert on compliance.part to specie_app;

create function compliance.whole_of(thing uuid) returns uuid language sql stable as $$
  select coalesce((select whole from compliance.part where id = thing), thing)
$$;

-- As in 0022.
create or replace function compliance.is_stopped(thing uuid) returns boolean language sql stable as $$
  select exists (select from compliance.hold
    where subject_id = compliance.whole_of(thing) and state <> 'released' and concluded_at is null)
$$;

create or replace function compliance.stopped_among(things uuid[]) returns setof uuid language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('hold ' || thing, 0))
    from (select distinct compliance.whole_of(one) as thing from unnest(things) one order by 1) sorted;
  return query select distinct thing from unnest(things) thing where compliance.is_stopped(thing)
    or exists (select from institutions.address a where a.id = thing and a.state <> 'active');
end $$;
