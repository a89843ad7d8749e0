import type { addressPayload } from '@specie/protocol/people/addresses.ts'
import type { z } from 'zod'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { assertOwn } from '../second-person.ts'
import { submitAddress } from './submit.ts'

/** Adds an address as an administrator asked for it. */
export function addAddress(env: Env, tx: Tx, payload: z.infer<typeof addressPayload>, by: By): Promise<string> {
  const { institutionid: institutionId, travel_address: travelAddress, ...rest } = payload
  return submitAddress(env, tx, { ...rest, institutionId, travelAddress, memo: null }, by)
}

/** What the approval of a second person carries out. */
export async function addApproved(env: Env, tx: Tx, payload: z.infer<typeof addressPayload>, by: By): Promise<void> {
  await assertOwn(tx, payload.institutionid, by)
  await addAddress(env, tx, payload, by)
}
