import type { addressPayload } from '@specie/protocol/portal/addresses.ts'
import type { z } from 'zod'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Description } from '../../base/approvable.ts'
import { assertOwn } from '../../people/approval/second-person.ts'
import { type AddressRequest, checkedRequest, submitAddress } from './submit.ts'

// The approval `member.address`: its payload for the second person, and its action.

type Payload = z.infer<typeof addressPayload>

/** The payload in canonical spelling; throws its problem, before an approval is requested. */
export function checkedPayload(env: Env, payload: Payload): Payload {
  const { address, label, travelAddress, beneficiary } = checkedRequest(env, requestIn(payload))
  return { ...payload, address, label, travel_address: travelAddress, beneficiary }
}

/** Returns the id of the new address. */
export const addAddress = (env: Env, tx: Tx, payload: Payload, by: By): Promise<string> =>
  submitAddress(env, tx, requestIn(payload), by)

const requestIn = ({
  institutionid: institutionId,
  travel_address: travelAddress,
  ...rest
}: Payload): AddressRequest => ({
  ...rest,
  institutionId,
  travelAddress,
  memo: null,
})

export const describeAddress = async (_env: Env, _sql: Sql, payload: Payload): Promise<Description> => {
  const { institutionid: institutionId, blockchain, address, label, vasp, beneficiary } = payload
  const host = vasp === null ? '' : `, hosted by ${vasp}`
  const whose = beneficiary ? `, of ${beneficiary.name}` : ''
  return { title: `Add the ${blockchain} address ${address} as “${label}”${host}${whose}`, institutionId }
}

/** Adds the address once a second person has approved it. */
export async function addApproved(env: Env, tx: Tx, payload: Payload, by: By): Promise<void> {
  await assertOwn(tx, payload.institutionid, by)
  await addAddress(env, tx, payload, by)
}
