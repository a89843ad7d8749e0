import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { type HoldRequest, placeHold } from '../compliance/holds.ts'
import { type Effectiveness, effectivenessOf } from './irrevocable.ts'

/** `status`: what the hold still stops; `irrevocable`: a sentence about the rest, for the operator. */
export type HoldResult = { holdid: string } & Effectiveness

/** Places a hold for a person and reports what it stops. */
export async function holdAndReport(env: Env, tx: Tx, request: HoldRequest, by: string): Promise<HoldResult> {
  const { holdid, on, together } = await placeHold(env, tx, request, by)
  if (on === null) return { holdid, status: 'held', irrevocable: null }
  const sentences: string[] = []
  for (const { name, item } of together) {
    const { irrevocable } = await effectivenessOf(env, tx, item)
    if (irrevocable !== null) sentences.push(`${name} ${item.id}: ${irrevocable}`)
  }
  if (sentences.length > 0) return { holdid, status: 'partly', irrevocable: sentences.join(' ') }
  return { holdid, ...(await effectivenessOf(env, tx, on)) }
}
