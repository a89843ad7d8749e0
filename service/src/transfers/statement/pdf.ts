import { assets } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { type PdfBlock, type PdfColumn, pdfOfBlocks, type PdfRow } from '../../base/pdf-tables.ts'
import { periodName } from './documents.ts'
import type { AssetStatement, Movement, Period } from './statement.ts'

/** The statement for people: opening balance, movements, closing balance. */
export function statementPdf(name: string, statements: readonly AssetStatement[], period: Period): Buffer {
  const [from, to] = [moment(period.from), moment(period.to)]
  return pdfOfBlocks(
    [
      { kind: 'title', text: 'Statement of account' },
      { kind: 'text', text: name },
      { kind: 'text', text: `From ${from} to ${to} UTC` },
      ...(statements.length === 0 ? [nothing] : [summaryOf(statements), ...statements.flatMap(movementsOf)]),
    ],
    `Specie · ${name} · ${periodName(period)}`,
  )
}

const nothing: PdfBlock = { kind: 'text', text: 'There was no balance in this period.' }

const right = (title: string, at: number, width: number): PdfColumn => ({ title, at, width, align: 'right' })
const left = (title: string, at: number, width: number): PdfColumn => ({ title, at, width, align: 'left' })

const summaryColumns = [
  left('Asset', 50, 60),
  right('Opening', 215, 110),
  right('In', 325, 105),
  right('Out', 435, 105),
  right('Closing', 545, 105),
]

function summaryOf(statements: readonly AssetStatement[]): PdfBlock {
  return {
    kind: 'table',
    columns: summaryColumns,
    rows: statements.map(({ asset, opening, closing, movements }) => {
      const sum = (isCounted: (amount: bigint) => boolean) =>
        movements.reduce((total, { amount }) => (isCounted(amount) ? total + amount : total), 0n)
      const figures = [opening, sum((amount) => amount > 0n), sum((amount) => amount < 0n), closing]
      return { cells: [asset, ...figures.map((minor) => figure(asset, minor))] }
    }),
  }
}

const movementColumns = [
  left('Time (UTC)', 50, 72),
  left('Movement', 122, 150),
  left('Reference', 276, 88),
  right('Amount', 455, 90),
  right('Balance', 545, 88),
]

function movementsOf({ asset, opening, closing, movements }: AssetStatement): PdfBlock[] {
  const edge = (words: string, balance: bigint): PdfRow => ({
    cells: ['', words, '', '', figure(asset, balance)],
    bold: true,
  })
  const row = ({ at, phrase, ref, bankref, amount, balance }: Movement): PdfRow => ({
    cells: [moment(at), phrase, bankref ?? ref, figure(asset, amount), figure(asset, balance)],
  })
  const rows = [edge('Opening balance', opening), ...movements.map(row), edge('Closing balance', closing)]
  return [
    { kind: 'heading', text: `${asset}, ${assets[asset].name}` },
    { kind: 'table', columns: movementColumns, rows },
  ]
}

const moment = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')

/** Grouped, with two decimals at least: `-1,250.50`. */
function figure(asset: AssetStatement['asset'], minor: bigint): string {
  const [whole = '', fraction = ''] = formatAmount({ asset, minor }).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction.padEnd(2, '0')}`
}
