import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { placeHold, releasedAmong } from '../../compliance/holds.ts'
import { announcedAmong, inquiriesAbout, otherAmounts } from '../../compliance/travel-rule/announced.ts'
import { holdListedPayers } from '../../compliance/travel-rule/payers.ts'
import { fromHostedWallets } from '../../destinations/address/hosts.ts'
import type { Owned } from './row.ts'

/**
 * Holds deposits whose payer, as the other provider says, matches a list, and deposits from a wallet at a known provider
 * that has not announced them (Travel Rule). Returns the others. The wallet of an unknown sender may be anyone's, so that
 * its deposit is only screened. Released deposits are not held again.
 */
export async function announcedOnly(env: Env, tx: Tx, deposits: readonly Owned[]): Promise<Owned[]> {
  if (deposits.length === 0) return []
  const announced = await announcedAmong(env, tx, deposits)
  const listed = await holdListedPayers(env, tx, deposits, announced)
  const hosts = await fromHostedWallets(tx, deposits)
  const doubtful = deposits.filter(({ id }) => hosts.has(id) && !announced.has(id))
  const released = await releasedAmong(
    tx,
    'travel_rule',
    'service',
    doubtful.map(({ id }) => id),
  )
  const held = doubtful.filter(({ id }) => !released.has(id))
  for (const one of held) {
    const others = otherAmounts(one, await inquiriesAbout(env, tx, one, false))
    const why = `the provider of the sender has not announced it${others}`
    const hold = { institutionId: one.institution_id, on: one.id, reason: 'travel_rule', why } as const
    await placeHold(env, tx, hold, 'service')
  }
  return deposits.filter((one) => !held.includes(one) && !listed.has(one.id))
}
