import { randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import type { Env } from '@specie/service/base/env.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { addOrder } from '@specie/service/trading/order/request.ts'
import { booksOf } from '@specie/service/trading/market/books.ts'
import type { TestDatabase } from './database.ts'
import { post } from './post.ts'
import { balances } from './balances.ts'
import { newInstitution } from './institution.ts'

// Counterparties and traders: money without a source, books set by the test.

type Levels = readonly (readonly [price: string, qty: string])[]

/** Gives a holder this amount of each asset, from accounts that do not trade. */
export async function endow(env: Env, holder: string, amounts: Partial<Record<AssetCode, string>>): Promise<void> {
  const lines = Object.entries(amounts).flatMap(([code, text]) => {
    const asset = code as AssetCode
    const { minor } = parseAmount(text, asset)
    return [
      debit(account('client', 'provider_crypto', 'test', asset), minor),
      credit(account('client', 'available', holder, asset), minor),
    ]
  })
  await post(env, { key: `endowment:${randomUUID()}`, kind: 'test_endowment', lines })
}

/** An institution with a name and money only. */
export async function institutionWith(
  env: Env,
  { owner }: TestDatabase,
  amounts: Partial<Record<AssetCode, string>>,
): Promise<string> {
  const id = await newInstitution(owner, { name: 'Acme AG' })
  if (Object.keys(amounts).length > 0) await endow(env, id, amounts)
  return id
}

/** The whole liquidity of a pair, from now on. */
export async function setBook(env: Env, symbol: string, book: { bids: Levels; asks: Levels }): Promise<void> {
  await env.db.query(
    `insert into trading.pair (symbol, book, updated_at) values ($1, $2, now())
     on conflict (symbol) do update set book = excluded.book, version = pair.version + 1`,
    [symbol, JSON.stringify(book)],
  )
  await (await booksOf(env)).reload()
}

export type OrderFields = { symbol: string; side: string; orderqty: string; price: string } & Partial<
  Parameters<typeof addOrder>[2]
>

/** An order under a new clordid, unless it has one. */
export const order = (env: Env, institutionId: string, fields: OrderFields) =>
  addOrder(env, institutionId, {
    timestamp: env.clock.now().toISOString(),
    clordid: randomUUID(),
    ordtype: 'Limit',
    timeinforce: 'FOK',
    ...fields,
  })

/** A client's order: 100 VCHF for francs under a new clordid, by default. */
export const orderFields = (over: Record<string, string> = {}) => ({
  timestamp: new Date().toISOString(),
  clordid: randomUUID() as string,
  symbol: 'VCHF/CHF',
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '100',
  price: '1.001',
  ...over,
})

/** Available minor units of a holder, by asset, without unused assets. */
export async function availableTo(env: Env, holder: string): Promise<Partial<Record<AssetCode, bigint>>> {
  const held = await balances(env, holder)
  return Object.fromEntries([...held].map(([asset, { available }]) => [asset, available]))
}
