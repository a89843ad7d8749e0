import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFormats, type FormatCode } from '../../src/lists/formats.ts'
import { ListFileError } from '../../src/lists/error.ts'
import { readVersion } from '../../src/lists/version.ts'
import { entriesOf, formatCodes, refusal, sampleOf } from './read.ts'

// A damaged file is read completely or refused, with the place and what to do next. 7 formats: 420 cuts and 420 flips.

const seed = Number(process.env['SEED'] ?? 35)
const parameters = { seed, numRuns: 60 }
const bytesOf = (format: FormatCode): Buffer => Buffer.from(sampleOf(format))

async function read(format: FormatCode, bytes: Uint8Array): Promise<string[] | ListFileError> {
  try {
    return (await entriesOf(format, [bytes])).map(({ reference }) => reference)
  } catch (error) {
    if (error instanceof ListFileError) return error
    throw error
  }
}

describe.each(formatCodes)('%s', (format) => {
  const whole = bytesOf(format)

  test('a file that is cut off is refused', async () => {
    const references = (await read(format, whole)) as string[]
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 3), async (length) => {
        const found = await read(format, whole.subarray(0, length))
        if (found instanceof ListFileError) {
          expect(`${found.place} ${found.problem} ${found.cure}`).toMatch(/(Fetch|Compare) /)
          return
        }
        // Nothing in a CSV file says how long it is. What it has are whole rows; the size reveals the rest.
        expect(format).toBe('uk_csv')
        expect(references.slice(0, found.length)).toEqual(found)
      }),
      parameters,
    )
  })

  test('a cut anywhere is refused if the size of the file is known', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        const version = await readVersion(format, [whole.subarray(0, length)], { size: whole.length })
        expect(version.readable).toBe(false)
      }),
      { ...parameters, numRuns: 20 },
    )
  })

  test('a byte that was altered leaves all entries, or the file is refused', async () => {
    const references = (await read(format, whole)) as string[]
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const bytes = Buffer.from(whole)
        bytes[at] = bytes[at]! ^ by
        const found = await read(format, bytes)
        if (!(found instanceof ListFileError)) expectAllOf(format, references, found)
      }),
      parameters,
    )
  })

  test('the pieces in which a file arrives do not matter', async () => {
    const expected = await entriesOf(format, [whole])
    for (const size of [1013, 7]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.subarray(i * size, (i + 1) * size),
      )
      expect(await entriesOf(format, pieces)).toEqual(expected)
    }
  })
})

/** One altered byte may change one reference, or split one entry of CSV rows in two. SECO may take one as de-listed. */
function expectAllOf(format: FormatCode, before: readonly string[], now: readonly string[]): void {
  const lost = before.filter((reference) => !now.includes(reference))
  expect(lost.length).toBeLessThanOrEqual(1)
  expect(now.length).toBeGreaterThanOrEqual(before.length - (format === 'seco_xml' ? 1 : 0))
}

describe('XML that could do harm', () => {
  const file = sampleOf('un_xml')
  const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

  test.each([
    ['a document type', '<!DOCTYPE CONSOLIDATED_LIST>', 'a document type is not taken'],
    ['an external entity', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', 'a document type is not taken'],
  ])('%s is refused', async (_, text, problem) => {
    expect((await refusal('un_xml', file.replace(prolog, `${prolog}${text}`))).problem).toBe(problem)
  })

  test('an entity that no one declared is refused', async () => {
    expect((await refusal('un_xml', file.replace('Mother', '&mother;'))).problem).toContain('undefined entity')
  })

  test('elements inside each other without end are refused', async () => {
    const deep = file.replace('<COMMENTS1>', '<a>'.repeat(50))
    expect((await refusal('un_xml', deep)).problem).toBe('elements are nested deeper than 40')
  })

  test('a text, a tag or a comment without end is refused before it is all in memory', async () => {
    for (const start of ['<COMMENTS1>', '<COMMENTS1 a="', '<!-- ', '<![CDATA[']) {
      let pieces = 0
      const endless = (function* () {
        yield `${prolog}<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>${start}`
        for (; pieces < 1000; pieces++) yield 'x'.repeat(100_000)
      })()
      expect((await refusal('un_xml', endless)).problem).toBe('1000000 characters are without a tag')
      expect(pieces).toBeLessThan(20)
    }
  })

  test('an entry without end is refused', async () => {
    const endless = (function* () {
      yield `${prolog}<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>`
      for (let i = 0; i < 1000; i++) yield `<NOTE>${'x'.repeat(50_000)}</NOTE>`
    })()
    expect((await refusal('un_xml', endless)).problem).toBe('an entry has more than 8000000 characters')
  })
})

describe('encodings', () => {
  const file = sampleOf('eu_xml')

  test('UTF-8 with byte order mark, UTF-16 and windows-1252 are read', async () => {
    const expected = await entriesOf('eu_xml', file)
    const utf16 = Buffer.from(`\ufeff${file.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`, 'utf16le')
    expect(await entriesOf('eu_xml', [Buffer.from(`\ufeff${file}`)])).toEqual(expected)
    expect(await entriesOf('eu_xml', [utf16])).toEqual(expected)
    expect(await entriesOf('eu_xml', [Buffer.from(utf16).swap16()])).toEqual(expected)
    const latin = file.replace('UTF-8', 'windows-1252').replaceAll(/[^\0-\xff]/g, '?')
    expect(await entriesOf('eu_xml', [Buffer.from(latin, 'latin1')])).toHaveLength(expected.length)
  })

  test('bytes that are not of the encoding are refused, and an encoding that we do not know is named', async () => {
    const bytes = Buffer.from(file)
    bytes[bytes.indexOf('Nazrum')] = 0xff
    expect((await refusal('eu_xml', [bytes])).problem).toBe('the bytes are not utf-8')
    const strange = Buffer.from(file.replace('UTF-8', 'EBCDIC'))
    expect((await refusal('eu_xml', [strange])).problem).toBe('the encoding ebcdic is not taken')
  })
})

test('an empty file is refused by every reader', async () => {
  for (const format of Object.keys(listFormats) as FormatCode[]) {
    await refusal(format, '')
    await refusal(format, [new Uint8Array(0)])
  }
})
