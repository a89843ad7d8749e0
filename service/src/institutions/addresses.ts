import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import type { Sql } from '../base/db.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Stateful } from '../base/machines.ts'
import { sameAddress } from '../chains/addresses.ts'

export type AddressState = keyof typeof machines.withdrawal_address.states

/** A wallet outside the house that an institution may send coins to. */
export type Address = {
  id: string
  institution_id: string
  blockchain: ChainCode
  address: string
  label: string
  memo: string | null
  ownership: 'self_hosted' | 'vasp'
  custody: 'self' | 'custodian'
  vasp: string | null
  travel_rule_status: 'missing' | 'complete'
  usable_from: Date | null
  state: AddressState
  created_at: Date
  updated_at: Date
}

export const addressMachine: Stateful = { machine: machines.withdrawal_address, table: 'institutions.address' }

export type Wallet = Pick<Address, 'id' | 'label' | 'address' | 'memo'>

/** The whitelisted wallet that a caller names by label, id or address; a 403 that says why it cannot be used. */
export async function whitelistedWallet(
  sql: Sql,
  institutionId: string,
  chain: ChainCode,
  destination: string,
): Promise<Wallet> {
  // An address may stand on several chains, and again where it was rejected: the one that fits best is meant.
  const named = await sql.query<Address>(
    `select * from institutions.address
     where institution_id = $1 and (label = $2 or id::text = $2 or lower(address) = lower($2))
     order by label = $2 desc, id::text = $2 desc, blockchain = $3 desc, state = 'active' desc, created_at desc`,
    [institutionId, destination, chain],
  )
  const isMeant = (one: Address) => [one.label, one.id].includes(destination) || isAddressOf(one, destination)
  const found = named.find(isMeant)
  const problem = problemOf(found, chain)
  if (problem === null) return found!
  const { reason, message, ...more } = problem
  throw new ApiError('external_wallet_not_whitelisted', { field: 'destination', reason, ...more }, message)
}

const isAddressOf = ({ blockchain, address }: Address, text: string): boolean => sameAddress(blockchain, address, text)

type Problem = { reason: string; message: string; usable_from?: string }

function problemOf(found: Address | undefined, chain: ChainCode): Problem | null {
  if (!found) return { reason: 'unknown_destination', message: 'No address with this label, id or spelling is listed.' }
  const { blockchain, state, usable_from, travel_rule_status } = found
  if (blockchain !== chain) return { reason: 'other_chain', message: `This address is listed for ${blockchain}.` }
  switch (publicState(machines.withdrawal_address, state)) {
    case 'Confirmed':
      return travel_rule_status === 'complete'
        ? null
        : { reason: 'travel_rule_missing', message: 'The Travel Rule data of this address is missing.' }
    case 'Cooling':
      return {
        reason: 'cooling',
        message: 'This address is in its cooling-off period; see details.usable_from.',
        usable_from: usable_from!.toISOString(),
      }
    case 'Rejected':
      return { reason: 'rejected', message: 'This address was rejected.' }
    case 'Disabled':
      return { reason: 'disabled', message: 'This address is disabled.' }
    default:
      return { reason: 'pending', message: 'This address is still being checked.' }
  }
}
