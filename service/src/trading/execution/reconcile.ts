import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { openCase } from '../../banking/reconciliation/cases.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Venue } from '../../base/ports/venue.ts'
import { positionsOf, summarizePositions } from '../market/positions.ts'

/** Compares each venue's reported positions with our books; a difference opens a case. */
export const reconcileVenues: Job = {
  name: 'trading.positions',
  everyMs: 30_000,
  applies: ({ venues }) => venues.length > 0,
  run: async (env) => {
    for (const venue of env.venues) {
      await reconcile(env, venue).catch((error: unknown) =>
        env.log.warn({ err: error, venue: venue.name }, 'the positions of a venue cannot be compared'),
      )
    }
    return 0
  },
}

async function reconcile(env: Env, venue: Venue): Promise<void> {
  await summarizePositions(env.db, venue.name, env.clock.now())
  const before = await positionsOf(env.db, venue.name)
  if (before === null) return
  const theirs = await venue.positions()
  const ours = await positionsOf(env.db, venue.name)
  // Positions that changed during the call are compared next time.
  if (ours === null || !isSame(before, ours)) return
  for (const asset of new Set([...ours.keys(), ...theirs.keys()])) {
    const [here, there] = [ours.get(asset) ?? 0n, theirs.get(asset) ?? 0n]
    if (here === there) continue
    const text = (minor: bigint) => formatAmount({ asset, minor })
    const detail = { venue: venue.name, asset, ours: text(here), theirs: text(there) }
    const cause = `${venue.name} ${asset} ${here} ${there}`
    if (await openCase(env.db, { kind: 'venue_position', cause, detail }, env.clock.now()))
      env.log.error(detail, 'the positions of a venue differ from our books')
  }
}

const isSame = (a: ReadonlyMap<AssetCode, bigint>, b: ReadonlyMap<AssetCode, bigint>): boolean =>
  a.size === b.size && [...a].every(([asset, amount]) => b.get(asset) === amount)
