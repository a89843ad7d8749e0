import { priceHistoryCall, reservesHistoryCall } from '@specie/protocol/portal/public.ts'
import type { Clock } from '../base/clock.ts'
import { reservesHistory } from '../issuance/reserves-history.ts'
import { pairOf } from '../trading/market/pair.ts'
import { priceHistory } from '../trading/market/price-history.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

export function publicPeopleRoutes(routes: PeopleRoutes): void {
  const reserves = readOnce<Awaited<ReturnType<typeof reservesHistory>>>(60_000)
  routes.mount(reservesHistoryCall, (env) => reserves(env.clock, '', () => reservesHistory(env)))
  const prices = readOnce<Awaited<ReturnType<typeof priceHistory>>>(10_000)
  routes.mount(priceHistoryCall, (env, _session, { symbol, span }) => {
    pairOf(symbol) // only known pairs are cached
    return prices(env.clock, `${symbol} ${span}`, () => priceHistory(env, symbol, span))
  })
}

/** Public, so one reading serves all callers within this time. */
function readOnce<T>(freshMs: number) {
  const last = new Map<string, { readonly at: number; readonly answer: Promise<T> }>()
  return (clock: Clock, key: string, read: () => Promise<T>): Promise<T> => {
    const at = clock.elapsed()
    const known = last.get(key)
    if (known !== undefined && at - known.at < freshMs) return known.answer
    const answer = read()
    last.set(key, { at, answer })
    // A failure is returned to its waiting callers, and not cached.
    answer.catch(() => last.delete(key))
    return answer
  }
}
