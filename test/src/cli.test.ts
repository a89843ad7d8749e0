import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { advanceDeposits } from '@specie/service/transfers/deposit/job.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { equip, seen } from './chain-rows.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { testEnv } from './env.ts'
import { newInstitution } from './institution.ts'
import { agree } from './people.ts'
import { failedByHand } from './sender.ts'
import { specie as specieHere, specieProcess } from './specie.ts'

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
/** Where a start, its streams and its exit code are the matter. */
const asProcess = (...words: string[]) => specieProcess(settings(), ...words)

test('an account at a bank without an interface is made known, and the audit says by whom', async () => {
  const known = await asProcess(
    'bank',
    'account',
    'client_money',
    'CHF',
    'CH93 0076 2011 6238 5295 7',
    'UATBCHZZXXX',
    'Specie',
    'Clients',
  )
  expect(known).toEqual({ code: 0, said: 'CH9300762011623852957 is known as client_money in CHF.\n' })
  const [told] = await database.app.query<{ body: string }>(
    `select body from audit.entry where body like '%bank_account.told%'`,
  )
  expect(JSON.parse(told!.body)).toMatchObject({
    actor: `operator ${userInfo().username}`,
    subject: 'CH9300762011623852957',
  })
  expect((await specie('check')).code).toBe(0)
})

