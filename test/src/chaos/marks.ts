import { customerOf } from '../customers/bank.ts'
import { get } from '../client.ts'
import { heightOf } from './chain-events.ts'
import type { Mark } from './basic-facts.ts'
import { patiently, type World } from './world.ts'

/** The current state of the outside world, to distinguish later events from earlier ones. */
export async function markOf({ uat, tokens }: Pick<World, 'uat' | 'tokens'>): Promise<Mark> {
  const heights = await Promise.all(
    [...new Set(tokens.map(({ chain }) => chain))].map(
      async (chain) => [chain, await patiently(() => heightOf(uat.devnet!.origin, chain))] as const,
    ),
  )
  const { origin } = uat.counterparts
  const files = await patiently(() => customerOf(origin).files())
  const { arrivals } = (await patiently(() => get(`${origin}/provider/control/state`))).body
  return {
    blocks: Object.fromEntries(heights),
    file: files.at(-1)?.number ?? 0,
    gone: arrivals.filter((one: any) => one.gone !== null).map((one: any) => one.id),
  }
}
