import { agree, decideHold } from '@specie/test/people.ts'
import {
  bankOf,
  clientChf,
  clientGbp,
  entryOf,
  forgetMoney,
  institutionAtBank,
  recallOf,
} from '@specie/test/banking/bank-files.ts'
import { addManyRows } from '@specie/test/many-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { debitOf, returnOf, type ScriptedBank, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { importFile } from '../file/import.ts'
import { sendPayouts } from '../payout/send.ts'
import { attributeWires } from './attribute.ts'

// Wires that no order of ours can return stay held, staff see a case, and other wires continue. A return by the bank itself
// is not paid twice.

let database: TestDatabase
let env: Env
let port: ScriptedBank
let files: ReturnType<typeof bankOf>
let reference: { type: 'QRR'; value: string }

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  port = scriptedBank()
  env = testEnv(database, { bank: port })
  files = bankOf(clientChf)
  reference = { type: 'QRR', value: (await institutionAtBank(env)).qrr }
})
afterEach(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  expect((await checkBank(database.app)).filter((row) => !row.ok)).toEqual([])
  await forgetMoney(database)
})

const stranger = (account: string | null, bic: string | null = null) => ({ name: 'Somebody Else', account, bic })
const foreignNumber = '60161331926819'
const qrIban = 'CH4431999123000889012'

type Row = { id: string; bankref: string; state: string }
const wires = () => env.db.query<Row>('select id, bankref, state from banking.wire order by bankref')
const states = async () => (await wires()).map(({ state }) => state)
const openCases = () =>
  env.db.query<{ kind: string; problem: string }>(
    `select kind, detail ->> 'problem' as problem from banking.bank_case where closed_at is null order by id`,
  )

/** Wires from third parties whose holds staff have rejected. */
async function rejected(accounts: readonly (string | null)[]): Promise<void> {
  const entries = accounts.map((account, n) => entryOf(`R${n}`, { reference, counterparty: stranger(account) }))
  await importFile(env, files.notify(entries))
  await attributeWires.run(env)
  const holds = await env.db.query<{ id: string }>(
    'select h.id from compliance.hold h join banking.wire w on w.id = h.subject_id',
  )
  expect(holds).toHaveLength(accounts.length)
  for (const { id } of holds) await decideHold(env, id, 'reject')
}

test.each([
  ['a number of another country', foreignNumber, /cannot be paid in CHF. It is neither an IBAN nor a UK account/],
  ['a UK account', '20-00-00 55779911', /cannot be paid in CHF. Francs are paid to an IBAN only/],
  ['a QR-IBAN', qrIban, /cannot be paid in CHF. A QR-IBAN is paid with a QR reference only/],
  ['an IBAN with wrong check digits', 'CH9300762011623852958', /neither an IBAN/],
  ['no account', null, /named no sender account/],
])('a rejected wire from %s stays held with a case, and blocks no other', async (_, account, problem) => {
  await rejected([account])
  await importFile(env, files.notify([entryOf('W', { reference })]))
  await attributeWires.run(env)
  expect(await attributeWires.run(env)).toBe(0)
  expect(await states()).toEqual(['held', 'credited'])
  expect(await openCases()).toEqual([{ kind: 'return_failed', problem: expect.stringMatching(problem) }])
  const [{ id }] = (await wires()) as [Row]
  await expect(agree(env, 'bank.send_back', { wireid: id })).rejects.toMatchObject({
    code: 'bad_request',
    details: { rule: 'wire' },
    message: expect.stringMatching(/Ask the bank to return it/),
  })
})

test('the case of such a wire closes when the bank returns it itself', async () => {
  await rejected([foreignNumber])
  await attributeWires.run(env)
  const [{ id }] = (await wires()) as [Row]
  const entry = entryOf('R0', { reference, counterparty: stranger(foreignNumber) })
  expect(await importFile(env, files.notify([recallOf(entry, 'BACK')]))).toMatchObject({ cases: [] })
  await attributeWires.run(env)
  expect([await states(), await openCases()]).toEqual([['returned'], []])
  expect(await env.db.query('select on_hold from banking.wire where id = $1', [id])).toEqual([{ on_hold: false }])
})

/** A wire that staff send back, and the recall of its sender's bank. */
async function sentBack() {
  const entry = entryOf('W')
  await importFile(env, files.notify([entry]))
  await attributeWires.run(env)
  const [{ id }] = (await wires()) as [Row]
  await agree(env, 'bank.send_back', { wireid: id })
  return recallOf(entry, 'BACK')
}
const returns = async () =>
  (await env.db.query<{ state: string }>(`select state from banking.payout where kind = 'return'`)).map(
    ({ state }) => state,
  )

