import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './database.ts'
import { specie as specieHere, specieProcess } from './programs/specie.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'specie-cli-'))
})

afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const settings = (url = database.url) => ({ DATABASE_URL: url, SPECIE_DATA: folder })
const specie = (...words: string[]) => specieHere(settings(), ...words)
/** For tests of a start, its streams and its exit code. */
const asProcess = (...words: string[]) => specieProcess(settings(), ...words)

test.each([
  [['deposits', 'assign', 'x', 'y', 'so'], 'You are not signed in. Run specie sign-in'],
  [['rails', 'suspend', 'x', 'why'], 'You are not signed in. Run specie sign-in'],
  [['bank', 'import', '/nowhere/statement.xml', 'a test'], 'cannot be used: ENOENT'],
  [['audit', 'verify', '--head', '12'], 'A head is written SEQ:HASH'],
])('%j ends with 1 and a sentence', async (words, sentence) => {
  expect(await specie(...words)).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
})

test.each([
  [['deposits', 'assign', 'x'], 'INSTITUTION is missing. Usage: specie deposits assign DEPOSIT INSTITUTION WHY…'],
  [['trading', 'halt', 'VCHF/CHF'], 'WHY… is missing. Usage: specie trading halt SYMBOL WHY…'],
  [['bank', 'account', 'reserve', 'CHF', 'CH9300762011623852957', 'UATBCHZZXXX', 'why'], 'Add --name NAME.'],
  [['bank', 'import', '/nowhere/statement.xml'], 'WHY… is missing'],
  [['bank', 'cases', 'open', 'closed'], '"closed" is unexpected: [STATE].'],
])('%j is misuse: it ends with 2 and a sentence', async (words, sentence) => {
  expect(await specie(...words)).toMatchObject({ code: 2, said: expect.stringContaining(sentence) })
})

test('an unknown option, or one without its value, is named with its usage, and exits with 2', async () => {
  for (const [option, sentence] of [
    ['--bogus', 'There is no option --bogus.'],
    ['--haed', 'There is no option --haed. Did you mean --head?'],
    ['--head', '--head needs a value: --head SEQ:HASH.'],
  ] as const) {
    const { code, said } = await specie('audit', 'verify', option)
    expect([code, said]).toEqual([2, expect.stringMatching(/^[^\n]+\nUsage: specie audit verify [^\n]*\n$/)])
    expect(said.split('\n')[0]).toBe(sentence)
  }
})

test('an unknown command is named in one line, with a suggestion, and exits with 2', async () => {
  const { code, said } = await asProcess('frobnicate', 'all')
  expect([code, said.trim()]).toEqual([2, 'There is no command "frobnicate". specie --help lists all.'])
  for (const [words, meant] of [
    [['hold', 'list'], 'Did you mean “specie holds list”? specie --help'],
    [['holds', 'plaze', 'x'], 'Did you mean “specie holds place”? specie holds --help'],
    [['bank', 'imprt'], 'Did you mean “specie bank import”? specie bank --help'],
    [['chekc'], 'Did you mean “specie check”? specie --help'],
  ] as const) {
    const answer = await specie(...words)
    expect([answer.code, answer.said.trim().split('\n')]).toEqual([2, [expect.stringContaining(meant)]])
  }
})

test('a database that does not exist is named without a stack', async () => {
  const nowhere = settings(database.url.replace(/\/test_[0-9a-f]+/, '/nowhere'))
  const { code, said } = await specieProcess(nowhere, 'audit', 'head')
  expect([code, said]).toEqual([
    1,
    'DATABASE_URL names a database that cannot be used: database "nowhere" does not exist.\n',
  ])
})

test('the name of a group lists its commands', async () => {
  const { code, said } = await specie('bank', '--help')
  expect([code, said]).toEqual([0, expect.stringMatching(/^Usage: specie bank COMMAND\n/)])
  expect(said).toContain('specie bank import FILE WHY')
  expect(said).not.toContain('specie check')
})

test('--help after a command shows its usage, with an example', async () => {
  const { code, said } = await specie('bank', 'import', '--help')
  expect([code, said]).toEqual([0, expect.stringMatching(/^Usage: specie bank import FILE WHY… /)])
  expect(said).toContain('Examples:\n  $ specie bank import file.xml as agreed with the client\n')
})

test('migrate works on a fresh install: it creates the database of its folder, and a second one finds it', async () => {
  const own = { SPECIE_DATA: join(folder, 'fresh') }
  const first = await specieProcess(own, 'migrate')
  expect([first.code, first.said]).toEqual([
    0,
    expect.stringMatching(/^Applied: 0001_base\.sql, .*\nThe database is ready/),
  ])
  const second = await specieProcess(own, 'audit', 'head')
  expect([second.code, second.said]).toEqual([0, expect.stringMatching(/^\d+:[0-9a-f]{64}\n$/)])
})

test('keys create keeps an existing keystore, and says so', async () => {
  const keys = { KEYSTORE: join(folder, 'keys.json'), KEYSTORE_PASSPHRASE: 'a passphrase of a test' }
  await writeFile(keys.KEYSTORE, 'the only copy')
  const { code, said } = await specieHere({ ...settings(), ...keys }, 'keys', 'create')
  expect([code, said]).toEqual([
    1,
    `${keys.KEYSTORE} exists and is not replaced. It may be the only copy of your keys. Name another file in KEYSTORE, or move this one away.\n`,
  ])
  expect(await readFile(keys.KEYSTORE, 'utf8')).toBe('the only copy')
})

test('a folder without an instance is reported, and nothing is created', async () => {
  const nowhere = join(folder, 'nowhere')
  const { code, said } = await specieProcess({ SPECIE_DATA: nowhere }, 'check')
  expect([code, said]).toEqual([
    1,
    expect.stringContaining(`There is no instance in ${nowhere}: start one with npm start`),
  ])
  expect(existsSync(nowhere)).toBe(false)
})

test('a break is shown by name, and the exit code is 1', async () => {
  const own = await freshDatabase()
  await own.owner.query(
    `insert into ledger.account (pool, name, owner, asset, side, floored, balance) values ('client', 'bank', '', 'CHF', 'debit', true, 5)`,
  )
  const { code, said } = await specieHere(settings(own.url), 'check')
  expect(code).toBe(1)
  expect(said).toMatch(/L2 .*BROKEN/)
  await own.drop()
})

test.each([
  ['bank', 'send-back', 'no-such-wire', 'why'],
  ['trading', 'halt', 'VCHF/CHF', 'a\u0007bell'],
  ['bank', 'same', '1', '99999999999999999999', 'why'],
])('an invalid request is answered by a sentence: %s %s %s %s', async (...words) => {
  const { code, said } = await specie(...words)
  expect(code).toBe(1)
  expect(said).toMatch(/^[A-Z"][^\n]*[.?]\n$/)
  expect(said).not.toMatch(/ {4}at |syntax for type/)
})
