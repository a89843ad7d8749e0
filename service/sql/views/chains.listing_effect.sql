-- Operations about allow lists, for chains.due_effect.
create or replace view chains.listing_effect (purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources) as
  select 'listing', l.id, l.chain, case when l.is_listed then '{list}'::text[] else '{unlist}' end, l.asset, 0::numeric,
    l.address, null::integer, null::uuid, array['chains.listing/' || l.id]
  from chains.listing l
  union all
  select 'allow_list', a.id, a.chain, case when a.is_on then '{allow_list_on}'::text[] else '{allow_list_off}' end, a.asset, 0,
    null, null, null, array['chains.allow_list/' || a.id]
  from chains.allow_list a;
