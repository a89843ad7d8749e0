import type { Env } from '../base/env.ts'
import type { Provider, Settlement } from '../base/ports/ports.ts'
import type { Payment } from './payment/row.ts'

/** A provider that does not answer costs ten seconds a call: one after the other, payments would hold up each other. */
const together = 20

/** Asks the provider about each of these; answers how many have come a step further. */
export async function askEach<T>(things: readonly T[], ask: (thing: T) => Promise<boolean>): Promise<number> {
  let steps = 0
  for (let from = 0; from < things.length; from += together) {
    const answers = await Promise.all(things.slice(from, from + together).map(ask))
    steps += answers.filter(Boolean).length
  }
  return steps
}

/** Work that needs the provider; what does not need it goes on without. */
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

/** Thrown where the provider has not decided: it is asked again later, under the same key. */
export function decidedOf(told: Settlement, { id }: Pick<Payment, 'id'>): Decided {
  if (told.status === 'rejected') return { status: 'rejected', reason: told.reason }
  if (told.status === 'settled') return { status: 'settled' }
  throw new Error(`the provider has not decided on payment ${id} yet`)
}
