import { chains } from '@specie/protocol/chains.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { addressPayload } from '@specie/protocol/portal/addresses.ts'
import { urlIn } from '@specie/travel-rule/trp/travel-address.ts'
import type { z } from 'zod'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { code, evidence, type Fact, text, thing, time, words } from '../../base/facts.ts'
import { decidedHits } from '../../compliance/screening/decided-hits.ts'
import { matchFacts } from '../../compliance/screening/facts.ts'
import { institutionFact } from '../../directory/facts.ts'
import { partiesOfWallet } from './parties.ts'
import type { Address } from './row.ts'

// Withdrawal addresses for the people who decide on them.

type Named = Pick<Address, 'address' | 'label' | 'vasp' | 'travel_address'> & { blockchain: Address['blockchain'] }

const addressLines = ({ blockchain, address, label, vasp, travel_address }: Named): Fact[] => [
  text('Label', label),
  code('Address', address),
  text('Chain', chains[blockchain].name),
  text('Owner', vasp === null ? 'your institution itself' : `your institution, at the provider ${vasp}`),
  ...(vasp === null ? [] : travelLines(travel_address)),
]

/** The host decides about transfers. The letters of a travel address do not show it. */
const travelLines = (travelAddress: string | null): Fact[] => {
  const url = travelAddress === null ? null : urlIn(travelAddress)
  return [
    code('Travel Rule address of the provider', travelAddress),
    code('Its host', url === null ? null : new URL(`https://${url}`).host),
  ]
}

/** `member.address`: an institution's own request. */
export async function addressFacts(_env: Env, sql: Sql, payload: z.infer<typeof addressPayload>): Promise<Fact[]> {
  const { institutionid, blockchain, address, vasp } = payload
  const known = await sql.query<{ label: string; state: string; address: string }>(
    `select label, state, address from destinations.address
     where institution_id = $1 and blockchain = $2 and state not in ('rejected', 'revoked') order by created_at`,
    [institutionid, blockchain],
  )
  const same = known.filter((one) => one.address.toLowerCase() === address.toLowerCase())
  const others = known.filter((one) => !same.includes(one)).map(({ label }) => label)
  const check =
    vasp === null
      ? 'It is screened, the wallet signs a proof, and its cooling-off period of a day begins.'
      : 'It is screened, our staff confirm the provider, and its cooling-off period of a day begins.'
  return [
    ...addressLines(payload),
    text('Outcome', check, { part: 'effect' }),
    evidence(
      text('Proof of ownership', vasp === null ? 'by a signature of the wallet, after the approval' : 'by our staff'),
    ),
    evidence(
      text('This address is already', same.map(({ label, state }) => `«${label}», ${words(state)}`).join(', ') || null),
    ),
    text('Other addresses on this chain', others.join(', ') || null, { part: 'unchanged' }),
  ]
}

/** `address.clear`: for our staff. */
export async function clearingFacts(
  env: Env,
  sql: Sql,
  { addressid: id }: PayloadOf<'address.clear'>,
): Promise<Fact[]> {
  const [found] = await sql.query<Address>('select * from destinations.address where id = $1', [id])
  if (!found) return [text('Address', 'not found')]
  const institution = await institutionFact(sql, found.institution_id)
  const { vasp, travel_address } = found
  return [
    institution,
    thing('Label', found.label, 'wallet', id),
    code('Address', found.address),
    text('Chain', chains[found.blockchain].name),
    text('Hosted by', vasp ?? 'the institution itself'),
    ...(vasp === null ? [] : travelLines(travel_address)),
    text('State', words(found.state)),
    time('Added', found.created_at),
    text('Outcome', outcomeOf(found), { part: 'effect' }),
    evidence(text('Proof of the wallet', found.proof === null ? 'not given yet' : 'given')),
    evidence(text('Travel Rule data', words(found.travel_rule_status))),
    ...(await matchFacts(
      env,
      sql,
      found.institution_id,
      partiesOfWallet(found).map(({ party }) => party),
      await decidedHits(sql, 'wallet', id),
    )),
  ]
}

const outcomeOf = ({ vasp }: Address): string =>
  vasp === null
    ? 'Its cooling-off period of a day begins.'
    : 'It needs complete Travel Rule data, and its cooling-off period of a day begins.'
