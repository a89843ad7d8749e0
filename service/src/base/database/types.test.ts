import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typesWithIsoTimes } from './types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const times = [
  '2026-11-14T12:00:00.000Z',
  '2026-11-14T12:00:00.500Z',
  '2026-11-14T12:00:00.289Z',
  '2026-11-14T23:59:59.999Z',
  '2000-01-01T00:00:00.010Z',
]

test.each(['UTC', 'Europe/Zurich', 'Asia/Kolkata', 'America/St_Johns'])(
  'times are the same, whatever the zone of the session (%s)',
  async (zone) => {
    const found = await database.app.tx(async (tx) => {
      await tx.query(`set local timezone = '${zone}'`)
      const text = 'select unnest($1::timestamptz[]) as at union all select null'
      return tx.query<{ at: string | null }>({ text, values: [times], types: typesWithIsoTimes })
    })
    expect(found.map(({ at }) => at)).toEqual([...times, null])
  },
)

test.each([[[]], [['a', 'b']], [['NULL', null, 'x']], [['a,b', '"', '\\', '{}', '']], [['0xab', 'a b']]])(
  'an array of texts arrives as it is stored: %j',
  async (texts) => {
    const [row] = await database.app.query<{ texts: unknown }>('select $1::text[] as texts', [texts])
    expect(row!.texts).toEqual(texts)
  },
)
