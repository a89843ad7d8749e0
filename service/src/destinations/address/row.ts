import type { Beneficiary } from '@specie/protocol/portal/addresses.ts'
import type { custodies, ownerships, travelRuleStatuses } from '@specie/protocol/endpoints/destinations.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines, next, publicState } from '@specie/protocol/machines.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { refusedInState, type StateWords } from '../../base/state-machine/refusal.ts'
import { assertChecksum, sameAddress } from '../../chains/addresses.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { type Naming, namingOf, normalText } from './labels.ts'
import type { Evidence } from './proof/evidence.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

export const suspenders = ['institution', 'staff'] as const
type Suspender = (typeof suspenders)[number]

export type AddressState = keyof typeof machines.withdrawal_address.states

/** An external wallet to which an institution may send coins. */
export type Address = {
  id: string
  institution_id: string
  blockchain: ChainCode
  address: string
  label: string
  memo: string | null
  ownership: (typeof ownerships)[number]
  custody: (typeof custodies)[number]
  vasp: string | null
  /** Where its provider receives Travel Rule data. */
  travel_address: string | null
  /** The owner of the wallet at its provider; null for the institution itself. */
  beneficiary: Beneficiary | null
  /** The text for its owner, and the signed evidence. */
  proof_text: string | null
  proof: Evidence | null
  /** An institution can reinstate only what it has suspended itself. */
  suspended_by: Suspender | null
  travel_rule_status: (typeof travelRuleStatuses)[number]
  usable_from: Date | null
  state: AddressState
  created_at: Date
  updated_at: Date
}

/** The address; one of another institution is not found. */
export async function addressOf(sql: Sql, { institutionId }: OwnerFilter, id: string, lock = ''): Promise<Address> {
  const [row] = isUuid(id)
    ? await sql.query<Address>(`select * from destinations.address where id = $1 ${lock}`, [id])
    : []
  const isTheirs = row !== undefined && (institutionId === null || row.institution_id === institutionId)
  if (!isTheirs) throw new ApiError('not_found', { id }, 'There is no such address.')
  return row
}

export const lockAddress = (tx: Tx, whose: OwnerFilter, id: string): Promise<Address> =>
  addressOf(tx, whose, id, 'for update')

const stateWords: StateWords = {
  screening: 'being screened',
  in_review: 'under review',
  proof_required: 'waiting for the proof of its owner',
  travel_rule: 'waiting for Travel Rule data',
  cooling: 'cooling off',
}

/** Throws unless the address is in a state that has this event. */
export function assertCan({ state }: Address, event: string): void {
  if (next(machines.withdrawal_address, state, event) !== null) return
  throw refusedInState('address', machines.withdrawal_address, state, event, { words: stateWords })
}

export const addressMachine: Stateful = { machine: machines.withdrawal_address, table: 'destinations.address' }

export type Wallet = Pick<Address, 'id' | 'label' | 'address' | 'memo'>

/**
 * The whitelisted wallet that a caller names by address, id or label, or a 403 that explains why it cannot be used; a
 * 400 for an address with a wrong checksum. An address always means that address, regardless of labels. Call it in the
 * request's transaction: an address may have become one of ours.
 */
export async function whitelistedWallet(
  sql: Sql,
  institutionId: string,
  chain: ChainCode,
  destination: string,
): Promise<Wallet> {
  assertChecksum(normalText(destination), 'destination')
  const named = await namedAddresses(sql, institutionId, normalText(destination))
  // The same address may be listed on several chains, and again after a rejection. The best match is used.
  const rank = (one: Address) => (one.blockchain === chain ? 2 : 0) + (isListed(one) ? 1 : 0)
  const found = named.toSorted((a, b) => rank(b) - rank(a) || b.created_at.getTime() - a.created_at.getTime())[0]
  const isOneAddress = named.every((one) => sameAddress(one.blockchain, one.address, found!.address))
  const problem = isOneAddress ? problemOf(found, chain) : ambiguous
  if (problem !== null) throw notWhitelisted(problem)
  await assertNotOurs(sql, chain, found!.address)
  return found!
}

