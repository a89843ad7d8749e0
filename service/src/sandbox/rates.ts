import { formatMinor } from '@specie/protocol/money.ts'
import * as calls from '@specie/protocol/sandbox/market.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { storedRates } from '../markets/rate/rates.ts'
import { refreshRates } from '../markets/rate/refresh.ts'
import { mount } from './control/mount.ts'

/** The reference rates: those in use, and those in doubt with the reason. A POST polls the sources first. */
export function rateRoutes(app: App, env: Env): void {
  mount(app, calls.rates, () => ratesOf(env))
  mount(app, calls.refreshRates, async () => {
    await refreshRates.run(env)
    return ratesOf(env)
  })
}

async function ratesOf({ db }: Env) {
  const rates = (await storedRates(db)).map(({ symbol, units, decimals, at, doubt }) => ({
    symbol,
    price: formatMinor(units, decimals),
    at: at.toISOString(),
    doubt,
  }))
  return { rates }
}
