import { userInfo } from 'node:os'
import { pairs } from '@specie/protocol/pairs.ts'
import { type Db, isSqlState } from '@specie/service/base/db.ts'
import { ApiError } from '@specie/service/base/http/errors.ts'
import { switchPair } from '@specie/service/trading/switch.ts'
import { addVenue } from '@specie/service/trading/venue.ts'
import { envOf } from './bank.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'

type Row = { symbol: string; halted: string | null; by_hand: boolean }

export const tradingPairs: Command = {
  takes: '',
  does: 'list the pairs: which of them trade, and why the others do not',
  run: () =>
    withDatabase(async (db) => {
      const rows = await db.query<Row>(
        `select symbol, halted, book is not null and (book_until is null or book_until > $1) as by_hand
         from trading.pair`,
        [envOf(db).clock.now()],
      )
      for (const { symbol } of pairs)
        console.log(`${symbol.padEnd(10)} ${shown(rows.find((row) => row.symbol === symbol))}`)
      return 0
    }),
}

function shown(row: Row | undefined): string {
  if (row?.halted) return `halted: ${row.halted}`
  return row?.by_hand ? 'trades on a book that was set by hand' : 'trades'
}

export const tradingHalt: Command = {
  takes: 'SYMBOL WHY…',
  does: 'take a pair off the market at once, in every process',
  run: async ([symbol, ...why]) => {
    if (symbol === undefined || why.length === 0)
      throw new CommandError('Which pair, and why? See specie trading pairs.')
    const changed = await withDatabase((db) => switched(db, symbol, why.join(' ')))
    console.log(changed ? `${symbol} is halted.` : `${symbol} was halted for that reason already.`)
    return 0
  },
}

export const tradingResume: Command = {
  takes: 'SYMBOL',
  does: 'let a pair trade again',
  run: async ([symbol]) => {
    if (symbol === undefined) throw new CommandError('Which pair? See specie trading pairs.')
    const changed = await withDatabase((db) => switched(db, symbol, null))
    console.log(changed ? `${symbol} trades again.` : `${symbol} was not halted.`)
    return 0
  },
}

export const tradingVenue: Command = {
  takes: 'NAME INSTITUTIONID',
  does: 'trade on the quotes of a venue that LIQUIDITY names; its inventory is what that institution has with us',
  run: async ([name = '', institution = '']) => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name) || !/^[0-9a-f-]{36}$/i.test(institution))
      throw new CommandError('Which venue, and the id of which institution?')
    await withDatabase((db) =>
      db.tx((tx) => addVenue(envOf(db), tx, name, institution, `operator ${userInfo().username}`)),
    ).catch((error: unknown) => {
      if (isSqlState(error, '23505')) throw new CommandError(`${name} or that institution is a venue already.`)
      if (isSqlState(error, '23503')) throw new CommandError('There is no such institution: onboard it first.')
      throw error
    })
    console.log(`${name} is traded on.`)
    return 0
  },
}

async function switched(db: Db, symbol: string, why: string | null): Promise<boolean> {
  try {
    return await switchPair(envOf(db), symbol, why, `operator ${userInfo().username}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new CommandError(`There is no pair ${symbol}: see specie trading pairs.`)
  }
}