/**
 * The chain for a destination given without one: the only chain of the asset, or the one on which the wallet is listed.
 * Whether the wallet may be used is not checked here.
 */
export async function chainOfWallet(
  sql: Sql,
  institutionId: string,
  chains: readonly ChainCode[],
  destination: string,
): Promise<ChainCode> {
  const [only, ...others] = chains
  if (others.length === 0) return only!
  const named = (await namedAddresses(sql, institutionId, normalText(destination))).filter(({ blockchain }) =>
    chains.includes(blockchain),
  )
  const listed = named.filter(isListed)
  const blockchains = [...new Set((listed.length > 0 ? listed : named).map((one) => one.blockchain))].toSorted()
  if (blockchains.length === 1) return blockchains[0]!
  if (blockchains.length === 0) throw notWhitelisted(problemOf(undefined, only!)!)
  throw new ApiError(
    'bad_request',
    { field: 'blockchain', rule: 'ambiguous', blockchains },
    `This destination is listed on ${blockchains.join(' and ')}: say which \`blockchain\` is meant.`,
  )
}

/** Throws when coins sent there would arrive at our own address, or be lost. */
export async function assertNotOurs(sql: Sql, chain: ChainCode, address: string): Promise<void> {
  const what = await ownAddress(sql, chain, address)
  if (what === null) return
  const message = `This address is ${what}: coins sent there would not reach you. Name a wallet of your own.`
  throw new ApiError('external_wallet_not_whitelisted', { field: 'destination', reason: 'own_address' }, message)
}

const isListed = ({ state }: Address): boolean => state !== 'rejected' && state !== 'revoked'

const matching: { readonly [naming in Naming]: string | null } = {
  address: 'lower(address) = lower($2)',
  id: 'id = lower($2)::uuid',
  label: 'normalize(label, NFC) = $2',
  account: null,
}

async function namedAddresses(sql: Sql, institutionId: string, text: string): Promise<Address[]> {
  const naming = namingOf(text)
  const condition = matching[naming]
  if (condition === null) return []
  const rows = await sql.query<Address>(
    `select * from destinations.address where institution_id = $1 and ${condition}`,
    [institutionId, text],
  )
  return naming === 'address' ? rows.filter((one) => sameAddress(one.blockchain, one.address, text)) : rows
}

const ambiguous: Problem = {
  reason: 'ambiguous',
  message: 'Several addresses match. Name one of them by its address or its id.',
}

const travelRuleMissing: Problem = {
  reason: 'travel_rule_missing',
  message: 'The Travel Rule data of this address is missing.',
}

type Problem = { reason: string; message: string; usable_from?: string }

const notWhitelisted = ({ message, ...more }: Problem): ApiError =>
  new ApiError('external_wallet_not_whitelisted', { field: 'destination', ...more }, message)

function problemOf(found: Address | undefined, chain: ChainCode): Problem | null {
  if (!found)
    return {
      reason: 'unknown_destination',
      message: 'No wallet with this address, id or label is listed. Labels are case-sensitive.',
    }
  const { blockchain, state, usable_from, travel_rule_status } = found
  if (blockchain !== chain) return { reason: 'other_chain', message: `This address is listed for ${blockchain}.` }
  switch (publicState(machines.withdrawal_address, state)) {
    case 'Confirmed':
      return travel_rule_status === 'complete' ? null : travelRuleMissing
    case 'Cooling':
      return {
        reason: 'cooling',
        message: 'This address is in its cooling-off period; see details.usable_from.',
        usable_from: usable_from!.toISOString(),
      }
    case 'Rejected':
      return { reason: 'rejected', message: 'This address was rejected.' }
    case 'Disabled':
      return { reason: 'disabled', message: 'This address is removed.' }
    default:
      if (state === 'travel_rule') return travelRuleMissing
      return { reason: 'pending', message: 'This address is still being checked.' }
  }
}
