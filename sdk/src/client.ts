import { makeCall } from './call/call.ts'
import { type CallName, type Calls, callTable } from './generated/calls.gen.ts'
import type { CallOptions } from './call/call-types.ts'
import { contextOf } from './call/context.ts'
import { type FeedEvent, followEvents, type FollowOptions } from './call/follow.ts'
import type { ClientOptions } from './options.ts'
import { outcomeOf, type Outcomes } from './call/outcome.ts'
import { allRows } from './call/pages.ts'
import { type Sandbox, sandboxOf } from './sandbox.ts'

// The client: one method for each call, and methods composed of calls.

export interface Client extends Calls {
  /** The change feed, event by event, until its signal ends it. */
  follow(options?: FollowOptions): AsyncGenerator<FeedEvent, void, undefined>
  /** Waits until a mint, a redemption, a withdrawal, a rail, a payment or a deposit is final, and returns its row. */
  outcome: Outcomes
  /** The public key of this client: SPKI in base64, in the portal's format. */
  publicKey(): Promise<string>
  /** The controls of UAT. */
  sandbox: Sandbox
}

type Fields = Readonly<Record<string, unknown>>

export function createClient(options: ClientOptions): Client {
  const context = contextOf(options)
  const method = (name: CallName) => {
    const make = (request: Fields = {}, options: CallOptions = {}) => makeCall(context, name, request, options)
    const row = callTable[name]
    if (!('list' in row)) return make
    const { list } = row
    return Object.assign(make, {
      all: (request: Fields = {}, options: CallOptions = {}) => allRows(make, list, request, options),
    })
  }
  const names = Object.keys(callTable) as CallName[]
  // The table and the types are generated from the same endpoints.
  const calls = Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Calls
  return {
    ...calls,
    follow: (options) => followEvents(calls.queryEvents, options),
    outcome: outcomeOf(context, calls),
    publicKey: async () => (await context.signer()).publicKey,
    sandbox: sandboxOf(context),
  }
}
