import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeNotification } from '@specie/payments/camt.ts'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryOf } from './bank-files.ts'
import { passUntil } from '../chains/story.ts'
import { type Client, get, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { twoOperators } from '../operators.ts'
import { specie } from '../programs/specie.ts'
import { endow } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'

// One operator imports a forged bank file. Seen by an institution and an operator, on real processes.

let uat: Uat
let acme: Client
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-by-hand-'))
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
  acme = await uat.onboard()
  const account = { label: 'main', currency: 'CHF', identifier: 'CH9300762011623852957', name: 'Acme' }
  await sandboxControl('bankaccounts', { institutionid: acme.institutionid, ...account })
})
afterAll(async () => {
  await uat?.end()
  await rm(folder, { recursive: true })
})

const sandboxControl = async (path: string, body: object) =>
  expect(await sandbox(uat.service.origin, path, body)).toMatchObject({ status: 200 })
const call = async (name: string, fields: Record<string, string> = {}) => (await uat.call(acme, name, fields)).body
const francs = async () =>
  (await call('accountBalance')).balances.find((one: { asset: string }) => one.asset === 'CHF') as {
    available: string
    pending: string
  }
const deposits = async () =>
  (await call('queryDeposits')).deposits.map(({ quantity, credited, status }: Record<string, string>) => [
    quantity,
    credited,
    status,
  ])

const together = (...words: string[]) => twoOperators({ database: uat.database, origin: uat.service.origin }, ...words)
const operator = (...words: string[]) =>
  specie({ DATABASE_URL: uat.database.url, SPECIE_DATA: folder, DEVNET_URL: uat.devnet!.origin }, ...words)
const kept = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

/** A notification of today, for Acme, that the bank never wrote; the operator's own command imports it. */
async function forge(bankref: string): Promise<{ day: string; path: string; sha256: string }> {
  const { reference } = await call('depositAddress', { asset: 'CHF' })
  const { settlement } = (await get(`${uat.service.origin}/sandbox/v1/clock`)).body
  const [day, createdAt] = [String(settlement).slice(0, 10), String(settlement).slice(0, 19)]
  const [own] = await uat.database.owner.query<{ iban: string }>(
    `select iban from banking.bank_account where (purpose, currency) = ('client_money', 'CHF')`,
  )
  const dates = { bookingDate: day, valueDate: day }
  const entry = entryOf(bankref, { amount: 420_000_000n, ...dates, reference: { type: 'QRR', value: reference } })
  const heading = { messageId: bankref, createdAt, account: own!.iban, currency: 'CHF' as const, sequence: 1n }
  const path = await kept(`${bankref}.xml`, writeNotification({ kind: 'camt.054', ...heading, entries: [entry] }))
  const taken = await together('bank', 'import', path, 'the', 'line', 'is', 'down')
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining('Nothing is booked from it.') })
  return { day, path, sha256: /File ([0-9a-f]{64})/.exec(taken.said)![1]! }
}

