import { userInfo } from 'node:os'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { type Db, isSqlState } from '@specie/service/base/database/db.ts'
import { ApiError } from '@specie/service/base/http/errors.ts'
import { isUuid } from '@specie/service/base/ids.ts'
import { haltPair } from '@specie/service/trading/market/switch-pair.ts'
import { registerVenue } from '@specie/service/trading/market/register-venue.ts'
import { CommandError, type Command } from './command.ts'
import { propose } from './console.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

type Pair = (typeof pairs)[number]
type Row = { symbol: string; halted: string | null; by_hand: boolean }

export const tradingPairs: Command = {
  takes: '',
  does: 'list the pairs: which of them trade, why the others do not, and what the desk has traded in the last hour',
  run: () =>
    withDatabase(async (db) => {
      const now = envOf(db).clock.now()
      const rows = await db.query<Row>(
        `select symbol, halted, book is not null and (book_until is null or book_until > $1) as by_hand
         from trading.pair`,
        [now],
      )
      const troubles = await rateTroubles(db, now)
      const flows = await deskFlows(db, now)
      for (const pair of pairs) {
        const row = rows.find(({ symbol }) => symbol === pair.symbol)
        const flow = flows.get(pair.symbol) ?? ''
        console.log(`${pair.symbol.padEnd(10)} ${shown(row, troubles.get(rateOf(pair)) ?? null)}${flow}`)
      }
      return 0
    }),
}

/** The reference rate that a pair goes by, whichever way round; a coin counts as its fiat. */
function rateOf({ base, quote }: Pair): string {
  return [base, quote]
    .map((asset) => assets[asset].fiat ?? asset)
    .toSorted()
    .join(' ')
}

/** A desk does not trade on a rate that is older. */
const tooOldMs = 5 * 60_000

async function rateTroubles(db: Db, now: Date): Promise<Map<string, string>> {
  const rates = await db.query<{ symbol: string; doubt: string | null; at: Date }>(
    'select symbol, doubt, least(at, received_at) as at from markets.rate',
  )
  return new Map(
    rates.flatMap(({ symbol, doubt, at }) => {
      const isOld = now.getTime() - at.getTime() > tooOldMs
      const why = doubt === null ? (isOld ? `is from ${at.toISOString()}` : null) : `is in doubt: ${doubt}`
      return why === null
        ? []
        : [[symbol.split('/').toSorted().join(' '), `the reference rate ${symbol} ${why}`] as const]
    }),
  )
}

async function deskFlows(db: Db, now: Date): Promise<Map<string, string>> {
  const flows = await db.query<{ symbol: string; base: bigint; quote: bigint }>(
    `select symbol, sum(base) as base, sum(quote) as quote from trading.desk_flow where began > $1 group by symbol`,
    [new Date(now.getTime() - 65 * 60_000)],
  )
  return new Map(
    flows.map(({ symbol, base, quote }) => {
      const [of, against] = symbol.split('/') as [AssetCode, AssetCode]
      return [symbol, `; desk, last hour: ${signed(of, base)} ${of}, ${signed(against, quote)} ${against}`]
    }),
  )
}

const signed = (asset: AssetCode, minor: bigint): string =>
  minor < 0n ? `-${formatAmount({ asset, minor: -minor })}` : `+${formatAmount({ asset, minor })}`

function shown(row: Row | undefined, trouble: string | null): string {
  if (row?.halted) return `halted: ${row.halted}`
  if (row?.by_hand) return 'trades on a book that was set by hand'
  return trouble === null ? 'trades' : `offline: ${trouble}`
}

export const tradingHalt: Command = {
  takes: 'SYMBOL WHY…',
  does: 'take a pair off the market at once, in every process',
  run: async ([symbol, ...why]) => {
    if (symbol === undefined || why.length === 0)
      throw new CommandError('Which pair, and why? See specie trading pairs.')
    const changed = await withDatabase((db) => halted(db, symbol, why.join(' ')))
    console.log(changed ? `${symbol} is halted.` : `${symbol} was halted for that reason already.`)
    return 0
  },
}

export const tradingResume: Command = {
  takes: 'SYMBOL WHY…',
  does: 'ask to let a pair trade again; a second person approves it',
  run: async ([symbol, ...why]) => {
    if (symbol === undefined || why.length === 0)
      throw new CommandError('Which pair, and why? See specie trading pairs.')
    return propose('pair.resume', { symbol }, why)
  },
}

export const tradingVenue: Command = {
  takes: 'NAME INSTITUTIONID',
  does: 'trade on the quotes of a venue that LIQUIDITY names; its inventory is what that institution has with us',
  run: async ([name = '', institution = '']) => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name) || !isUuid(institution))
      throw new CommandError('Which venue, and the id of which institution?')
    await withDatabase((db) =>
      db.tx((tx) => registerVenue(envOf(db), tx, name, institution, `operator ${userInfo().username}`)),
    ).catch((error: unknown) => {
      if (isSqlState(error, '23505')) throw new CommandError(`${name} or that institution is a venue already.`)
      if (isSqlState(error, '23503')) throw new CommandError('There is no such institution: onboard it first.')
      throw error
    })
    console.log(`${name} is traded on.`)
    return 0
  },
}

async function halted(db: Db, symbol: string, why: string): Promise<boolean> {
  try {
    return await haltPair(envOf(db), symbol, why, `operator ${userInfo().username}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new CommandError(`There is no pair ${symbol}: see specie trading pairs.`)
  }
}
