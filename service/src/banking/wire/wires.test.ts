import { randomUUID } from 'node:crypto'
import { agree, decideHold } from '@specie/test/people.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import {
  bankOf,
  clientChf,
  entryOf,
  forgetMoney,
  institutionAtBank,
  ownAccounts,
} from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { debitOf, type ScriptedBank, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { balances } from '@specie/test/balances.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { attributeWires } from './attribute.ts'
import { importFile } from '../file/import.ts'
import { storeBankAccounts } from '../account/own-accounts.ts'
import { sendPayouts } from '../payout/send.ts'
import { pollBank } from '../file/poll.ts'

let database: TestDatabase
let env: Env
let port: ScriptedBank
let files: ReturnType<typeof bankOf>

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  port = scriptedBank()
  env = testEnv(database, { bank: port })
  files = bankOf(clientChf)
})
afterEach(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  expect((await checkBank(database.app)).filter((row) => !row.ok)).toEqual([])
  await forgetMoney(database)
})

const importText = (file: string) => importFile(env, file)

async function wire(): Promise<{ id: string; state: string }> {
  const [row] = await env.db.query<{ id: string; state: string }>('select id, state from banking.wire')
  return row!
}

async function lot(name: string): Promise<bigint> {
  const [row] = await env.db.query<{ balance: bigint }>(
    `select sum(balance) as balance from ledger.account where pool = 'client' and name = $1`,
    [name],
  )
  return row?.balance ?? 0n
}

async function arrived(entry: BankEntry): Promise<string> {
  await storeBankAccounts(env, ownAccounts)
  await importText(files.notify([entry]))
  await attributeWires.run(env)
  return (await wire()).id
}

test('an unidentified wire is sent back, and is returned when the bank has paid', async () => {
  const id = await arrived(entryOf('W1'))
  await agree(env, 'bank.send_back', { wireid: id })
  expect([await lot('unallocated'), await lot('payouts_in_transit')]).toEqual([0n, 100_000n])
  await expect(agree(env, 'bank.send_back', { wireid: id })).rejects.toThrow(/already being sent back/)
  await sendPayouts.run(env)
  const [order] = port.orders.values()
  const [payment] = order!.payments
  expect(payment).toMatchObject({
    amount: 100_000n,
    creditor: { name: 'Acme Treasury AG', account: { kind: 'iban', iban: 'CH9300762011623852957' } },
    remittance: 'Return of W1',
  })
  expect(await importText(files.notify([debitOf(payment!)]))).toMatchObject({ cases: [] })
  expect((await wire()).state).toBe('returned')
  expect([await lot('payouts_in_transit'), await lot('bank')]).toEqual([0n, 0n])
  await importText(files.state())
})

test('two people assign an unidentified wire; it is credited like any other, and cannot be assigned again', async () => {
  const { acme } = await institutionAtBank(env)
  const id = await arrived(entryOf('W1'))
  const nobody = randomUUID()
  await expect(agree(env, 'wire.assign', { wireid: id, institutionid: nobody })).rejects.toThrow(/no such institution/)
  await agree(env, 'wire.assign', { wireid: id, institutionid: acme })
  expect([await lot('unallocated'), (await wire()).state]).toEqual([0n, 'attributed'])
  await attributeWires.run(env)
  const [credited] = await env.db.query('select state, institution_id from banking.wire')
  expect(credited).toEqual({ state: 'credited', institution_id: acme })
  await expect(agree(env, 'wire.assign', { wireid: id, institutionid: acme })).rejects.toThrow(/The wire is credited/)
})

test('an assigned wire from a third party is held', async () => {
  const { acme } = await institutionAtBank(env)
  const counterparty = { name: 'Uncle Bob', account: 'CH9300762011623852957', bic: null }
  const id = await arrived(entryOf('W1', { counterparty }))
  await agree(env, 'wire.assign', { wireid: id, institutionid: acme })
  await attributeWires.run(env)
  expect((await wire()).state).toBe('held')
})

test('a return that the bank rejects can be retried', async () => {
  const id = await arrived(entryOf('W1'))
  await agree(env, 'bank.send_back', { wireid: id })
  port.next = ['reject', 'accept']
  await sendPayouts.run(env)
  expect([await lot('returns'), await lot('payouts_in_transit')]).toEqual([100_000n, 0n])
  await agree(env, 'bank.send_back', { wireid: id })
  expect([await lot('returns'), await lot('payouts_in_transit')]).toEqual([0n, 100_000n])
})