test('a recall cancels our pending return: the sender is paid once', async () => {
  const recall = await sentBack()
  expect(await importFile(env, files.notify([recall]))).toMatchObject({ cases: [] })
  await sendPayouts.run(env)
  expect(port.orders.size).toBe(0)
  expect([await states(), await returns(), await openCases()]).toEqual([['returned'], ['rejected'], []])
})

test('a recall after the bank has rejected our return also ends the wire', async () => {
  const recall = await sentBack()
  port.next = ['reject']
  await sendPayouts.run(env)
  expect(await openCases()).toHaveLength(1)
  expect(await importFile(env, files.notify([recall]))).toMatchObject({ cases: [] })
  expect([await states(), await returns(), await openCases()]).toEqual([['returned'], ['rejected'], []])
})

test('a return that the sender’s bank refuses can be sent again', async () => {
  await sentBack()
  await sendPayouts.run(env)
  const [first] = paid()
  await importFile(env, files.notify([debitOf(first!)]))
  expect(await states()).toEqual(['returned'])
  await importFile(env, files.notify([returnOf(first!)]))
  expect([await states(), await openCases()]).toEqual([
    ['return_pending'],
    [{ kind: 'return_failed', problem: expect.any(String) }],
  ])
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  const [{ id }] = (await wires()) as [Row]
  await agree(env, 'bank.send_back', { wireid: id })
  await sendPayouts.run(env)
  await importFile(env, files.notify([debitOf(paid()[1]!, { bankref: 'AGAIN' })]))
  expect([await states(), await openCases()]).toEqual([['returned'], []])
})
const paid = () => [...port.orders.values()].flatMap((order) => order.payments)

test('a recall while our return is in an order opens a case: staff must stop one of the two', async () => {
  const recall = await sentBack()
  await sendPayouts.run(env)
  const { cases } = await importFile(env, files.notify([recall]))
  expect(cases).toMatchObject([{ kind: 'recall' }])
  expect([await states(), await returns()]).toEqual([['return_pending'], ['accepted']])
})

test('more failing returns than fit in a batch do not block another return', async () => {
  await rejected([foreignNumber, 'CH9300762011623852957'])
  const [{ id }] = (await wires()) as [Row]
  const leave = await addManyRows(database, 'banking.wire', id, { entry_id: '-nth' })
  await attributeWires.run(env)
  const counted = await env.db.query('select state, count(*) from banking.wire group by state order by state')
  expect(counted).toEqual([
    { state: 'held', count: 202n },
    { state: 'return_pending', count: 1n },
  ])
  expect(await openCases()).toHaveLength(202)
  await leave()
})

test('a wire whose return the database refuses does not stop the others; staff can send it back', async () => {
  await rejected(['CH9300762011623852957', 'CH5604835012345678009'])
  await database.owner.query(`create function pg_temp_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused for a test'; end $$`)
  await database.owner.query(`create trigger refuse before insert on banking.payout for each row
    when (new.creditor_account = 'CH9300762011623852957') execute function pg_temp_refuse()`)
  await attributeWires.run(env)
  await database.owner.query('drop function pg_temp_refuse() cascade')
  expect(await states()).toEqual(['held', 'return_pending'])
  expect(await openCases()).toEqual([{ kind: 'return_failed', problem: expect.stringMatching(/refused for a test/) }])
  const [{ id }] = (await wires()) as [Row]
  await agree(env, 'bank.send_back', { wireid: id })
  expect(await states()).toEqual(['return_pending', 'return_pending'])
})

test('staff cannot send back an unidentified wire without a payable sender', async () => {
  await importFile(env, files.notify([entryOf('W', { counterparty: stranger(foreignNumber, 'HDFCINBBXXX') })]))
  await attributeWires.run(env)
  const [{ id }] = (await wires()) as [Row]
  await expect(agree(env, 'bank.send_back', { wireid: id })).rejects.toMatchObject({ code: 'bad_request' })
})

test.each([
  ['a number of another country', foreignNumber, 'HDFCINBBXXX'],
  ['a QR-IBAN, which would make every order unwritable', qrIban, null],
])('a sterling wire from %s does not return by itself', async (_, account, bic) => {
  const entry = entryOf('W', { currency: 'GBP', counterparty: stranger(account, bic) })
  await importFile(env, bankOf(clientGbp).notify([entry]))
  await attributeWires.run(env)
  const [{ id }] = (await wires()) as [Row]
  await expect(agree(env, 'bank.send_back', { wireid: id })).rejects.toThrow(/cannot be paid in GBP/)
  await sendPayouts.run(env)
  expect(port.orders.size).toBe(0)
})
