import type { PeopleResponse } from '@specie/protocol/people/call.ts'
import { reservesHistoryCall } from '@specie/protocol/people/public.ts'
import { reservesHistory } from '../issuance/reserves-history.ts'
import type { PeopleRoutes } from './serve.ts'

type History = PeopleResponse<typeof reservesHistoryCall>

/** Anybody may ask for it: it is read once for all who ask within this time. */
const freshMs = 60_000

export function publicPeopleRoutes(routes: PeopleRoutes): void {
  let last: { readonly at: number; readonly history: Promise<History> } | null = null
  routes.mount(reservesHistoryCall, (env) => {
    const at = env.clock.elapsed()
    if (last !== null && at - last.at < freshMs) return last.history
    const history = reservesHistory(env)
    last = { at, history }
    // A failure is told to those who wait for it, and not kept.
    history.catch(() => (last = null))
    return history
  })
}
