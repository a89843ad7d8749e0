import type { AssetCode } from '@specie/protocol/assets.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { house } from '@specie/service/ledger/house.ts'
import { convert } from '@specie/service/trading/conversion/request.ts'
import { requestQuote } from '@specie/service/trading/quote/request.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { check } from '../checks.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { availableTo, endow, institutionWith, setBook } from '../trading.ts'

// A desk with a book of two levels, and an institution that requests quotes and converts.

export let database: TestDatabase
export let env: Env
/** Another process. */
export let other: Env
export let acme: string

export const symbol = 'VCHF/CHF'
export const book = {
  bids: [
    ['0.9999', '1000'],
    ['0.9995', '5000'],
  ],
  asks: [
    ['1.0001', '1000'],
    ['1.0005', '5000'],
  ],
} as const
const fortune = {
  CHF: '9000000',
  GBP: '9000000',
  VCHF: '9000000',
  VGBP: '9000000',
  USDC: '9000000',
  BTC: '900',
  ETH: '9000',
}

export function useQuotingDesk(): void {
  beforeAll(async () => {
    database = await freshDatabase()
    env = testEnv(database)
    other = testEnv(database, { db: database.owner })
    await endow(env, house, fortune)
    acme = await institutionWith(env, database, fortune)
    await setBook(env, symbol, book)
  })

  afterAll(async () => {
    expect((await check(env.db)).filter((row) => !row.ok)).toEqual([])
    await Promise.all([env.runtime.close(), other.runtime.close()])
    await database.drop()
  })
}

/** The same process at a given time. */
export const at = (ms: number): Env => ({ ...env, clock: { ...systemClock, now: () => new Date(ms), wall: () => ms } })

export const quoteFor = async (fields: Partial<Parameters<typeof requestQuote>[2]> = {}, client = acme) =>
  (await requestQuote(env, client, { symbol, side: 'Buy', orderqty: '100', ...fields })).answer

export type Fields = Parameters<typeof convert>[2]
export const take = async (fields: Fields, client = acme, where = env) => (await convert(where, client, fields)).answer
export const chfToVchf = (quantity: string, min_received = '0'): Fields => ({
  from_currency: 'CHF',
  to_currency: 'VCHF',
  quantity,
  min_received,
})

/** The change of each balance of the client and the desk during `work`. */
export async function moved<T>(work: () => Promise<T>, client = acme) {
  const [mine, theirs] = await Promise.all([availableTo(env, client), availableTo(env, house)])
  const answer = await work()
  const change = async (holder: string, before: Partial<Record<AssetCode, bigint>>) =>
    Object.fromEntries(
      Object.entries(await availableTo(env, holder))
        .map(([asset, now]) => [asset, now - (before[asset as AssetCode] ?? 0n)] as const)
        .filter(([, by]) => by !== 0n),
    )
  return { answer, mine: await change(client, mine), theirs: await change(house, theirs) }
}
