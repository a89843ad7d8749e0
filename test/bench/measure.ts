/** Journals, orders or whatever a bench counts, per second; latencies in milliseconds where they are known. */
export type Measured = { perSecond: number; p50?: number; p99?: number }

/** One thing to be measured, for about so many seconds. */
export type Contestant = { name: string; run(seconds: number): Promise<Measured> }

/** So many callers, each asking again as soon as it is answered. */
export async function load(
  callers: number,
  seconds: number,
  ask: (caller: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const call = async (caller: number) => {
    for (let asked = performance.now(); asked < until; asked = performance.now()) {
      await ask(caller)
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  const took = (performance.now() - begun) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99) }
}

/** Round after round, so that what else the machine does hits all alike; the median of each figure. */
export async function compare(
  contestants: readonly Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Map<string, Measured>> {
  const taken = new Map(contestants.map(({ name }) => [name, [] as Measured[]]))
  // The first round warms caches and plans and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const { name, run } of contestants) {
      const measured = await run(round === 0 ? seconds / 3 : seconds)
      if (round > 0) taken.get(name)!.push(measured)
    }
  }
  return new Map([...taken].map(([name, all]) => [name, medians(all)]))
}

function medians(all: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => median(all.flatMap((one) => one[figure] ?? []))
  return all[0]?.p50 === undefined
    ? { perSecond: of('perSecond') }
    : { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
