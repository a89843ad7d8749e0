import type { OnboardAnswer, OnboardRequest } from './calls.gen.ts'
import type { CallOptions } from './call-types.ts'
import type { Context } from './context.ts'
import type { Amount } from './decimal.ts'
import { send } from './send.ts'

// The controls of UAT, under /sandbox/v1/: JSON and unsigned. They act at once, have no client ids and are sent once.

type Free = Readonly<Record<string, unknown>>
type Answer = Record<string, unknown>
type Tell<Request = Free, Reply = Answer> = (request: Request, options?: CallOptions) => Promise<Reply>
type Ask<Reply = Answer> = (options?: CallOptions) => Promise<Reply>
type About<Reply = Answer> = (id: string, request?: Free, options?: CallOptions) => Promise<Reply>

export interface WireRequest {
  institutionid: string
  currency: 'CHF' | 'GBP'
  amount: Amount
  /** By default the institution itself; another name makes it a third party. */
  sendername?: string
  /** By default the institution's own; empty: none, so that the owner of the wire is unknown. */
  reference?: string
  recall?: boolean
}

export interface SettlementClock {
  settlement: string
  wall: string
  speed: number
}

export interface Sandbox {
  /** Any call of the sandbox by its path: `call('wires', { … })`. Without a body it is a GET. */
  call(path: string, request?: Free, options?: CallOptions): Promise<Answer>
  /** Onboards an institution; without a public key it answers a private one, once. */
  institutions: Tell<OnboardRequest, OnboardAnswer>
  people: Tell
  clock: Ask<SettlementClock>
  /** Lets settlement time pass; when it answers, everything that fell due is done. */
  advance: Tell<{ seconds: number }, SettlementClock>
  resetClock: Ask<SettlementClock>
  /** A wire arrives at the bank. */
  wires: Tell<WireRequest, { bankref: string }>
  bankaccounts: Tell
  disableBankaccount: About
  addresses: Tell
  /** `addressAction(addressid, 'suspend')`. */
  addressAction(id: string, action: string, request?: Free, options?: CallOptions): Promise<Answer>
  /** Coins or crypto arrive at an address. */
  deposits: Tell
  /** Money arrives over a rail. */
  payments: Tell
  resumePayment: About
  /** `railAction(railid, 'suspend')`. */
  railAction(id: string, action: string, request?: Free, options?: CallOptions): Promise<Answer>
  holds: Tell
  releaseHold: About
  rejectHold: About
  /** `chain('ETH', 'mine', { blocks: 3 })`. */
  chain(code: string, lever: string, request?: Free, options?: CallOptions): Promise<Answer>
  /** What a counterpart (`bank`, `provider`, `lp`) has been told, and has done. */
  counterpart: (name: string, options?: CallOptions) => Promise<Answer>
  tellCounterpart(name: string, request: Free, options?: CallOptions): Promise<Answer>
  liquidity: Tell
  pairs: Tell
  rates: Ask
  refreshRates: Ask
  scenarios: Ask
}

export function sandboxOf(context: Context): Sandbox {
  const ask = (path: string, request: Free | undefined, options: CallOptions = {}): Promise<any> =>
    sendSandbox(context, path, request, options)
  const tell = (path: string) => (request: object, options?: CallOptions) => ask(path, request as Free, options)
  const about =
    (path: string, action: string) =>
    (id: string, request: Free = {}, options?: CallOptions) =>
      ask(`${path}/${encodeURIComponent(id)}/${action}`, request, options)
  const action =
    (path: string) =>
    (id: string, name: string, request: Free = {}, options?: CallOptions) =>
      ask(`${path}/${encodeURIComponent(id)}/${encodeURIComponent(name)}`, request, options)
  return {
    call: ask,
    institutions: tell('institutions'),
    people: tell('people'),
    clock: (options) => ask('clock', undefined, options),
    advance: ({ seconds }, options) => advance(ask, seconds, options),
    resetClock: (options) => ask('clock/reset', {}, options),
    wires: tell('wires'),
    bankaccounts: tell('bankaccounts'),
    disableBankaccount: about('bankaccounts', 'disable'),
    addresses: tell('addresses'),
    addressAction: action('addresses'),
    deposits: tell('deposits'),
    payments: tell('payments'),
    resumePayment: about('payments', 'resume'),
    railAction: action('rails'),
    holds: tell('holds'),
    releaseHold: about('holds', 'release'),
    rejectHold: about('holds', 'reject'),
    chain: action('chains'),
    counterpart: (name, options) => ask(`counterparts/${encodeURIComponent(name)}`, undefined, options),
    tellCounterpart: (name, request, options) => ask(`counterparts/${encodeURIComponent(name)}`, request, options),
    liquidity: tell('liquidity'),
    pairs: tell('pairs'),
    rates: (options) => ask('rates', undefined, options),
    refreshRates: (options) => ask('rates', {}, options),
    scenarios: (options) => ask('scenarios', undefined, options),
  }
}

type Progress = SettlementClock & { readonly done: boolean; readonly remaining: number }

/** A long way is answered in parts: each says how much of it is left. */
async function advance(ask: Sandbox['call'], seconds: number, options?: CallOptions): Promise<SettlementClock> {
  for (let left = seconds; ;) {
    const { done, remaining, ...clock } = (await ask(
      'clock/advance',
      { seconds: left },
      options,
    )) as unknown as Progress
    if (done) return clock
    left = remaining
  }
}

/** The sandbox itself answers within a minute. */
const timeoutMs = 90_000

function sendSandbox(
  context: Context,
  path: string,
  request: Free | undefined,
  options: CallOptions,
): Promise<unknown> {
  const { sandboxToken: token, signal: always } = context
  const signals = [always, options.signal].filter((signal) => signal !== undefined)
  return send(context, {
    call: `sandbox/${path}`,
    attempt: 1,
    method: request === undefined ? 'GET' : 'POST',
    url: new URL(`/sandbox/v1/${path}`, context.base).href,
    headers: {
      ...options.headers,
      ...(request === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: request === undefined ? null : JSON.stringify(request),
    timeoutMs: options.timeoutMs ?? timeoutMs,
    signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
  })
}
