import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type CoinCode, coinCodes } from '../../base/ports/chain.ts'
import { house } from '../../ledger/house.ts'
import { fiatOf } from '../../ledger/coin.ts'
import { text } from '../document/figures.ts'
import { type Coin, holdingsAt } from '../holders/holdings.ts'
import { closingBalances } from '../../ledger/explorer/closing.ts'
import { type Period } from '../document/period.ts'
import { reserveReport } from '../reserve/report.ts'
import type { Report, Row, Table } from '../document/report.ts'
import { accountAt, countOf } from '../document/sources.ts'
import { type Fact, packageFile } from './package.ts'
import { type CellName, cells, notReported } from './taxonomy.ts'
import { transactionsTable } from './transactions.ts'

// The quarterly report on tokens: a table of all cells with their values or why they are not known, the tables that they are
// computed from, and an xBRL-CSV package for each coin.

const unknownLei = 'XXXXXXXXXXXXXXXXXXXX'

export async function micaReport(tx: Tx, period: Period, now: Date, { config }: Env): Promise<Report> {
  const until = period.to < now ? period.to : now
  const reserve = await reserveReport(tx, period, now)
  const cover = reserve.tables.find(({ name }) => name === 'cover')!
  const holders = await holdersTable(tx, until)
  const transactions = await transactionsTable(tx, { from: period.from, to: until })
  const days = new Set(cover.rows.map(({ cells: [, day] }) => day)).size
  const values = coinCodes.map((coin) => ({ coin, found: cellsOf(coin, { cover, holders, transactions, days }) }))
  const lei = config.companyLei
  const day = new Date(period.to.getTime() - 1).toISOString().slice(0, 10)
  return {
    title: 'Tokens, as Implementing Regulation (EU) 2024/2902 asks',
    period: period.name,
    final: period.to <= now,
    notes: [
      'VCHF and VGBP are e-money tokens that are not denominated in a currency of a member state, so the templates for issuers S 01.00 to S 05.00 apply to them (Regulation (EU) 2023/1114, Article 58(3)).',
      'Amounts are in the currency of the coin. The regulation asks for the official currency of the competent authority: convert them at the rate of the reference date before filing.',
      'A custodial holder is an institution with coins on the platform, or an address at a named provider; a non-custodial one is a proved wallet or an unknown address. An address on several chains counts once.',
      ...(lei === null ? ['The packages lack the LEI of the issuer: set COMPANY_LEI.'] : []),
      'The packages are drafts. docs/reports.md lists what is not verified.',
    ],
    tables: [cellsTable(values), notReportedTable(), cover, holders, transactions, compositionTable(reserve)],
    checks: reserve.checks,
    documents: values.map(({ coin, found }) =>
      packageFile({
        name: `${lei ?? unknownLei}_${coin}_MICA_${day}`,
        entity: lei ?? unknownLei,
        day,
        currency: fiatOf(coin),
        facts: found.flatMap(({ cell, value }): Fact[] => (value === null ? [] : [{ cell, value }])),
      }),
    ),
  }
}

type Value = { cell: CellName; value: string | null; source: string }
type Tables = { cover: Table; holders: Table; transactions: Table; days: number }

const notKnown = (cell: CellName, why: string): Value => ({ cell, value: null, source: why })

function cellsOf(coin: CoinCode, { cover, holders, transactions, days }: Tables): Value[] {
  const where = { coin }
  const count = (custody: string) => ofCoin(holders, coin).filter(({ cells: [, kind] }) => kind === custody).length
  const [custodial, other] = [count('custodial'), count('non_custodial')]
  const held = (cell: CellName, value: number, custody?: string): Value => ({
    cell,
    value: String(value),
    source: countOf('holders', { coin, ...(custody && { custody }) }),
  })
  const average = (cell: CellName, column: string): Value => ({
    cell,
    value: averageOf(coin, transactions, column, days),
    source: `sum transactions.${column} coin=${coin} over ${days} days`,
  })
  const noCountry = 'Whether a holder is retail is not known.'
  return [
    held('holders', custodial + other),
    held('custodial', custodial, 'custodial'),
    notKnown(
      'custodial_retail',
      'Institutions are companies. Whether clients of other providers are retail holders is not known.',
    ),
    held('non_custodial', other, 'non_custodial'),
    notKnown('non_custodial_retail', noCountry),
    ...overDays('value', coin, cover, 'circulating', where),
    ...overDays('reserve', coin, cover, 'reserve', where),
    average('transactions', 'transactions'),
    average('transactions_value', 'value'),
    average('private_transfers', 'private'),
    average('private_transfers_value', 'private_value'),
    notKnown('single_area', notReported['Q_05.00']!),
  ]
}

const ofCoin = ({ rows }: Table, coin: CoinCode): Row[] => rows.filter(({ cells: [one] }) => one === coin)

