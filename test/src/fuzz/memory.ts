import { randomBytes } from 'node:crypto'
import { type Random, oneOf } from '../seeded-random.ts'
import type { Fields, Known } from './shapes.ts'
import { places } from './values.ts'

// A client's knowledge so far: existing ids, and cursors of its lists.

const most = 40

type Page = { readonly fields: Fields; readonly cursor: string }

export type Memory = {
  /** Values for a field by its name. */
  readonly known: Known
  /** Stores the content of an answer, under the names of its fields. */
  learn(call: string, asked: Fields, answer: unknown): void
  /** The fields of a list with its cursor, or with a similar one. */
  nextPage(call: string, chance: Random): Fields | null
}

/** Amounts that can be paid many times, prices near those of the world, existing destinations. */
const fixed: Record<string, readonly unknown[]> = {
  quantity: ['1', '2.5', '0.01', '10', '100', '250', '1000.5', '120000'],
  max_spent: ['1000', '150000'],
  orderqty: ['0.1', '1', '25', '100', '1000.01', '0.001'],
  price: ['1', '1.0001', '1.001', '0.999', '2000', '0.0005', '1.125'],
  min_received: ['0', '0.01', '1'],
  destination: ['vault', 'main', 'pounds'],
  bankaccount: ['main'],
  from_currency: ['CHF', 'VCHF', 'ETH', 'GBP'],
  to_currency: ['VCHF', 'CHF', 'USDC', 'ETH'],
  funding_currency: ['CHF', 'GBP', 'ETH'],
  asset: ['VCHF', 'VGBP', 'CHF', 'GBP', 'ETH', 'USDC'],
  blockchain: ['ETH', 'BASE'],
  currency: ['CHF', 'GBP'],
  symbol: ['VCHF/CHF', 'VGBP/GBP', 'ETH/CHF', 'VCHF/ETH', 'USDC/CHF'],
  side: ['Buy', 'Sell'],
  ordtype: ['Limit'],
  timeinforce: ['FOK'],
  limit: ['1', '1', '1', '2', '500'],
  wait: ['0', '00', '1'],
  timestamp: ['2026-11-14T12:00:00.000Z'],
  from: ['2020-01-01T00:00:00Z'],
  to: ['2099-01-01T00:00:00Z'],
  cursor: places,
  country: ['CH', 'GB', 'DE', 'KP', 'ZZ'],
}

export function memory(result: Record<string, readonly unknown[]>): Memory {
  const learned = new Map<string, string[]>()
  const pages = new Map<string, Page[]>()
  const push = <T>(list: T[], one: T) => {
    list.push(one)
    if (list.length > most) list.shift()
  }

  function keep(value: unknown): void {
    if (Array.isArray(value)) return value.slice(0, 5).forEach(keep)
    if (value === null || typeof value !== 'object') return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'string' || member === '') keep(member)
      else if (/id$|^txids?$|^bankref$/.test(name)) push(learned.get(name) ?? fresh(name), member)
    }
  }

  function fresh(name: string): string[] {
    const list: string[] = []
    learned.set(name, list)
    return list
  }

  return {
    known: (name) =>
      name === 'clordid' || name === 'clreqid'
        ? [newId(), newId(), newId(), ...(learned.get(name) ?? []).slice(-1)] // mostly a new one
        : [...(result[name] ?? fixed[name] ?? []), ...(learned.get(name) ?? [])],
    learn(call, request, answer) {
      keep(answer)
      const cursor = (answer as { next_cursor?: unknown }).next_cursor
      if (typeof cursor !== 'string') return
      const { cursor: _before, limit: _limit, ...fields } = request
      const list = pages.get(call) ?? []
      pages.set(call, list)
      push(list, { fields, cursor })
    },
    nextPage(call, chance) {
      const list = pages.get(call)
      if (!list) return null
      const { fields, cursor } = oneOf(chance, list)
      const mark = cursor.slice(0, 16)
      const forged = [mark, mark + oneOf(chance, places), cursor.slice(0, chance(cursor.length)), `${cursor}A`]
      return { ...fields, limit: '1', cursor: chance(2) === 0 ? cursor : oneOf(chance, forged) }
    },
  }
}

/** Not from the seed: a client id must be new in each run on the same database. */
const newId = (): string => `f-${randomBytes(6).toString('hex')}`
