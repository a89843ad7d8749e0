// What was called, what came back and how long it took, by minute.

export type Outcome = {
  readonly name: string
  readonly status: number
  readonly code: string
  readonly message: string
  readonly ms: number
}

type Figures = { readonly calls: number; readonly p50: number; readonly p99: number }

export type Tally = {
  take(outcome: Outcome): void
  /** Everything since the last minute was closed. */
  closeMinute(): readonly Outcome[]
  all(): readonly Outcome[]
}

export function openTally(): Tally {
  const all: Outcome[] = []
  let closed = 0
  return {
    take: (outcome) => void all.push(outcome),
    closeMinute: () => {
      const minute = all.slice(closed)
      closed = all.length
      return minute
    },
    all: () => all,
  }
}

/** Nobody makes a price, or the desk has not so much: that is an answer, and the caller asks again. */
const isNoMarket = ({ name, status }: Outcome): boolean => name === 'requestQuote' && status === 503

/** Answered with a fault of the service's, or not at all. */
export const isFault = (one: Outcome): boolean => (one.status === 0 || one.status >= 500) && !isNoMarket(one)

/** These wait on purpose: their times say nothing of the service. */
const isPatient = ({ name }: Outcome): boolean => name === 'queryEvents, waiting' || name === 'clock/advance'

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { calls: times.length, p50: at(0.5), p99: at(0.99) }
}

export const quickOnes = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter((one) => !isPatient(one))