/** At the reference date, the highest, the average and the lowest of the days. */
function overDays(
  name: 'value' | 'reserve',
  coin: CoinCode,
  cover: Table,
  column: string,
  where: { coin: string },
): Value[] {
  const rows = ofCoin(cover, coin)
  const at = (cellsOfRow: readonly string[], title: string) => minorOf(cellsOfRow[cover.columns.indexOf(title)]!)
  const figures = rows.map(({ cells: row }) => at(row, column))
  const of = (minor: bigint) => text(coin, minor)
  const sorted = figures.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const sum = figures.reduce((total, one) => total + one, 0n)
  const source = (which: string) => `${which} cover.${column} coin=${where.coin}`
  return [
    { cell: name, value: of(figures.at(-1) ?? 0n), source: source('last') },
    { cell: `${name}_maximum`, value: of(sorted.at(-1) ?? 0n), source: source('maximum') },
    {
      cell: `${name}_average`,
      value: of(figures.length === 0 ? 0n : sum / BigInt(figures.length)),
      source: source('average'),
    },
    { cell: `${name}_minimum`, value: of(sorted[0] ?? 0n), source: source('minimum') },
  ]
}

/** In the smallest unit of a coin. */
function minorOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** Per day, over all days of the period; rounded down to a millionth. */
function averageOf(coin: CoinCode, table: Table, column: string, days: number): string {
  const at = table.columns.indexOf(column)
  const sum = ofCoin(table, coin).reduce((total, { cells: row }) => total + minorOf(row[at]!), 0n)
  return text(coin, days === 0 ? 0n : sum / BigInt(days))
}

function cellsTable(values: readonly { coin: CoinCode; found: readonly Value[] }[]): Table {
  return {
    name: 'cells',
    title: 'Cells of the templates',
    columns: ['coin', 'template', 'row', 'what', 'datapoint', 'value', 'not_known_because'],
    rows: values.flatMap(({ coin, found }) =>
      found.map(({ cell, value, source }): Row => {
        const { template, row, what, datapoint } = cells[cell]
        const isKnown = value !== null
        return {
          cells: [coin, template, row, what, datapoint ?? '', value ?? '', isKnown ? '' : source],
          sources: isKnown ? { value: source } : {},
        }
      }),
    ),
  }
}

const notReportedTable = (): Table => ({
  name: 'not_in_package',
  title: 'Templates that are not in the package',
  columns: ['template', 'why'],
  rows: Object.entries(notReported).map(([template, why]) => ({ cells: [template, why], sources: {} })),
})

type Holder = { coin: CoinCode; custody: 'custodial' | 'non_custodial'; holder: string; amount: bigint; source: string }

/** Who holds a coin: institutions on the platform by the ledger, all others by their address. */
async function holdersTable(tx: Tx, until: Date): Promise<Table> {
  const accounts = await closingBalances(tx, ['client/available', 'client/pending', 'client/held'], coinCodes, [until])
  const onPlatform = accounts
    .filter(({ balance, owner }) => balance > 0n && owner !== house)
    .map((one) => ({ coin: one.asset as CoinCode, holder: one.owner, amount: one.balance, source: accountAt(one) }))
  const coins = await tx.query<Coin>('select chain, asset from chains.read_coin order by asset, chain')
  const outside: Holder[] = []
  for (const coin of coins) {
    for (const { address, amount, class: kind } of await holdingsAt(tx, coin, until)) {
      if (kind === 'platform' || kind === 'deposit') continue
      const custody = kind === 'hosted' ? 'custodial' : 'non_custodial'
      const source = `transfers ${coin.chain} ${coin.asset} ${address} before ${until.toISOString()}`
      outside.push({ coin: coin.asset as CoinCode, custody, holder: address, amount, source })
    }
  }
  const all = [...onPlatform.map((one): Holder => ({ ...one, custody: 'custodial' })), ...outside]
  return {
    name: 'holders',
    title: 'Holders',
    columns: ['coin', 'custody', 'holder', 'amount'],
    rows: Array.from(Map.groupBy(all, ({ coin, holder }) => `${coin} ${holder}`).values(), (parts): Row => ({
      cells: [
        parts[0]!.coin,
        parts[0]!.custody,
        parts[0]!.holder,
        text(
          parts[0]!.coin,
          parts.reduce((sum, { amount }) => sum + amount, 0n),
        ),
      ],
      sources: { amount: parts.map(({ source }) => source).join(' + ') },
    })),
  }
}

/** The reserve by account of the bank, at the last statement of the period. */
function compositionTable({ tables }: Report): Table {
  const statements = tables.find(({ name }) => name === 'statements')!
  const last = new Map(statements.rows.map((row) => [row.cells[0]!, row]))
  return {
    name: 'composition',
    title: 'Reserve by account, at the last statement of the bank',
    columns: statements.columns,
    rows: [...last.values()],
  }
}
