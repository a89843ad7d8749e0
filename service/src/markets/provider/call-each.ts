import { mapLimited } from '@specie/program/map-limited.ts'

/** A call to an unresponsive provider takes ten seconds. In sequence, items would delay each other. */
const concurrency = 20

/** Calls the provider for each item; returns how many made progress. */
export async function callEach<T>(things: readonly T[], call: (thing: T) => Promise<boolean>): Promise<number> {
  return (await mapLimited(things, concurrency, call)).filter(Boolean).length
}
