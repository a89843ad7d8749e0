import type { ChainCode } from '@specie/protocol/chains.ts'
import type { KeyName } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'

/**
 * The exclusive right to send with a key on a chain. The token grows with every holder; writes with an old one are refused.
 */
export type Lease = { readonly chain: ChainCode; readonly key: KeyName; readonly token: bigint }

/** The id of this process in leases. */
export const leaseHolder = perProcess((env) => env.ids.uuid(env.clock.now()))

/** Longer than one pass of the sender, and a short wait after a crash. */
const seconds = 4

/** Takes or renews the lease; null while another process holds it. Uses the database's clock, which all processes share. */
export async function takeLease(env: Env, holder: string, chain: ChainCode, key: KeyName): Promise<Lease | null> {
  const [row] = await env.db.query<{ token: bigint }>(
    `insert into chains.lease as held (chain, key, holder, token, until)
     values ($1, $2, $3, 1, clock_timestamp() + $4 * interval '1 second')
     on conflict (chain, key) do update set
       token = case when held.holder = excluded.holder and held.until > clock_timestamp() then held.token else held.token + 1 end,
       holder = excluded.holder, until = excluded.until
     where held.holder = excluded.holder or held.until <= clock_timestamp()
     returning token`,
    [chain, key, holder, seconds],
  )
  return row ? { chain, key, token: row.token } : null
}

/** A clean shutdown releases the leases, so that another process can start immediately. */
export async function endLeases(env: Env, holder: string): Promise<void> {
  await env.db.query('update chains.lease set until = clock_timestamp() where holder = $1', [holder])
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Fencing: every write of a sender starts with this. The row lock prevents a takeover before the commit. */
export async function assertLease(tx: Tx, { chain, key, token }: Lease): Promise<void> {
  const [held] = await tx.query<{ token: bigint }>(
    'select token from chains.lease where chain = $1 and key = $2 for share',
    [chain, key],
  )
  if (held?.token !== token) throw new LeaseLost(`the lease on ${key} of ${chain} has passed to another process`)
}
