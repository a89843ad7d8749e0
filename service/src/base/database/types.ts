import pg from 'pg'

// Conversion of database values. int8 and numeric are bigint. Money is never a float.

type Parser = (text: string) => unknown

const { INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins
const TEXT_ARRAY = 1009

/** The driver's parser of text[], which preserves every digit. */
const readTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => (string | null)[]
const readDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date

const toBigInts = (text: string): (bigint | null)[] =>
  readTexts(text).map((item) => (item === null ? null : BigInt(item)))

/** Most arrays are lists of plain words; the driver reads each character of them. */
function toTexts(text: string): (string | null)[] {
  if (text === '{}') return []
  const isPlain = !text.includes('"') && !text.includes('NULL') && !text.includes('{', 1)
  return isPlain ? text.slice(1, -1).split(',') : readTexts(text)
}

const parsers = new Map<number, Parser>([
  [INT8, BigInt],
  [NUMERIC, BigInt],
  [TEXT_ARRAY, toTexts],
  [1016, toBigInts], // int8[]
  [1231, toBigInts], // numeric[]; the driver's own parser makes floats of them
])

const typesOf = (own: ReadonlyMap<number, Parser>): pg.CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    own.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
})

export const types = typesOf(parsers)

/** With times in the API's format. Creating a `Date` for each was a quarter of the cost of a list. */
export const typesWithIsoTimes = typesOf(new Map([...parsers, [TIMESTAMPTZ, toIsoTime]]))

/** `2026-11-14 12:00:00.5+00` → `2026-11-14T12:00:00.500Z`. */
export function toIsoTime(text: string): string {
  const isPlain = text.length >= 22 && text[10] === ' ' && text.endsWith('+00')
  if (!isPlain) return readDate(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}