test('a held wire can be sent back; one that is credited, or whose sender is unknown, cannot', async () => {
  const { qrr } = await institutionAtBank(env)
  const reference = { type: 'QRR' as const, value: qrr }
  const stranger = { name: 'Uncle Bob', account: 'CH9300762011623852957', bic: null }
  const nobody = { name: null, account: null, bic: null }
  await importText(
    files.notify([
      entryOf('W1', { reference, counterparty: stranger }),
      entryOf('W2', { reference }),
      entryOf('W3', { counterparty: nobody }),
    ]),
  )
  await attributeWires.run(env)
  const found = await env.db.query<{ id: string; state: string }>('select id, state from banking.wire order by bankref')
  expect(found.map((one) => one.state)).toEqual(['held', 'credited', 'unidentified'])
  await agree(env, 'bank.send_back', { wireid: found[0]!.id })
  expect([await lot('held'), await lot('payouts_in_transit')]).toEqual([0n, 100_000n])
  await expect(agree(env, 'bank.send_back', { wireid: found[1]!.id })).rejects.toThrow(/is credited/)
  await expect(agree(env, 'bank.send_back', { wireid: found[2]!.id })).rejects.toThrow(/named no sender account/)
})

test('the bank’s files are fetched once, and an unreadable file does not block the others', async () => {
  const texts = [files.notify([entryOf('W1')]), '<Document/>', files.notify([entryOf('W2')]), files.state()]
  const requests: number[] = []
  port.files = async (after) => {
    requests.push(after)
    const all = texts.map((text, i) => ({
      number: i + 1,
      name: `file-${i + 1}`,
      type: 'camt.054' as const,
      account: clientChf.iban,
      bytes: text.length,
    }))
    return { files: all.slice(after), last: texts.length }
  }
  port.file = async (name) => texts[Number(name.slice(5)) - 1]!
  expect(await pollBank.run(env)).toBe(4)
  expect(await pollBank.run(env)).toBe(0)
  expect(requests).toEqual([0, 4])
  expect(await env.db.query('select kind, cause from banking.bank_case where closed_at is null')).toEqual([
    { kind: 'unreadable_file', cause: 'file-2' },
  ])
  expect(await env.db.query('select bankref, state from banking.wire order by bankref')).toEqual([
    { bankref: 'W1', state: 'booked' },
    { bankref: 'W2', state: 'booked' },
  ])
})

/** An institution's wire that is imported and not processed yet. */
async function unlooked(over: Partial<BankEntry> = {}) {
  const { acme: owner, qrr } = await institutionAtBank(env)
  await importText(files.notify([entryOf('W1', { reference: { type: 'QRR', value: qrr }, ...over })]))
  const { id } = await wire()
  const hold = (on: string) =>
    env.db.tx((tx) => holdAndReport(env, tx, { institutionId: owner, on, reason: 'sanctions_review' }, 'ann'))
  const decide = (holdid: string, decision: 'release' | 'reject') => decideHold(env, holdid, decision)
  const available = async () => (await balances(env, owner)).get('CHF')?.available ?? 0n
  return { id, hold, decide, available }
}

test('a wire that is held before its credit is credited after the release', async () => {
  const { id, hold, decide, available } = await unlooked()
  const placed = await hold(id)
  expect(placed).toMatchObject({ status: 'held', irrevocable: null })
  await attributeWires.run(env)
  expect([(await wire()).state, await lot('held'), await available()]).toEqual(['held', 100_000n, 0n])
  await expect(agree(env, 'bank.send_back', { wireid: id })).rejects.toThrow(/has a hold/)
  await decide(placed.holdid, 'release')
  const again = await hold(id) // again before the job runs
  await attributeWires.run(env)
  expect([(await wire()).state, await available()]).toEqual(['held', 0n])
  await decide(again.holdid, 'release')
  await attributeWires.run(env)
  expect([(await wire()).state, await lot('held'), await available()]).toEqual(['credited', 0n, 100_000n])
  const holds = () => env.db.query('select count(*) from compliance.hold')
  const before = await holds()
  await expect(hold(id)).rejects.toMatchObject({
    code: 'bad_request',
    details: { rule: 'too_late', field: 'on' },
    message: 'This wire is credited and can no longer be stopped, so no hold was placed.',
  })
  expect(await holds()).toEqual(before)
})

test('a held wire that is rejected returns to its sender', async () => {
  const { id, hold, decide, available } = await unlooked()
  const placed = await hold('next wire')
  await attributeWires.run(env)
  expect((await wire()).state).toBe('held')
  await decide(placed.holdid, 'reject')
  await attributeWires.run(env)
  expect([(await wire()).state, await lot('payouts_in_transit'), await available()]).toEqual([
    'return_pending',
    100_000n,
    0n,
  ])
  // A return can be held too, until it is in an order.
  expect(await hold(id)).toMatchObject({ status: 'held' })
  await sendPayouts.run(env)
  expect(port.orders.size).toBe(0)
})

