import { expect, test } from 'vitest'
import type { AssetStatement, Movement } from './statement.ts'
import { statementPdf } from './pdf.ts'

const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') }

const movement = (n: number, amount: bigint, balance: bigint): Movement => ({
  journal: BigInt(n),
  at: new Date(period.from.getTime() + n * 60_000),
  kind: 'wire_credited',
  phrase: 'Wire from Kestrel Ltd',
  counterparty: 'Kestrel Ltd',
  ref: `ref-${n}`,
  reftype: null,
  bankref: n % 2 === 0 ? `BANK${n}` : null,
  value_date: null,
  end_to_end_id: null,
  party: null,
  party_account: null,
  amount,
  balance,
})

const francs = (count: number): AssetStatement => ({
  asset: 'CHF',
  opening: 100_000_00n,
  closing: 100_000_00n + BigInt(count) * 1_250_50n,
  movements: Array.from({ length: count }, (_, n) => movement(n, 1_250_50n, 100_000_00n + BigInt(n + 1) * 1_250_50n)),
})

/** The texts of a PDF, by page. */
function textsOf(pdf: Buffer): string[][] {
  const pages = pdf.toString('latin1').match(/stream\n[\s\S]*?\nendstream/g) ?? []
  return pages.map((page) => Array.from(page.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g), ([, text]) => text!))
}

test('it has the institution, opening, movements and closing', () => {
  const [page] = textsOf(statementPdf('Acme (Treasury) AG', [francs(3)], period))
  expect(page).toEqual(
    expect.arrayContaining([
      'Statement of account',
      String.raw`Acme \(Treasury\) AG`,
      'From 2026-03-01 00:00 to 2026-04-01 00:00 UTC',
      'CHF, Swiss franc',
      '100,000.00',
      '3,751.50', // in
      '0.00', // out
      '103,751.50',
      'Wire from Kestrel Ltd',
      'BANK2',
      'ref-1',
      '1,250.50',
    ]),
  )
})

test('a long one has several pages, each with the table head and its number', () => {
  const pages = textsOf(statementPdf('Acme AG', [francs(200)], period))
  expect(pages.length).toBeGreaterThan(3)
  pages.forEach((page, n) => {
    expect(page).toContain(`${n + 1} / ${pages.length}`)
    expect(page).toContain('Balance')
  })
  expect(pages.flat().filter((text) => text === '1,250.50')).toHaveLength(200)
})

test('its cross-reference table points at each object', () => {
  const file = statementPdf('Acme AG', [francs(100)], period).toString('latin1')
  const table = file.slice(Number(/startxref\n(\d+)/.exec(file)![1]))
  const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n/gm), ([, offset]) => Number(offset))
  expect(offsets.length).toBeGreaterThan(6)
  offsets.forEach((offset, n) => expect(file.slice(offset)).toMatch(new RegExp(`^${n + 1} 0 obj\n`)))
})

test('outgoing amounts are negative, and a long reference is cut', () => {
  const long = { ...movement(1, -5n, 995n), ref: 'x'.repeat(80) }
  const [page] = textsOf(
    statementPdf('Acme AG', [{ asset: 'CHF', opening: 1000n, closing: 995n, movements: [long] }], period),
  )
  expect(page).toContain('-0.05')
  expect(page!.some((text) => /^x{20,60}\x85$/.test(text))).toBe(true)
})

test('a period without a balance says so', () => {
  expect(textsOf(statementPdf('Acme AG', [], period))[0]).toContain('There was no balance in this period.')
})
