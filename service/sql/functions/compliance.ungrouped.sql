-- The alerts since this time that are in no case yet.
create or replace function compliance.ungrouped(since timestamptz)
  returns table (key text, kind text, source text, subject_kind text, subject_id uuid, about uuid, party text, at timestamptz)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select distinct on (a.key) a.key, a.kind, a.source, a.subject_kind, a.subject_id, a.about, a.party, a.at
  from compliance.alert a
  where a.at >= ungrouped.since and num_nonnulls(a.about, a.party) > 0
    and not exists (select from compliance.case_alert c where c.key = a.key)
  order by a.key
$$;
revoke all on function compliance.ungrouped from public;
