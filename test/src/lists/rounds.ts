import type { OfficialList } from '@specie/screening/lists/entry.ts'
import { deck } from '../rails/trouble.ts'
import type { Random } from '../seeded-random.ts'
import { damages } from './damage.ts'
import { type Followed, formats, lists, problemOf, stateOf } from './followed.ts'
import { sample } from './lists.ts'

export type Case = { readonly list: OfficialList; readonly damage: string; readonly bytes: Buffer }

/** Rounds of one damaged file for each list. Each damage comes as often as the others. */
export function roundsOf(pick: Random, count: number, parties: number): Case[][] {
  const whole = new Map(lists.map((list) => [list, Buffer.from(sample(formats[list], parties))]))
  const draw = deck(pick, Object.keys(damages))
  return Array.from({ length: count }, () =>
    lists.map((list) => {
      const damage = draw()
      return { list, damage, bytes: damages[damage]!(whole.get(list)!, pick) }
    }),
  )
}

/** Publishes the whole file of each list, so that each has an active version. */
export async function publishAll(followed: Followed, parties: number): Promise<void> {
  for (const list of lists) await followed.publish(list, Buffer.from(sample(formats[list], parties)))
  await followed.refresh(lists)
  await followed.wasRead(lists)
}

/** Publishes damaged files, and returns what the service has made wrong of them. `meanwhile`: while it reads them. */
export async function problemsIn(
  followed: Followed,
  cases: readonly Case[],
  meanwhile: () => Promise<void> = async () => {},
): Promise<unknown[]> {
  const { database } = followed
  const before = new Map<OfficialList, Awaited<ReturnType<typeof stateOf>>>()
  for (const { list, bytes } of cases) {
    before.set(list, await stateOf(database, list))
    await followed.publish(list, bytes)
  }
  await followed.refresh(lists)
  await meanwhile()
  await followed.wasRead(lists)
  const problems: unknown[] = []
  for (const { list, damage, bytes } of cases) {
    const problem = await problemOf(list, bytes, before.get(list)!, await stateOf(database, list))
    if (problem !== null) problems.push({ list, damage, problem })
  }
  return problems
}
