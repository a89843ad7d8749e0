import { randomUUID } from 'node:crypto'
import { payingBankForEachTest, withdrawalTo } from '@specie/test/banking/at-bank.ts'
import type { ScriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { pastTriggers, patience, type TestDatabase } from '@specie/test/database.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { post } from '@specie/test/post.ts'
import { stamped } from '@specie/test/trace-key.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { sessionSql, versionMark } from '../../base/database/trace-key.ts'
import { recordIntent } from '../../base/jobs/intents.ts'
import { connectAsService } from '../../database.ts'
import { cancelPayouts, preparePayout } from './row.ts'
import { sendPayouts } from './send.ts'

// ADR 72. The attacker has the password of the service's login and none of its keys.

let database: TestDatabase
let env: Env
let bank: ScriptedBank
let insider: Db
let acme: string
payingBankForEachTest((paying) => ({ database, env, bank } = paying))
beforeEach(async () => {
  insider = connectAsService({ url: database.url, patience, traceKey: null })
  acme = await newInstitution(env.db)
  const lines = [
    debit(account('client', 'bank', 'CHF'), 1_000_000n),
    credit(account('client', 'available', acme, 'CHF'), 1_000_000n),
  ]
  await post(env, { key: `fund:${acme}`, kind: 'wire', lines })
})
afterEach(() => insider.close())

const [home, away] = ['CH9300762011623852957', 'CH5604835012345678009']

const asked = (id: string, amount: bigint, by: Db = env.db, iban = home) =>
  by.tx((tx) => withdrawalTo(tx, { id, institutionId: acme, currency: 'CHF', amount, iban }))

/** Its money is in transit. */
const paid = (subject: string, amount: bigint, by: Db = env.db, iban = home) =>
  by.tx(async (tx) => {
    const lines = [
      debit(account('client', 'available', acme, 'CHF'), amount),
      credit(account('client', 'payouts_in_transit', 'CHF'), amount),
    ]
    await postIn(env, tx, [{ key: `sent:${randomUUID()}`, kind: 'withdrawal_sent', lines }])
    const creditor = { name: 'Acme Treasury AG', account: { kind: 'iban' as const, iban }, bic: null }
    const request = { kind: 'withdrawal', subject, institutionId: acme, currency: 'CHF', amount, creditor } as const
    const why = { actor: 'service', why: 'next step', at: env.clock.now() }
    return preparePayout({ ...env, db: by }, tx, { ...request, remittance: null }, why)
  })

const ordered = () => [...bank.orders.values()].flatMap(({ payments }) => payments.map(({ amount }) => amount))
const cases = async () =>
  (
    await env.db.query<{ payoutid: string; closed: boolean }>(
      `select detail ->> 'payoutid' as payoutid, closed_at is not null as closed from banking.bank_case
       where kind = 'not_asked_for' order by id`,
    )
  ).slice(-1)

test('a payout agrees with its request, and each request has one payout', async () => {
  const id = randomUUID()
  await expect(paid(id, 700n)).rejects.toThrow(/matches no requested withdrawal/)
  await asked(id, 700n)
  await expect(paid(id, 701n)).rejects.toThrow(/matches no requested withdrawal/)
  await expect(paid(id, 700n, env.db, away)).rejects.toThrow(/matches no requested withdrawal/)
  await paid(id, 700n)
  await expect(paid(id, 700n)).rejects.toThrow(/one_payout/)
  await sendPayouts.run(env)
  expect(ordered()).toEqual([700n])
})

test('a payout without a sealed request is not ordered; other payouts continue, and its case closes with it', async () => {
  const [forged, genuine] = [randomUUID(), randomUUID()]
  await asked(forged, 990n, insider, away)
  const payout = await paid(forged, 990n, insider, away)
  await asked(genuine, 500n)
  await paid(genuine, 500n)
  await sendPayouts.run(env)
  await sendPayouts.run(env)
  expect(ordered()).toEqual([500n])
  expect(await cases()).toEqual([{ payoutid: payout, closed: false }])
  expect(await env.metrics.registry.metrics()).toContain('specie_put_aside_total{what="payout"} 1')
  const by = { actor: 'compliance', why: 'rejected', at: env.clock.now() }
  await env.db.tx((tx) => cancelPayouts(env, tx, 'withdrawal', [forged], 'rejected', by))
  expect(await cases()).toEqual([{ payoutid: payout, closed: true }])
})

test('a payout whose withdrawal was written without the key is not ordered either', async () => {
  const forged = randomUUID()
  await asked(forged, 990n, insider)
  await env.db.tx(async (tx) => {
    await tx.query(`select state.set_actor('service', 'next step', now())`)
    await tx.query(`update transfers.withdrawal set state = 'screening' where id = $1`, [forged])
  })
  await paid(forged, 990n)
  await sendPayouts.run(env)
  expect(ordered()).toEqual([])
})

test.each([
  ['the payout', `update banking.payout set remittance = 'another' where subject = $1`],
  ['its withdrawal', `update transfers.withdrawal set clreqid = 'another' where id = $1`],
  [
    'the account',
    `update destinations.bank_account set confirmed_name = 'Eve' from transfers.withdrawal w where w.bank_account_id = bank_account.id and w.id = $1`,
  ],
])('nor one where %s was changed past the service', async (_what, change) => {
  const id = randomUUID()
  await asked(id, 300n)
  await paid(id, 300n)
  await pastTriggers(database.owner, change, [id])
  await sendPayouts.run(env)
  expect(ordered()).toEqual([])
})

test('unmarked rows of an earlier version are paid once a migration with the key has marked them', async () => {
  const id = randomUUID()
  await asked(id, 400n, insider)
  await paid(id, 400n, insider)
  const rows = await env.db.query<{ id: string }>(
    `select p.id from banking.payout p where subject = $1 union all select $1 union all
     select bank_account_id from transfers.withdrawal where id = $1`,
    [id],
  )
  for (const row of rows)
    await database.owner.tx(async (tx) => {
      await stamped(tx)
      await tx.query(takenByMigration, [row.id])
    })
  await sendPayouts.run(env)
  expect(ordered()).toEqual([400n])
})

/** As base/audit/row-versions.ts writes it for each existing row when the key is first used. */
const takenByMigration = `
  insert into audit.version (seq, committed, name, id, shape, was, hash, role, session, mark) overriding system value
  select v.*, ${sessionSql}, ${versionMark} from (
    select nextval('audit.version_seq_seq') as seq, pg_current_xact_id() as committed, old.name, old.id, old.shape,
      null::bytea as was, old.hash, 'migration' as role
    from audit.version old where old.id = $1 order by old.seq desc limit 1) v`

test('a sweep without a request is rejected, because it would block the next one', async () => {
  const subject = randomUUID()
  const [own] = await env.db.query<{ iban: string }>(
    `select iban from banking.bank_account where purpose = 'reserve' and currency = 'CHF'`,
  )
  const sweep = (iban: string) =>
    insider.tx((tx) => {
      const creditor = { name: 'Reserve', account: { kind: 'iban' as const, iban }, bic: null }
      const request = {
        kind: 'sweep',
        subject,
        purpose: 'client_money',
        currency: 'CHF',
        amount: 5n,
        creditor,
      } as const
      const by = { actor: 'service', why: 'reserve sweep', at: env.clock.now() }
      return preparePayout({ ...env, db: insider }, tx, { ...request, remittance: null }, by)
    })
  await expect(sweep(away)).rejects.toThrow(/matches no requested sweep/)
  const id = await sweep(own!.iban)
  await sendPayouts.run(env)
  expect(await env.db.query('select state from banking.payout where id = $1', [id])).toEqual([{ state: 'rejected' }])
  expect(ordered()).toEqual([])
})

test('an order that the service did not write is not sent to the bank', async () => {
  const id = randomUUID()
  await insider.tx(async (tx) => {
    await tx.query(
      `insert into banking.payment_order (id, message_id, purpose, currency, execution_date, xml, created_at)
       values ($1::uuid, 'FORGED', 'client_money', 'CHF', '2026-11-18', '<Document/>', now())`,
      [id],
    )
    await recordIntent(tx, { key: 'FORGED', effect: 'bank.pay', subject: id }, new Date())
  })
  await sendPayouts.run(env)
  expect([...bank.orders.keys()]).toEqual([])
  const reported = await env.db.query(`select from banking.bank_case where detail ->> 'orderid' = $1`, [id])
  expect(reported).toHaveLength(1)
})
