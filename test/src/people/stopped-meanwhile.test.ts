import { suspend } from '@specie/service/onboarding/kyb/decide.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFields } from '../trading.ts'
import type { AddressDesk } from './address-desk.ts'
import { type Institution, openInstitution, startMoneyDesk, symbol } from './money-desk.ts'

// ADR 70: a call that passed the gate before the suspension makes no promise after it.

let desk: AddressDesk
beforeAll(async () => {
  desk = await startMoneyDesk()
})
afterAll(() => desk.stop())

const waits = (text: string) =>
  expect
    .poll(async () => {
      const sql = `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1 and datname = current_database()`
      return (await desk.database.owner.query(sql, [`%${text}%`])).length
    })
    .toBeGreaterThan(0)

const suspended = ({ id }: Institution) =>
  desk.env.db.tx((tx) =>
    suspend(desk.env, tx, id, { actor: 'officer', why: 'a match with a sanctions list', at: desk.env.clock.now() }),
  )

const filled = async ({ id }: Institution) =>
  (
    await desk.database.owner.query<{ count: bigint }>(
      `select count(*) as count from trading.client_order where institution_id = $1 and state = 'Filled'`,
      [id],
    )
  )[0]!.count

test('an order of a person is not filled after the suspension of the institution; its neighbours are', async () => {
  const [acme, beta] = [await openInstitution(desk), await openInstitution(desk)]
  const [trader, other] = [await acme.join('trader'), await beta.join('trader')]
  const answers = await desk.database.owner.tx(async (tx) => {
    // Another posting locks the accounts: an ordinary wait.
    await tx.query(`select from ledger.account where owner = any($1) and pool = 'client' order by id for update`, [
      [acme.id, beta.id],
    ])
    const first = trader.tries('/account/orders', orderFields({ clordid: 'late' }))
    await waits('trading.place')
    const second = other.tries('/account/orders', orderFields({ clordid: 'early' }))
    await suspended(acme)
    return { first, second }
  })
  const [first, second] = [await answers.first, await answers.second]
  expect([first.status, first.body.code]).toEqual([403, 'account_suspended'])
  expect(second.status).toBe(200)
  expect([await filled(acme), await filled(beta)]).toEqual([0n, 1n])
})

test('a suspension and a promise take the same lock: a quote waits for the suspension, and is refused', async () => {
  const acme = await openInstitution(desk)
  const trader = await acme.join('trader')
  const answer = await desk.database.owner.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('standing ' || $1, 0))`, [acme.id])
    const request = trader.tries('/account/quotes', { symbol, side: 'Sell', orderqty: '10' })
    await waits('trading.quote')
    await tx.query(`select state.set_actor('officer', 'a match', now())`)
    await tx.query(`update onboarding.kyb_case set state = 'suspended' where institution_id = $1`, [acme.id])
    return { asked: request }
  })
  const { status, body } = await answer.asked
  expect([status, body.code]).toEqual([403, 'account_suspended'])
})
