import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '../programs/service.ts'
import { type Random, oneOf } from '../seeded-random.ts'
import type { Uat } from '../programs/uat.ts'

// Faults during payments: processes die, the provider and the bank misbehave, chains fail.

export const chains = ['ETH', 'SOL'] as const

/** A second worker next to the service: they replace each other. */
export type Workers = { uat: Uat; worker: RunningService }

/** A fault of the provider, with its count and its duration. */
const wrongs = [
  { next: 'timeout_after_accept' },
  { next: 'fill_twice' },
  { next: 'settle_late', seconds: 3_600 },
  { next: 'reject' },
  { next: 'error' },
  { next: 'arrive_twice' },
  { next: 'pending', seconds: 900 },
]

/** They are called directly: the service in between may be dead. */
async function tell(uat: Uat, who: 'bank' | 'provider', request: object): Promise<void> {
  const response = await fetch(`${uat.counterparts.origin}/${who}/control/next`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new Error(`the ${who} answered ${response.status}: ${await response.text()}`)
}

/** Everything in some order, repeatedly: pure chance might omit a case. */
export function deck<T>(pick: Random, all: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...all]
    return left.splice(pick(left.length), 1)[0]!
  }
}

/** Causes one outside fault; returns it. */
type Trouble = (crew: Workers) => Promise<string>

/** All outside faults. */
export function troubles(pick: Random): Trouble[] {
  const pull =
    (sandboxControl: string, body: () => object): Trouble =>
    async ({ uat }) => {
      const chain = oneOf(pick, chains)
      const ask = body()
      await uat.devnet!.control(chain, sandboxControl, ask)
      return `${chain} ${sandboxControl} ${JSON.stringify(ask)}`
    }
  const faultOf =
    (who: 'bank' | 'provider', body: () => object): Trouble =>
    async ({ uat }) => {
      const ask = body()
      await tell(uat, who, ask)
      return `${who} ${JSON.stringify(ask)}`
    }
  return [
    ...wrongs.map((wrong) => faultOf('provider', () => ({ ...wrong, count: 1 + pick(3) }))),
    faultOf('bank', () => ({ next: 'return_payment', reason: 'AC04', count: 1 + pick(3) })),
    faultOf('bank', () => ({ next: 'accept_then_timeout', count: 1 })),
    pull('revert-next', () => ({ count: 1 + pick(3) })),
    pull('drop-next', () => ({ count: 1 + pick(3) })),
    pull('reorg', () => ({ depth: 1 + pick(4) })),
    pull('stall', () => ({})),
  ]
}

/** Ends the faults of chains: pending ones are dropped. */
export async function calm({ uat }: Workers): Promise<void> {
  for (const chain of chains) {
    for (const fault of ['revert-next', 'drop-next']) await uat.devnet!.control(chain, fault, { count: 0 })
    await uat.devnet!.control(chain, 'resume')
  }
}

/** Kills a process, and restarts it. */
export const deaths: Record<string, (crew: Workers) => Promise<void>> = {
  service: async ({ uat }) => {
    await uat.service.kill()
    await uat.restart()
  },
  worker: async (crew) => {
    await crew.worker.kill()
    crew.worker = await crew.uat.another({ SPECIE_ROLE: 'worker' })
  },
  counterparts: async ({ uat }) => {
    await uat.counterparts.kill()
    uat.counterparts = await uat.counterparts.again()
  },
  chains: async ({ uat }) => {
    await uat.devnet!.kill()
    uat.devnet = await uat.devnet!.again()
  },
}

/** Time passes, and a process dies meanwhile, at a random moment. */
export async function dying(crew: Workers, pick: Random, who: string): Promise<void> {
  const passing = crew.uat.pass(60 * (1 + pick(30))).catch(() => {}) // the service may be the one that dies
  await sleep(pick(1_500))
  await deaths[who]!(crew)
  await passing
}
