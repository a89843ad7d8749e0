import { agree, decideHold } from '../people.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { type OwnedWire, wireJournal } from '@specie/service/banking/wire/row.ts'
import { importFile } from '@specie/service/banking/file/import.ts'
import type { Env } from '@specie/service/base/env.ts'
import { setActor } from '@specie/service/base/state-machine/move.ts'
import { checkBooks, checkTraces } from '@specie/service/checks/check.ts'
import { prepareDatabase } from '@specie/service/database.ts'
import { postIn } from '@specie/service/ledger/posting/post.ts'
import { listDeposits } from '@specie/service/transfers/deposit/list.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { bankOf, clientChf, entryOf, institutionAtBank } from '../banking/bank-files.ts'
import type { TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { databaseBefore } from './older-database.ts'

// Migration 0016: what the column banking.wire.hold said is said by holds.

let database: TestDatabase
let env: Env
let acme: string
let qrr: string
beforeEach(async () => {
  database = await databaseBefore('0016')
  env = testEnv(database)
  ;({ acme, qrr } = await institutionAtBank(env))
})
afterEach(() => database.drop())

/** A wire from somebody else, held as the version before held it, beside one that has no owner yet. Returns its id. */
async function heldBefore(): Promise<string> {
  const uncle = { name: 'Uncle Bob', account: 'CH9300762011623852957', bic: null }
  const reference = { type: 'QRR', value: qrr } as const
  const entries = [entryOf('W1', { counterparty: uncle, reference }), entryOf('W2')]
  await importFile(env, Buffer.from(bankOf(clientChf).notify(entries)))
  const [wire] = await env.db.query<OwnedWire>(`select * from banking.wire where bankref = 'W1'`)
  const owned = { ...wire!, institution_id: acme }
  await env.db.tx(async (tx) => {
    await setActor(tx, { actor: 'banking', why: 'as before', at: env.clock.now() })
    await tx.query(`update banking.wire set institution_id = $1, state = 'attributed' where bankref = 'W1'`, [acme])
    await tx.query(
      `update banking.wire set state = 'held', hold = 'aml_review', reason = 'sent by a third party' where bankref = 'W1'`,
    )
    await postIn(env, tx, [
      wireJournal(owned, 'attributed', 'unallocated', 'pending'),
      wireJournal(owned, 'held', 'pending', 'held'),
    ])
  })
  return owned.id
}

const state = async () =>
  (await env.db.query<{ state: string }>(`select state from banking.wire where bankref = 'W1'`))[0]!.state
const chf = async () => (await balances(env, acme)).get('CHF')
const broken = () =>
  database.app.tx(async (tx) => [...(await checkBooks(tx)), ...(await checkTraces(tx))].filter((row) => !row.ok))

test('a wire of a third party that the version before held can be released, and is credited once', async () => {
  const depositid = await heldBefore()
  await prepareDatabase(database.owner, 'uat', new Date())
  const { deposits } = await listDeposits(env, acme, { limit: 10 })
  expect(deposits).toMatchObject([{ depositid, status: 'held', hold: { reason: 'aml_review' } }])
  expect(await broken()).toEqual([])
  await attributeWires.run(env)
  expect(await state()).toBe('held')
  const [hold] = await env.db.query<{ id: string }>('select id from compliance.hold')
  await decideHold(env, hold!.id, 'release')
  await attributeWires.run(env)
  await attributeWires.run(env)
  expect([await state(), await chf()]).toEqual(['credited', { available: 100_000n, pending: 0n }])
  expect(await broken()).toEqual([])
})

test('it can be sent back as before', async () => {
  const id = await heldBefore()
  await prepareDatabase(database.owner, 'uat', new Date())
  await agree(env, 'bank.send_back', { wireid: id })
  expect([await state(), await chf()]).toEqual(['return_pending', { available: 0n, pending: 0n }])
  expect(await broken()).toEqual([])
})
