import { serve, type Service } from '@specie/service/app.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Env } from '@specie/service/base/env.ts'
import type { Bank } from '@specie/service/base/ports/bank.ts'
import type { Chain } from '@specie/service/base/ports/chain.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { setUpUat } from '@specie/service/sandbox/demo/set-up.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { carrying } from './portal.ts'

/** A service with a chain that is never called, a bank with scripted answers, and a settlement clock to advance. */
export type AddressDesk = {
  readonly database: TestDatabase
  readonly env: Env
  readonly origin: string
  /** The offset of settlement time, in ms. */
  later: number
  /** The bank's answer about every name. */
  payee: Awaited<ReturnType<Bank['confirmPayee']>>
  stop(): Promise<void>
}

export async function startAddressDesk(over: Partial<Omit<Env, 'runtime'>> = {}): Promise<AddressDesk> {
  const database = await freshDatabase()
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('ETH', 'VCHF', '0xc0', now()), ('ETH', 'VGBP', '0xc1', now())`,
  )
  const clock = { ...systemClock, settlement: () => new Date(systemClock.now().getTime() + desk.later) }
  const config = {
    ...readConfig({ PORT: '0', PUBLIC_PER_SECOND: '100000' }),
    signingWaitMs: 0,
    failuresPerSecond: 100_000,
  }
  const bank = { confirmPayee: async () => desk.payee } as unknown as Bank
  const env = testEnv(database, { clock, config, bank, chains: new Map([['ETH', {} as Chain]]), ...over })
  const desk = { later: 0, payee: { result: 'match', name: null } as AddressDesk['payee'] }
  await setUpUat(env)
  const service: Service = await serve(env, { clock: clock as never, settle: async () => true })
  const stop = async () => {
    await service.stop()
    await database.drop()
  }
  return Object.assign(desk, { database, env, origin: new URL(service.base).origin, stop })
}

/** Calls the portal or the console as this person. */
export async function callAs(
  origin: string,
  by: Session,
  path: string,
  body?: object,
): Promise<{ status: number; body: any }> {
  const side = by.person.side === 'staff' ? 'console' : 'portal'
  const response = await fetch(`${origin}/${side}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...carrying(by, origin), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
