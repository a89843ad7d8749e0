import type { Caller, World } from './caller.ts'

// What a check is, and how it ends. A check is data: its name, the page of its rule, its needs.

/** `key`: a key of an institution. `sandbox`: funded institutions of its own. */
export type Need = 'key' | 'sandbox'

export type Check = {
  readonly name: string
  /** The page with the rule, relative to the repository. */
  readonly rule: string
  /** What the check needs to run; a key by default. */
  readonly needs?: Need | null
  run(caller: Caller, world: World): Promise<void>
}

/** Checks of one area share a key and run in sequence. */
export type Area = { readonly name: string; readonly checks: readonly Check[] }

export type Outcome =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed'
      readonly expected: string
      readonly actual: string
      readonly traceid: string | null
    }
  | { readonly outcome: 'skipped'; readonly why: string }

export type Result = { readonly area: string; readonly name: string; readonly rule: string } & Outcome

/** The expected and the actual value. */
export class Mismatch extends Error {
  readonly expected: string
  readonly actual: string
  readonly traceid: string | null

  constructor(expected: string, actual: string, traceid: string | null = null) {
    super(`expected ${expected}, but got ${actual}`)
    this.expected = expected
    this.actual = actual
    this.traceid = traceid
  }
}

/** The service has nothing to run this check on. */
export class NothingToCheck extends Error {}

/** The outcome of a check. */
export async function outcomeOf(run: () => Promise<void>): Promise<Outcome> {
  try {
    await run()
    return { outcome: 'passed' }
  } catch (error) {
    if (error instanceof NothingToCheck) return { outcome: 'skipped', why: error.message }
    return { outcome: 'failed', ...differenceOf(error) }
  }
}

function differenceOf(error: unknown): { expected: string; actual: string; traceid: string | null } {
  if (error instanceof Mismatch) return { expected: error.expected, actual: error.actual, traceid: error.traceid }
  const { message, cause } = error as Error
  const actual = cause instanceof Error ? `${message}: ${cause.message}` : message
  return { expected: 'an answer', actual, traceid: null }
}
