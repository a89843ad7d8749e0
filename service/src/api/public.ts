import { assets } from '@specie/protocol/assets.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { getAssets, getStatus, getTime, getTradingPairs } from '@specie/protocol/public.ts'
import type { Env } from '../base/env.ts'
import { version } from '../base/version.ts'
import type { Open, Routes } from './serve.ts'

export function publicRoutes(routes: Routes): void {
  routes.open(getAssets, async () => ({ assets: Object.values(assets) }))
  routes.open(getTradingPairs, tradingPairs)
  routes.open(getStatus, serviceStatus)
  routes.open(getTime, wallTime)
}

// What this installation can do. A product turns its own entry on when it is built.
const services = {
  ledger: () => true,
  deposits: ({ bank }: Env) => bank !== null,
  withdrawals: ({ bank }: Env) => bank !== null,
  minting: () => false,
  redemption: () => false,
  trading: () => false,
  rails: () => false,
} as const

/** Nothing is traded in this version yet: a pair that shows online takes orders. */
const tradingPairs: Open<typeof getTradingPairs> = async (_env, { status }) => ({
  pairs: status === 'online' ? [] : pairs.map((pair) => ({ ...pair, status: 'offline' })),
})

const serviceStatus: Open<typeof getStatus> = async (env) => ({
  timestamp: env.clock.now().toISOString(),
  environment: env.config.environment,
  version,
  status: 'online',
  services: entries(services).map(([service, isOn]) => ({
    service,
    status: isOn(env) ? 'online' : 'offline',
    notice: null,
  })),
})

/** Wall time, because that is what nonces are compared with. */
const wallTime: Open<typeof getTime> = async (env) => {
  const wall = env.clock.wall()
  return { timestamp: new Date(wall).toISOString(), unix_ms: wall }
}

const entries = Object.entries as <Table extends object>(table: Table) => [keyof Table, Table[keyof Table]][]
