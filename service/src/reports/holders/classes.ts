import { chains } from '@specie/protocol/chains.ts'

/**
 * Who an address belongs to. `platform`: a wallet of ours. `deposit`: the deposit address of an institution or a rail.
 * `whitelisted`: the proved wallet of an institution. `hosted`: an address at a named provider. `unknown`: none of these.
 */
export const holderClasses = ['platform', 'deposit', 'whitelisted', 'hosted', 'unknown'] as const

const families = Object.entries(chains)
  .map(([code, { family }]) => `('${code}', '${family}')`)
  .join(', ')

/** SQL of every address whose owner is known: (chain, address, class, institution_id, provider). */
export const knownAddresses = `
  select distinct on (chain, address) chain, address, class, institution_id, provider from (
    select chain, address, 'platform' as class, null::uuid as institution_id, null::text as provider, 1 as rank,
      null::timestamptz as since
    from chains.own_address where chain is not null
    union all
    select on_family.chain, own.address, case when num_nonnulls(own.institution_id, own.rail_id) = 0 then 'platform'
      else 'deposit' end, own.institution_id, null, 2, null
    from chains.own_address own join (values ${families}) on_family (chain, family) on on_family.family = own.family
    union all
    select blockchain, address, case when provider is null then 'whitelisted' else 'hosted' end, institution_id, provider,
      3, since
    from destinations.identified_wallet
  ) each (chain, address, class, institution_id, provider, rank, since)
  order by chain, address, rank, since`
