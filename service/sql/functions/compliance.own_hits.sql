-- The hits that are not cleared on parties of this institution itself: its names, its owners, directors and signatories,
-- and the companies between. As long as there is one, its outgoing items wait.
create or replace function compliance.own_hits(institution uuid) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select distinct h.id from compliance.party p
  join compliance.hit h on h.party_hash = p.hash and h.state <> 'cleared'
  where p.institution_id = own_hits.institution and p.ended_at is null and p.subject_kind in ('institution', 'person')
$$;