test('a rejected hold lets its wire return once; every other return needs an approval of its own', async () => {
  const { id, hold, decide } = await unlooked()
  const placed = await hold('next wire')
  await attributeWires.run(env)
  await decide(placed.holdid, 'reject')
  await attributeWires.run(env)
  const agreed = async () =>
    (await env.db.query<{ agreed_by: string }>('select agreed_by from banking.payout order by created_at')).map(
      (row) => row.agreed_by,
    )
  expect(await agreed()).toEqual([placed.holdid])
  port.next = ['reject', 'accept']
  await sendPayouts.run(env)
  // The statement that a program with the rights of the service could send.
  const again = (amount: string, subject = 'subject') =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'test', now())`)
      await tx.query(
        `insert into banking.payout (id, kind, subject, purpose, currency, amount, creditor_name, creditor_account, end_to_end_id,
           state, created_at, updated_at)
         select gen_random_uuid(), kind, ${subject}, purpose, currency, ${amount}, creditor_name, creditor_account, 'AGAIN',
           'prepared', now(), now() from banking.payout where subject = $1`,
        [id],
      )
    })
  const needed = /bank.send_back of .* needs the approval of a second person/
  await expect(again('amount')).rejects.toThrow(needed)
  await expect(again('amount', 'gen_random_uuid()')).rejects.toThrow(needed)
  await agree(env, 'bank.send_back', { wireid: id })
  const [, second] = await agreed()
  expect(await env.db.query('select kind from people.approval where id = $1', [second])).toEqual([
    { kind: 'bank.send_back' },
  ])
  expect(await lot('payouts_in_transit')).toBe(100_000n)
})

test('a hold that is open or was released does not let a wire return', async () => {
  const { id, hold, decide } = await unlooked()
  const placed = await hold('next wire')
  await attributeWires.run(env)
  // The statement that a program with the rights of the service could send.
  const sentBack = () =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'test', now())`)
      await tx.query(
        `insert into banking.payout (id, kind, subject, purpose, currency, amount, creditor_name, creditor_account, end_to_end_id,
           state, created_at, updated_at)
         values (gen_random_uuid(), 'return', $1, 'client_money', 'CHF', 100000, 'Eve', 'CH1', 'E1', 'prepared', now(), now())`,
        [id],
      )
    })
  await expect(sentBack()).rejects.toThrow(/is on hold/)
  await decide(placed.holdid, 'release')
  await expect(sentBack()).rejects.toThrow(/needs the approval of a second person/)
})

test('a hold that was rejected too late does not let a credited wire return', async () => {
  const { id, decide } = await unlooked()
  await attributeWires.run(env)
  const holdid = randomUUID() // inserted directly: the service places no hold on a finished wire
  await env.db.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'test', now())`)
    await tx.query(
      `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
       select $1, institution_id, 'wire', id, 'aml_review', 'placed', now(), now() from banking.wire where id = $2`,
      [holdid, id],
    )
  })
  await decide(holdid, 'reject')
  await attributeWires.run(env)
  const sent = env.db.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'test', now())`)
    await tx.query(
      `insert into banking.payout (id, kind, subject, purpose, currency, amount, creditor_name, creditor_account, end_to_end_id,
         state, created_at, updated_at)
       select gen_random_uuid(), 'return', id, 'client_money', currency, amount, 'Eve', 'CH9300762011623852957', 'EVE',
         'prepared', now(), now() from banking.wire where id = $1`,
      [id],
    )
  })
  await expect(sent).rejects.toThrow(/does not go back with this amount/)
})

const uncle = { name: 'Uncle Bob', account: 'CH9300762011623852957', bic: null }

test('a wire from a third party is credited once people have released it', async () => {
  const { id, decide, available } = await unlooked({ counterparty: uncle })
  await attributeWires.run(env)
  expect([(await wire()).state, await lot('held'), await available()]).toEqual(['held', 100_000n, 0n])
  const [hold] = await env.db.query<{ id: string; reason: string }>(
    'select id, reason from compliance.hold where subject_id = $1',
    [id],
  )
  expect(hold!.reason).toBe('aml_review')
  await decide(hold!.id, 'release')
  await attributeWires.run(env)
  expect([(await wire()).state, await lot('held'), await available()]).toEqual(['credited', 0n, 100_000n])
})

test('an operator cannot send back a third party’s wire with a hold placed by a person', async () => {
  const { id, hold, decide } = await unlooked({ counterparty: uncle })
  await attributeWires.run(env)
  const { holdid } = await hold(id)
  await expect(agree(env, 'bank.send_back', { wireid: id })).rejects.toThrow(/has a hold/)
  await decide(holdid, 'release')
  await attributeWires.run(env)
  expect((await wire()).state).toBe('held')
  await agree(env, 'bank.send_back', { wireid: id })
  expect(await lot('payouts_in_transit')).toBe(100_000n)
})
