import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { Tx } from '../../base/database/db.ts'
import { type CoinCode, coinCodes } from '../../base/ports/chain.ts'
import { coinsFor, fiatOf } from '../../ledger/coin.ts'
import { closingBalances, turnoverOf } from '../../ledger/explorer/closing.ts'
import { text } from '../document/figures.ts'
import { daysOf, endOf, type Period } from '../document/period.ts'
import type { Check, Report, Row, Table } from '../document/report.ts'
import { accountAt, computed } from '../document/sources.ts'
import { type Books, booksOf } from './books.ts'
import { reservePdf } from './pdf.ts'
import { statementsTable } from './statements.ts'

// The reserve of a month, day by day: what is in it, the coins that it backs on each chain, and what moved it.

const reserveKinds = ['bank', 'securities', 'due_to_client', 'redemption_liability', 'excess'].map(
  (name) => `reserve/${name}`,
)
const supplyKinds = ['issued', 'circulating', 'burned_fractions'].map((name) => `supply/${name}`)

export async function reserveReport(tx: Tx, period: Period, now: Date): Promise<Report> {
  const days = daysOf({ from: period.from, to: period.to < now ? period.to : now })
  const ends = days.map(endOf)
  const assetsOf = coinCodes.flatMap((coin): AssetCode[] => [coin, fiatOf(coin)])
  const books = booksOf(await closingBalances(tx, [...reserveKinds, ...supplyKinds], assetsOf, [period.from, ...ends]))
  const cover = coverTable(books, days)
  const statements = await statementsTable(tx, books.at, days)
  const tables = [
    cover,
    supplyTable(books, days),
    statements,
    await movementsTable(tx, books, period.from, ends.at(-1)!),
  ]
  const report = {
    title: 'Reserve of our coins',
    period: period.name,
    final: period.to <= now,
    notes: [
      'Days end at midnight UTC. All figures are those of the ledger at that moment; the bank’s own closing balances are in the table statements.',
      'reserve is bank + securities - owed_to_clients; coverage is reserve / circulating, rounded down. It includes money paid ahead for coins that do not exist yet (docs/supply.md).',
    ],
    tables,
    checks: checksOf(cover, statements),
  }
  return { ...report, documents: [{ name: `reserve-${period.name}.pdf`, content: reservePdf(report) }] }
}

const coverColumns = [
  'coin',
  'day',
  'currency',
  'bank',
  'securities',
  'owed_to_clients',
  'reserve',
  'circulating',
  'burned_fractions',
  'coverage',
]

function coverTable(books: Books, days: readonly string[]): Table {
  const rowOf = (coin: CoinCode, day: string): Row => {
    const currency = fiatOf(coin)
    const of = (name: string) => books.at(`reserve/${name}`, currency, endOf(day))
    const [bank, securities, owed] = [of('bank'), of('securities'), of('due_to_client')]
    const circulating = books.at('supply/circulating', coin, endOf(day))
    const fractions = books.at('supply/burned_fractions', coin, endOf(day))
    const available = bank.balance + securities.balance - owed.balance
    return {
      cells: [
        coin,
        day,
        currency,
        ...[bank, securities, owed].map((one) => text(currency, one.balance)),
        text(currency, available),
        ...[circulating, fractions].map((one) => text(coin, one.balance)),
        ratio(coinsFor(available), circulating.balance),
      ],
      sources: {
        bank: accountAt(bank),
        securities: accountAt(securities),
        owed_to_clients: accountAt(owed),
        reserve: computed('bank + securities - owed_to_clients'),
        circulating: accountAt(circulating),
        burned_fractions: accountAt(fractions),
        coverage: computed('reserve / circulating'),
      },
    }
  }
  return {
    name: 'cover',
    title: 'Reserve and coins, day by day',
    columns: coverColumns,
    rows: coinCodes.flatMap((coin) => days.map((day) => rowOf(coin, day))),
  }
}

/** Rounded down to four digits; empty without coins. */
export const ratio = (available: bigint, owed: bigint): string =>
  owed === 0n ? '' : formatMinor(((available > 0n ? available : 0n) * 10_000n) / owed, 4)

function supplyTable(books: Books, days: readonly string[]): Table {
  const rows = coinCodes.flatMap((coin) =>
    assets[coin].blockchains.flatMap(({ blockchain }) =>
      days.map((day): Row => {
        const issued = books.at('supply/issued', coin, endOf(day), blockchain)
        return {
          cells: [coin, blockchain, day, text(coin, issued.balance)],
          sources: { issued: accountAt(issued) },
        }
      }),
    ),
  )
  return { name: 'supply', title: 'Coins on each chain', columns: ['coin', 'chain', 'day', 'issued'], rows }
}

/** What moved the cash of the reserve, by kind of journal. */
async function movementsTable(tx: Tx, books: Books, from: Date, to: Date): Promise<Table> {
  const rows: Row[] = []
  for (const coin of coinCodes) {
    for (const kind of ['reserve/bank', 'reserve/securities']) {
      const [opening, closing] = [books.at(kind, fiatOf(coin), from), books.at(kind, fiatOf(coin), to)]
      for (const one of await turnoverOf(tx, opening, opening.version, closing.version)) {
        const lines = `lines ${kind} ${fiatOf(coin)} ${opening.version + 1n} to ${closing.version} of ${one.kind}`
        rows.push({
          cells: [
            fiatOf(coin),
            kind.slice('reserve/'.length),
            one.kind,
            String(one.journals),
            text(fiatOf(coin), one.added),
            text(fiatOf(coin), one.taken),
          ],
          sources: { journals: lines, added: lines, taken: lines },
        })
      }
    }
  }
  return {
    name: 'movements',
    title: 'What moved the reserve',
    columns: ['currency', 'account', 'kind', 'journals', 'added', 'taken'],
    rows,
  }
}

function checksOf(cover: Table, statements: Table): Check[] {
  const uncovered = cover.rows.filter(({ cells }) => cells[9] !== '' && Number(cells[9]) < 1)
  const different = statements.rows.filter(({ cells }) => cells[6] !== '0')
  const dayOf = ({ cells }: Row) => `${cells[0]} ${cells[1]}`
  return [
    {
      what: 'the reserve covers the coins at the end of every day',
      ok: uncovered.length === 0,
      detail: uncovered.map(dayOf).join(', '),
    },
    {
      what: 'the closing balance of every statement of the bank is the balance of the ledger at the end of that day',
      ok: different.length === 0,
      detail: different.map(({ cells }) => `${cells[0]} ${cells[3]}`).join(', '),
    },
  ]
}
