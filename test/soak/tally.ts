// Calls, answers and durations, by minute.

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
  /** All calls since the end of the last minute. */
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

/** No price, or a desk with too little: that is an answer, and the caller retries. */
const isNoMarket = ({ name, status }: Outcome): boolean => name === 'requestQuote' && status === 503

/** Answered with a fault of the service, or not at all. */
export const isFault = (one: Outcome): boolean => (one.status === 0 || one.status >= 500) && !isNoMarket(one)

/** These wait on purpose: their durations say nothing about the service. */
const isPatient = ({ name }: Outcome): boolean => name === 'queryEvents, waiting' || name === 'clock/advance'

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { calls: times.length, p50: at(0.5), p99: at(0.99) }
}

export const quickOnes = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter((one) => !isPatient(one))
