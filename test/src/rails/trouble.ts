import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '../programs/service.ts'
import { type Chance, oneOf } from '../chance.ts'
import type { Uat } from '../programs/uat.ts'

// What goes wrong while payments are under way: processes die, the provider and the bank misbehave, chains fail.

export const chains = ['ETH', 'SOL'] as const

/** A second worker beside the service: they take each other's place. */
export type Crew = { uat: Uat; worker: RunningService }

/** What the provider does wrong, how often, and for how long. */
const wrongs = [
  { next: 'timeout_after_accept' },
  { next: 'fill_twice' },
  { next: 'settle_late', seconds: 3_600 },
  { next: 'reject' },
  { next: 'error' },
  { next: 'arrive_twice' },
  { next: 'pending', seconds: 900 },
]

/** They are told directly: whoever would pass it on may be dead. */
async function tell(uat: Uat, who: 'bank' | 'provider', wish: object): Promise<void> {
  const response = await fetch(`${uat.counterparts.origin}/${who}/control/next`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  })
  if (!response.ok) throw new Error(`the ${who} answered ${response.status}: ${await response.text()}`)
}

/** Everything in some order, again and again: what is left to chance alone may never happen. */
export function deck<T>(pick: Chance, all: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...all]
    return left.splice(pick(left.length), 1)[0]!
  }
}

/** Makes one thing go wrong outside; answers what. */
type Trouble = (crew: Crew) => Promise<string>

/** All that can go wrong outside. */
export function troubles(pick: Chance): Trouble[] {
  const pull =
    (lever: string, body: () => object): Trouble =>
    async ({ uat }) => {
      const chain = oneOf(pick, chains)
      const ask = body()
      await uat.devnet!.control(chain, lever, ask)
      return `${chain} ${lever} ${JSON.stringify(ask)}`
    }
  const wish =
    (who: 'bank' | 'provider', body: () => object): Trouble =>
    async ({ uat }) => {
      const ask = body()
      await tell(uat, who, ask)
      return `${who} ${JSON.stringify(ask)}`
    }
  return [
    ...wrongs.map((wrong) => wish('provider', () => ({ ...wrong, count: 1 + pick(3) }))),
    wish('bank', () => ({ next: 'return_payment', reason: 'AC04', count: 1 + pick(3) })),
    wish('bank', () => ({ next: 'accept_then_timeout', count: 1 })),
    pull('revert-next', () => ({ count: 1 + pick(3) })),
    pull('drop-next', () => ({ count: 1 + pick(3) })),
    pull('reorg', () => ({ depth: 1 + pick(4) })),
    pull('stall', () => ({})),
  ]
}

/** Chains do as they should: what was not used up is forgotten. */
export async function calm({ uat }: Crew): Promise<void> {
  for (const chain of chains) {
    for (const fault of ['revert-next', 'drop-next']) await uat.devnet!.control(chain, fault, { count: 0 })
    await uat.devnet!.control(chain, 'resume')
  }
}

/** Kills somebody, and starts him again. */
export const deaths: Record<string, (crew: Crew) => Promise<void>> = {
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

/** Time passes, and someone dies meanwhile, at any moment. */
export async function dying(crew: Crew, pick: Chance, who: string): Promise<void> {
  const passing = crew.uat.pass(60 * (1 + pick(30))).catch(() => {}) // it may be the service that dies
  await sleep(pick(1_500))
  await deaths[who]!(crew)
  await passing
}
