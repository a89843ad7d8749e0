import type { Beneficiary } from '@specie/protocol/portal/addresses.ts'
import { checkedBeneficiary } from './beneficiary.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import { checkedAddress } from '../../chains/addresses.ts'
import { withRefusal } from '../../people/approval/refusal.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { checkedLabel, labelTaken } from './labels.ts'
import { addressMachine } from './row.ts'
import { screenAddress } from './screen.ts'
import { checkedTravelAddress } from './travel-rule.ts'

export type AddressRequest = {
  institutionId: string
  blockchain: ChainCode
  address: string
  label: string
  memo: string | null
  /** The service provider that hosts it; null: the institution itself. */
  vasp: string | null
  /** The address at which that provider receives Travel Rule data; null if it is not known yet. */
  travelAddress?: string | null
  /** The owner of a hosted wallet; null for the institution itself. */
  beneficiary?: Beneficiary | null
}

type Checked = AddressRequest & { travelAddress: string | null; beneficiary: Beneficiary | null }

/** The request with its address in the chain's canonical spelling; throws its problem. */
export function checkedRequest({ config: { environment } }: Env, request: AddressRequest): Checked {
  const { vasp, travelAddress: given = null, beneficiary: wanted = null } = request
  const address = checkedAddress(request.blockchain, request.address, { environment, field: 'address' })
  const label = checkedLabel(request.label)
  if (vasp === null && given !== null) {
    throw badRequest(
      'own_wallet',
      'A wallet of your own has no travel address. Name the provider that hosts the wallet, or leave out `travel_address`.',
      'travel_address',
    )
  }
  // Only institutions' own wallets are proved by a signature.
  if (vasp === null && wanted !== null)
    throw badRequest(
      'own_wallet',
      'Only a wallet at a provider may belong to someone else. Name the provider, or leave out `beneficiary`.',
      'beneficiary',
    )
  const beneficiary = wanted && checkedBeneficiary(wanted)
  return { ...request, address, label, beneficiary, travelAddress: given === null ? null : checkedTravelAddress(given) }
}

/**
 * Adds an address and screens it. It then waits for a proof (of the institution's own wallet), for Travel Rule data (of a
 * hosted one that lacks it), or for the end of its cooling-off. Returns its id.
 */
export async function submitAddress(env: Env, tx: Tx, request: AddressRequest, by: By): Promise<string> {
  const checked = checkedRequest(env, request)
  await refuseOwn(tx, checked.blockchain, checked.address)
  const id = await insert(env, tx, checked, by)
  await screenAddress(env, tx, id, by)
  return id
}

/** Coins that a client sends to one of our addresses would be lost to the client. */
async function refuseOwn(tx: Tx, chain: ChainCode, address: string): Promise<void> {
  const what = await ownAddress(tx, chain, address)
  if (what === null) return
  throw new ApiError(
    'invalid_address',
    { field: 'address', rule: 'own_address' },
    `This address is ${what}, not yours.`,
  )
}

async function insert(env: Env, tx: Tx, request: Checked, by: By): Promise<string> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  const stored = tx
    .query(
      `insert into destinations.address (id, institution_id, blockchain, address, label, memo, ownership, custody, vasp,
         travel_address, beneficiary, state, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
      [
        id,
        request.institutionId,
        request.blockchain,
        request.address,
        request.label,
        request.memo,
        request.vasp === null ? 'self_hosted' : 'vasp',
        request.vasp === null ? 'self' : 'custodian',
        request.vasp,
        request.travelAddress,
        request.beneficiary && JSON.stringify(request.beneficiary),
        addressMachine.machine.initial,
        by.at,
      ],
    )
    .catch(refusalOf)
  await withRefusal(stored)
  const detail = { institutionid: request.institutionId, blockchain: request.blockchain, ...by.from }
  audit(tx, { actor: by.actor, action: 'address.submitted', subject: id, detail })
  return id
}

function refusalOf(error: unknown): never {
  if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
  if (!isSqlState(error, '23505')) throw error
  throw (error as { constraint?: string }).constraint !== 'one_entry'
    ? labelTaken()
    : badRequest('listed', 'This address is already listed for this chain.', 'address')
}
