import type { Env } from '../../base/env.ts'
import type { Provider, Settlement } from '../../base/ports/provider.ts'
import type { Payment } from './row.ts'

/** Runs work that needs the provider; a failure does not stop the rest. */
export async function withProvider(env: Env, work: (env: Env, provider: Provider) => Promise<number>): Promise<number> {
  if (env.provider === null) return 0
  try {
    return await work(env, env.provider)
  } catch (error) {
    env.log.warn({ err: error }, 'the provider does not answer; payments wait')
    return 0
  }
}

export type Decided = { status: 'settled' } | { status: 'rejected'; reason: string }

/** Throws while the provider has not decided. The call is repeated later, with the same key. */
export function decidedOf(settlement: Settlement, { id }: Pick<Payment, 'id'>): Decided {
  if (settlement.status === 'rejected') return { status: 'rejected', reason: settlement.reason }
  if (settlement.status === 'settled') return { status: 'settled' }
  throw new Error(`the provider has not decided on payment ${id} yet`)
}
