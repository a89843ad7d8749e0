-- The hits of the registered parties of a withdrawal address: the wallet itself, its provider and its owner. Decided ones
-- belong to them, so that the first decision of several changes nothing.
create or replace function compliance.hits_of_wallet(wallet uuid) returns uuid[]
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select array_agg(distinct h.id) from compliance.party p join compliance.hit h on h.party_hash = p.hash
  where p.subject_kind = 'wallet' and p.subject_id = hits_of_wallet.wallet and p.ended_at is null
$$;
