import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { belonging, compared, named, type Party, partyHash, wallet } from './party.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** As stored: without the zero character, which PostgreSQL has not. */
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) => one.replaceAll('\0', ''))
const awkward = fc.constantFrom(
  '"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028',
  ' Émile  ʼ',
  '株式会社 ',
  '\u202eabc',
  'a, b] [c',
)
const party: fc.Arbitrary<Party> = fc.record(
  {
    kind: fc.constantFrom('person', 'company', 'any', 'wallet'),
    name: fc.oneof(text, awkward),
    born: fc.constantFrom('1970-01-02', '1970'),
    countries: fc.array(fc.constantFrom('CH', 'GB', 'DE'), { maxLength: 4 }),
    identifiers: fc.array(fc.record({ kind: fc.constantFrom('lei', 'passport'), value: fc.oneof(text, awkward) }), {
      maxLength: 3,
    }),
    of: fc.uuid(),
  },
  { requiredKeys: ['kind', 'name'] },
)
const wallets = ['0xAbCd', `0x${'aB'.repeat(20)}`, ` 0X${'aB'.repeat(20)} `, `BC1Q${'A2'.repeat(10)}`, 'So1anaAddress']

test('the database and the service agree about the hash of a party', async () => {
  const parties = [...fc.sample(party, 500), ...wallets.map((name): Party => ({ kind: 'wallet', name }))]
  const rows = await database.app.query<{ hash: string }>(
    `select compliance.party_hash(party) as hash from unnest($1::jsonb[]) with ordinality one (party, n) order by n`,
    [parties.map((one) => JSON.stringify(compared(one)))],
  )
  expect(rows.map(({ hash }) => hash)).toEqual(parties.map(partyHash))
})

test('what is compared equally has one hash', () => {
  const one: Party = { kind: 'company', name: ' Acme \u200b AG', countries: ['GB', 'CH', 'GB'] }
  expect(partyHash(one)).toBe(partyHash({ kind: 'company', name: 'Acme AG', countries: ['CH', 'GB'] }))
  expect(partyHash(compared(one))).toBe(partyHash(one))
})

test('a name without any other fact belongs to its institution, anything else to all', () => {
  const hashIn = (party: Party, institution: string | null) => partyHash(belonging(party, institution))
  expect(hashIn(named('Acme AG'), 'one')).not.toBe(hashIn(named('Acme AG'), 'two'))
  expect(hashIn(named('Acme AG'), 'one')).toBe(hashIn(belonging(named('Acme AG'), 'one'), 'one'))
  const known: Party[] = [
    wallet('0xabc'),
    { ...named('Acme AG'), countries: ['CH'] },
    { ...named('Ann'), born: '1970' },
  ]
  for (const party of known) expect(hashIn(party, 'one')).toBe(hashIn(party, 'two'))
})
