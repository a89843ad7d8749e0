import type { addressPayload } from '@specie/protocol/people/addresses.ts'
import type { z } from 'zod'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { submitAddress } from './submit.ts'

/** What the approval `member.address` does, and what is done at once where no second person is needed. */
export function addAddress(env: Env, tx: Tx, payload: z.infer<typeof addressPayload>, by: By): Promise<string> {
  const { institutionid: institutionId, travel_address: travelAddress, ...rest } = payload
  return submitAddress(env, tx, { ...rest, institutionId, travelAddress, memo: null }, by)
}
