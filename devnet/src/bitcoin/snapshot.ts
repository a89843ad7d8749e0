import type { Snapshots } from '@specie/program/event-log.ts'
import { usualSnapshots, type LogAt } from '../chain.ts'
import type { Mempool } from './mempool.ts'
import type { State } from './state.ts'
import type { Wallets } from './wallet.ts'

type World = { readonly state: State; readonly pool: Mempool; readonly wallets: Wallets }

/** Raise it when the form of the snapshot changes. */
const version = 1

/** The chain, its branches, the mempool and the wallets, between two events. */
export const snapshotsOf = (
  { state, pool, wallets }: World,
  { snapshotEvery: every = usualSnapshots, keepsLog = false }: LogAt,
): Snapshots => ({
  version,
  every,
  keepsLog,
  take: (): World => ({ state, pool, wallets }),
  restore: (kept) => {
    const { state: then, ...rest } = kept as World
    state.chain.length = 0
    for (const linked of then.chain) state.chain.push(linked)
    refill(state.known, then.known)
    refill(state.coins, then.coins)
    refill(state.places, then.places)
    refill(pool, rest.pool)
    refill(wallets, rest.wallets)
  },
})

function refill<K, V>(map: Map<K, V>, then: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of then) map.set(key, value)
}
