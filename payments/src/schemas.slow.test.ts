import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { beforeAll, describe, expect, test } from 'vitest'
import { notifications, orders, statements, statuses } from '../test/samples.ts'
import { demanded, folder, present, validator } from '../test/schemas.ts'
import { readCamt, writeNotification, writeStatement } from './camt.ts'
import { writePain001, writePain002 } from './pain.ts'

test.runIf(demanded)('the official schemas are present', () => {
  expect(present, `put the official XSD files into ${folder}, or name their folder in SPECIE_SCHEMAS`).toBe(true)
})

describe.runIf(present)('with the official schemas', () => {
  let statement: (xml: string) => void
  let order: (xml: string) => void

  beforeAll(() => {
    statement = validator('camt.053.001.08.xsd')
    order = validator('pain.001.001.09.ch.03.xsd')
  })

  test('every written statement is valid', () => {
    fc.assert(
      fc.property(statements, (value) => statement(writeStatement(value))),
      { numRuns: 500 },
    )
  })

  test('every statement of our simulated bank is valid: times instead of days, and references of both banks', () => {
    fc.assert(
      fc.property(statements, (value) =>
        statement(
          writeStatement({
            ...value,
            period: { from: '2026-03-01T08:30:00.000Z', to: '2026-03-02T17:00:00.250Z' },
            entries: value.entries.map((entry, n) => ({ ...entry, entryRef: `${n}`, transactionRef: `BANK-${n}` })),
          }),
        ),
      ),
    )
  })

  test('every written order is valid, also one in pounds', () => {
    fc.assert(
      fc.property(orders, (value) => order(writePain001(value))),
      { numRuns: 500 },
    )
  })

  test('an invalid document is detected: the checks above can fail', () => {
    const [sample] = fc.sample(statements, { numRuns: 1, seed: 1 })
    const xml = writeStatement(sample!)
    expect(() => statement(xml.replace('<ElctrncSeqNb>', '<ElctrncSeqNb>x'))).toThrow()
    expect(() => statement(xml.replace(/<GrpHdr>.*<\/GrpHdr>/, ''))).toThrow()
  })

  test('mutated statements that the schema refuses are refused by the reader, which is stricter, never laxer', () => {
    const mutations = fc.record({
      value: statements,
      at: fc.nat(),
      kind: fc.constantFrom('drop', 'double', 'swap', 'rename'),
    })
    let refused = 0
    fc.assert(
      fc.property(mutations, ({ value, at, kind }) => {
        const mutated = mutate(writeStatement(value), at, kind)
        if (accepted(() => statement(mutated))) return
        refused += 1
        expect(() => readCamt(mutated), mutated).toThrow()
      }),
      { numRuns: 2000 },
    )
    expect(refused).toBeGreaterThan(500)
  })
})

test('notifications and status reports, without a schema at hand, are well-formed', () => {
  fc.assert(fc.property(notifications, (value) => XmlDocument.fromString(writeNotification(value)).dispose()))
  fc.assert(fc.property(statuses, (value) => XmlDocument.fromString(writePain002(value)).dispose()))
})

test('malformed XML, as found by an XML library, is refused by the reader', () => {
  const junk = fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    '</',
    '/>',
    ']]>',
    '<!--',
    '--',
    '<![CDATA[',
    '&#0;',
    '&x;',
    '\u0000',
    'xmlns:',
  )
  let malformed = 0
  fc.assert(
    fc.property(statements, fc.nat(), junk, fc.boolean(), (value, at, bit, replace) => {
      const xml = writeStatement(value)
      const position = at % xml.length
      const damaged = xml.slice(0, position) + bit + xml.slice(position + (replace ? 1 : 0))
      if (accepted(() => XmlDocument.fromString(damaged).dispose())) return
      malformed += 1
      expect(() => readCamt(damaged), damaged).toThrow()
    }),
    { numRuns: 3000 },
  )
  expect(malformed).toBeGreaterThan(1000)
})

function accepted(attempt: () => void): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** Mutates one of the elements without children. */
function mutate(xml: string, at: number, kind: 'drop' | 'double' | 'swap' | 'rename'): string {
  const leaves = [...xml.matchAll(/<(\w+)[^<>]*>[^<]*<\/\1>/g)]
  const leaf = leaves[at % leaves.length]!
  const [text, name] = leaf
  const before = xml.slice(0, leaf.index)
  const after = xml.slice(leaf.index + text.length)
  if (kind === 'drop') return before + after
  if (kind === 'double') return before + text + text + after
  if (kind === 'rename') return before + text.replaceAll(name!, `${name}X`) + after
  const next = /^<(\w+)[^<>]*>[^<]*<\/\1>/.exec(after)?.[0] ?? ''
  return before + next + text + after.slice(next.length)
}