/** Every way to spend francs. */
const uses: [string, Record<string, string>][] = [
  ['withdraw', { asset: 'CHF', quantity: '1000', destination: 'main' }],
  ['mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }],
  ['convert', { from_currency: 'CHF', to_currency: 'VCHF', quantity: '100', min_received: '0' }],
]
async function expectNothingToSpend(): Promise<void> {
  for (const [name, fields] of uses)
    expect([name, (await call(name, fields)).code]).toEqual([name, 'insufficient_balance'])
}

test('a forged camt.054 credits nothing usable, is audited, and is a break with the statement of its day', async () => {
  const { day, path, sha256 } = await forge('FORGED')
  expect(await together('bank', 'import', path)).toMatchObject({
    code: 2,
    said: expect.stringContaining('WHY… is missing'),
  })
  expect(await francs()).toMatchObject({ available: '0', pending: '4200000' })
  expect(await deposits()).toEqual([['4200000', '0', 'pending']])
  expect((await call('queryTransfers')).transfers).toMatchObject([{ quantity: '4200000', status: 'pending' }])
  await expectNothingToSpend()
  const [audited] = await uat.database.owner.query<{ body: string }>(
    `select body from audit.entry where body like '%bank_file.imported%'`,
  )
  expect(JSON.parse(audited!.body)).toMatchObject({
    actor: expect.stringMatching(/^person:/),
    subject: `file ${sha256}`,
    detail: { sha256, why: 'the line is down' },
  })
  expect(await operator('check')).toMatchObject({ code: 0, said: expect.stringMatching(/not believed yet: FORGED/) })

  await uat.restart()
  const stated = () =>
    uat.database.owner.query(`select 1 from banking.message where kind = 'camt.053' and to_date >= $1`, [day])
  await passUntil(uat, 240, async () => (await stated()).length > 0)
  const red = await operator('check')
  expect(red).toMatchObject({
    code: 1,
    said: expect.stringMatching(/BROKEN {2}no statement has FORGED, 4200000 CHF/),
  })
  expect((await together('bank', 'cases')).said).toMatch(/manual_mismatch .*FORGED/)
  expect((await francs()).available).toBe('0')
  await expectNothingToSpend()
  expect(await together('bank', 'retract-file', sha256, 'the', 'bank', 'says', 'so')).toMatchObject({
    code: 0,
  })
  expect(await francs()).toMatchObject({ available: '0', pending: '0' })
  expect(await operator('check')).toMatchObject({ code: 0 })
})

test('a genuine file is pending after its manual import, and spendable exactly once when it is fetched', async () => {
  await uat.restart({ SPECIE_ROLE: 'api' }) // no process fetches files
  await sandboxControl('wires', { institutionid: acme.institutionid, currency: 'CHF', amount: '1234.5' })
  const bank = `${uat.counterparts.origin}/bank/v1/files`
  const written = async () => {
    const [feed] = await uat.database.owner.query<{ last: bigint }>('select last from banking.feed')
    const { files } = (await (await fetch(`${bank}?after=${feed!.last}`)).json()) as {
      files: { name: string; type: string }[]
    }
    return files.find(({ type }) => type === 'camt.054')
  }
  await expect.poll(written).toBeDefined()
  const file = await kept('genuine.xml', await (await fetch(`${bank}/${(await written())!.name}`)).text())
  expect(await together('bank', 'import', file, 'nothing is fetched')).toMatchObject({ code: 0 })
  expect(await francs()).toMatchObject({ available: '0', pending: '1234.5' })
  const [{ depositid }] = (await call('queryDeposits')).deposits
  await uat.restart({ SPECIE_ROLE: 'both' })
  await expect.poll(francs).toMatchObject({ available: '1234.5', pending: '0' })
  expect((await call('queryDeposits')).deposits).toMatchObject([{ depositid, status: 'credited', credited: '1234.5' }])
  expect(await together('bank', 'import', file, 'once more')).toMatchObject({
    said: expect.stringContaining('taken before'),
  })
  expect((await call('withdraw', { asset: 'CHF', quantity: '1234.5', destination: 'main' })).result).toBe('ok')
  expect((await call('withdraw', { asset: 'CHF', quantity: '0.01', destination: 'main' })).code).toBe(
    'insufficient_balance',
  )
  expect(await operator('check')).toMatchObject({ code: 0 })
})

test('an order is not filled from a manual import', async () => {
  const symbol = 'VCHF/CHF'
  await endow(testEnv(uat.database), house, { CHF: '100000', VCHF: '100000' })
  await sandboxControl('liquidity', { symbol, bids: [['0.9999', '5000']], asks: [['1.0001', '5000']], frozen: true })
  await forge('FORGED2')
  expect((await francs()).pending).toBe('4200000')
  const order = { symbol, side: 'Buy', ordtype: 'Limit', timeinforce: 'FOK', orderqty: '100', price: '1.01' }
  const answer = await call('addOrder', { ...order, timestamp: new Date().toISOString(), clordid: 'by-hand' })
  expect(answer).toMatchObject({ order: { ordstatus: 'Rejected' }, error: { code: 'insufficient_balance' } })
})
