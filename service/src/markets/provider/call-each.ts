import { mapLimited } from '@specie/program/map-limited.ts'

/** A call to an unresponsive provider takes ten seconds. In sequence, items would delay each other. */
const concurrency = 20

/** Calls the provider for each item; returns how many made progress. */
export async function callEach<T>(items: readonly T[], call: (item: T) => Promise<boolean>): Promise<number> {
  return (await mapLimited(items, concurrency, call)).filter(Boolean).length
}
