import type { ChainCode } from '@specie/protocol/chains.ts'
import type { KeyName } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'

/** The right to send with a key on a chain. Its token grows with every holder: what a former one writes is refused. */
export type Lease = { readonly chain: ChainCode; readonly key: KeyName; readonly token: bigint }

/** Longer than a pass of the sender takes; shorter than anybody minds to wait after a crash. */
const seconds = 4

/** Takes or renews the lease; null while another process holds it. The database's clock decides, for all share it. */
export async function takeLease(env: Env, holder: string, chain: ChainCode, key: KeyName): Promise<Lease | null> {
  const [taken] = await env.db.query<{ token: bigint }>(
    `insert into chains.lease as held (chain, key, holder, token, until)
     values ($1, $2, $3, 1, clock_timestamp() + $4 * interval '1 second')
     on conflict (chain, key) do update set
       token = case when held.holder = excluded.holder and held.until > clock_timestamp() then held.token else held.token + 1 end,
       holder = excluded.holder, until = excluded.until
     where held.holder = excluded.holder or held.until <= clock_timestamp()
     returning token`,
    [chain, key, holder, seconds],
  )
  return taken ? { chain, key, token: taken.token } : null
}

/** Whoever stops in order lets the next one begin at once. */
export async function endLeases(env: Env, holder: string): Promise<void> {
  await env.db.query('update chains.lease set until = clock_timestamp() where holder = $1', [holder])
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Every write of a sender begins with this: fencing. The row stays locked, so nobody takes over meanwhile. */
export async function assertLease(tx: Tx, { chain, key, token }: Lease): Promise<void> {
  const [held] = await tx.query<{ token: bigint }>(
    'select token from chains.lease where chain = $1 and key = $2 for share',
    [chain, key],
  )
  if (held?.token !== token) throw new LeaseLost(`the lease on ${key} of ${chain} has passed to another process`)
}