test('the list of pairs says why one is offline, and what the desk has traded', async () => {
  await database.owner.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at, doubt)
     values ('ETH/CHF', 2950, 0, 'test', now(), now(), 'it jumped from 2950 to 3'), ('ETH/GBP', 2622, 0, 'test', now(), now(), null)`,
  )
  await database.owner.query(`insert into trading.desk_flow values ('ETH/GBP', now(), -1500000000000000000, 393300)`)
  const { said } = await specie('trading', 'pairs')
  expect(said).toMatch(/\nETH\/CHF +offline: the reference rate ETH\/CHF is in doubt: it jumped from 2950 to 3\n/)
  expect(said).toMatch(/\nVCHF\/ETH +offline: the reference rate ETH\/CHF is in doubt: /)
  expect(said).toMatch(/\nETH\/GBP +trades; desk, last hour: -1\.5 ETH, \+3933 GBP\n/)
  await database.owner.query('truncate markets.rate, trading.desk_flow')
})

test('a pair is taken off the market by one person, and the audit says by whom', async () => {
  expect(await specie('trading', 'halt', 'VCHF/CHF', 'odd', 'prices')).toEqual({
    code: 0,
    said: 'VCHF/CHF is halted.\n',
  })
  expect((await specie('trading', 'pairs')).said).toMatch(/^VCHF\/CHF +halted: odd prices\nVGBP\/GBP +trades\n/)
  const [entry] = await database.app.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(entry!.body)).toMatchObject({
    action: 'pair.halted',
    actor: expect.stringMatching(/^operator ./),
    subject: 'VCHF/CHF',
    detail: { why: 'odd prices' },
  })
  await agree(testEnv(database), 'pair.resume', { symbol: 'VCHF/CHF' })
  expect((await specie('trading', 'pairs')).said).toMatch(/^VCHF\/CHF +trades\n/)
})

test('rails are listed, suspended, resumed and closed, by whom and why is kept', async () => {
  const rail = randomUUID()
  const institution = await newInstitution(database.app)
  await database.app.tx(async (tx) => {
    await tx.query(`select state.acting('test', 'by hand', now())`)
    await tx.query(
      `insert into rails.rail (id, institution_id, railtype, sender, asset, currency, blockchain, destination, state,
         created_at, updated_at)
       values ($1, $2, 'FiatToStablecoin', '{}', 'VCHF', 'CHF', 'ETH', '0x', 'pending', now(), now())`,
      [rail, institution],
    )
    await tx.query(`update rails.rail set state = 'active' where id = $1`, [rail])
  })
  expect((await specie('rails', 'list')).said).toBe(`${rail}  active     FiatToStablecoin  VCHF on ETH  Acme\n`)
  expect(await specie('rails', 'suspend', rail, 'asked', 'by', 'compliance')).toEqual({
    code: 0,
    said: `${rail} is suspended.\n`,
  })
  expect((await specie('rails', 'close', rail, 'no', 'more')).said).toContain('cannot close a rail that is suspended')
  expect((await specie('rails', 'resume', rail, 'cleared')).said).toBe(`${rail} is active.\n`)
  expect((await specie('rails', 'close', rail, 'no', 'more')).said).toBe(`${rail} is closed.\n`)
  expect((await specie('rails', 'list', 'active')).said).toBe('There are none.\n')
  const entries = await database.app.query<{ body: string }>('select body from audit.entry order by seq desc limit 3')
  expect(entries.map(({ body }) => JSON.parse(body))).toMatchObject([
    { action: 'rail.closed', subject: rail, actor: expect.stringMatching(/^operator ./), detail: { why: 'no more' } },
    { action: 'rail.reinstated', subject: rail, detail: { why: 'cleared' } },
    { action: 'rail.suspended', subject: rail, detail: { why: 'asked by compliance' } },
  ])
})

test(
  'coins without an owner are listed until two people assign them; a stuck collection is tried again',
  {
    timeout: 90_000,
  },
  async () => {
    const env = testEnv(database)
    const omnibus = await equip(database.app, 'ETH', 5)
    const [{ address }] = (await database.app.query<{ address: string }>(
      'select address from chains.deposit_address limit 1',
    )) as [{ address: string }]
    const acme = await newInstitution(database.app)
    expect((await specie('deposits', 'unassigned')).said).toBe('There are none.\n')
    for (const to of [omnibus, address]) await seen(database.app, { to, amount: 5_000_000n, state: 'final' })
    await advanceDeposits.run(env)
    const listed = (await specie('deposits', 'unassigned')).said
    expect(listed).toMatch(/^\S+ {2}5 VCHF on ETH {2}has no owner {2}at 0x/m)
    expect((await specie('bank', 'cases')).said).toContain('unassigned_deposit')
    const idAt = (place: string) => new RegExp(`^(\\S+) .* at ${place}`, 'm').exec(listed)![1]!
    for (const place of [omnibus, address])
      await agree(env, 'deposit.assign', { depositid: idAt(place), institutionid: acme }, 'found out')
    for (let tries = 0; tries < 2; tries += 1) {
      await advanceDeposits.run(env)
      await failedByHand(database.app, 'collection', idAt(address), 'frozen')
    }
    await advanceDeposits.run(env)
    expect((await specie('deposits', 'unassigned')).said).toMatch(/cannot be collected/)
    expect((await specie('bank', 'cases')).said).toContain('could not be collected on ETH: frozen')
    expect(await specie('deposits', 'retry', idAt(address), 'thawed')).toMatchObject({ code: 0 })
    expect((await specie('deposits', 'unassigned')).said).toBe('There are none.\n')
    const [entry] = await database.app.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
    expect(JSON.parse(entry!.body)).toMatchObject({
      action: 'deposit.collection_retried',
      actor: expect.stringMatching(/^operator ./),
      detail: { why: 'thawed' },
    })
  },
)

test.each([
  [['deposits', 'assign', 'x'], 'Which deposit, whose is it, and why?'],
  [['deposits', 'assign', 'x', 'y', 'so'], 'Nobody is signed in'],
  [['deposits', 'retry', 'x'], 'Which deposit, and why?'],
  [['trading', 'halt', 'VCHF/CHF'], 'Which pair, and why?'],
  [['trading', 'resume', 'DOGE/CHF'], 'Which pair, and why?'],
  [['rails', 'suspend', 'x'], 'Which rail, and why?'],
  [['rails', 'retry', 'x', 'ready'], 'There is no such payment.'],
  [['rails', 'close', 'x', 'so'], 'There is no such rail.'],
  [
    ['bank', 'account', 'savings', 'CHF', 'CH9300762011623852957', 'UATBCHZZXXX', 'X'],
    'PURPOSE must be client_money or reserve or house, not "savings".',
  ],
  [
    ['bank', 'account', 'reserve', 'EUR', 'CH9300762011623852957', 'UATBCHZZXXX', 'X'],
    'CURRENCY must be CHF or GBP, not "EUR".',
  ],
  [['bank', 'account', 'reserve', 'CHF', 'CH9300762011623852958', 'UATBCHZZXXX', 'X'], 'IBAN is not an IBAN'],
  [['bank', 'import', '/nowhere/statement.xml', 'a test'], 'cannot be used: ENOENT'],
  [['bank', 'import', '/nowhere/statement.xml'], 'WHY… is missing'],
  [['audit', 'verify', '--head', '12'], 'A head is written SEQ:HASH'],
])('%j ends with 1 and a sentence', async (words, sentence) => {
  expect(await specie(...words)).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
})

test('an option that a command does not have, or that lacks its value, is named with its usage, and answers 2', async () => {
  for (const [option, sentence] of [
    ['--bogus', 'There is no option --bogus.'],
    ['--head', 'How --head is used is not clear.'],
  ] as const) {
    const { code, said } = await specie('audit', 'verify', option)
    expect([code, said]).toEqual([2, expect.stringMatching(/^[^\n]+\nUsage:\n {2}specie audit verify [^\n]*\n/)])
    expect(said.split('\n')[0]).toBe(sentence)
  }
})

test('what it does not know it names, shows its usage, and answers 2', async () => {
  const { code, said } = await asProcess('frobnicate', 'all')
  expect(code).toBe(2)
  expect(said).toContain('There is no command "frobnicate all".')
  expect(said).toContain('specie bank import FILE WHY')
})

test('a database that does not exist is named without a stack', async () => {
  const nowhere = settings(database.url.replace(/\/test_[0-9a-f]+/, '/nowhere'))
  const { code, said } = await specieProcess(nowhere, 'audit', 'head')
  expect([code, said]).toEqual([
    1,
    'DATABASE_URL names a database that cannot be used: database "nowhere" does not exist.\n',
  ])
})

test('half of a command is answered with those that begin like it', async () => {
  const { code, said } = await specie('bank', 'imprt')
  expect([code, said]).toEqual([2, expect.stringContaining('There is no command "bank imprt".\nUsage:\n')])
  expect(said).toContain('specie bank import FILE WHY')
  expect(said).not.toContain('specie check')
  expect(await specie('bank', '--help')).toMatchObject({ code: 0, said: expect.stringMatching(/^Usage:\n/) })
})

test('--help after a command shows how that one is used', async () => {
  const { code, said } = await specie('bank', 'import', '--help')
  expect([code, said]).toEqual([0, expect.stringMatching(/^Usage:\n {2}specie bank import FILE .+\n$/)])
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
  ['trading', 'venue', 'gamma', `a${'-'.repeat(35)}`],
  ['chains', 'record', 'ETH', 'USDC', 'no-address'],
  ['trading', 'halt', 'VCHF/CHF', 'a\u0007bell'],
  ['deposits', 'assign', 'x', 'y', 'z', 'why'],
  ['deposits', 'retry', 'x', 'why'],
  ['rails', 'suspend', 'x', 'why'],
  ['rails', 'retry', 'x', 'why'],
  ['bank', 'disown', '999999999999999999', 'why'],
  ['bank', 'same', '1', '99999999999999999999', 'why'],
])('what cannot be is told in a sentence: %s %s %s %s', async (...words) => {
  const { code, said } = await specie(...words)
  expect(code).toBe(1)
  expect(said).toMatch(/^[A-Z"][^\n]*[.?]\n$/)
  expect(said).not.toMatch(/ {4}at |syntax for type/)
})
