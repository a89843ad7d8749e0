/** Journals, orders or another unit per second; latencies in milliseconds if known. */
export type Measured = {
  perSecond: number
  p50?: number
  p95?: number
  p99?: number
  /** The cost of one order in microseconds of all cores, by process. */
  cpu?: { service: number; database: number; load: number }
}

/** One measurement of about this number of seconds. */
export type Candidate = { name: string; run(seconds: number): Promise<Measured> }

/** This number of callers, each calling again as soon as it is answered. */
export async function load(
  callers: number,
  seconds: number,
  ask: (caller: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const call = async (caller: number) => {
    for (let request = performance.now(); request < until; request = performance.now()) {
      await ask(caller)
      latencies.push(performance.now() - request)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  const took = (performance.now() - begun) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99) }
}

/** Round after round, so that other load affects all equally; the median of each figure. */
export async function compare(
  contestants: readonly Candidate[],
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

export function medians(all: readonly Measured[]): Measured {
  const of = (figure: (one: Measured) => number | undefined) => {
    const known = all.map(figure).filter((value) => value !== undefined)
    return known.length === 0 ? undefined : median(known)
  }
  const [p50, p95, p99] = [of((one) => one.p50), of((one) => one.p95), of((one) => one.p99)]
  const [service, database, load] = (['service', 'database', 'load'] as const).map((who) => of((one) => one.cpu?.[who]))
  return {
    perSecond: of((one) => one.perSecond)!,
    ...(p50 !== undefined && { p50 }),
    ...(p95 !== undefined && { p95 }),
    ...(p99 !== undefined && { p99 }),
    ...(service !== undefined && { cpu: { service, database: database!, load: load! } }),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
