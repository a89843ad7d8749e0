import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onboard } from '../client.ts'
import { approve, decide } from '../people.ts'
import {
  acme,
  admin,
  approver,
  call,
  choose,
  desk,
  done,
  env,
  requestOf,
  usePaymentDesk,
  withdraw,
} from './payment-desk.ts'

// The amounts above which payments wait for a second person: one person lowers them, two raise them, and the database enforces
// them, for any SQL of the service. How payments wait: payments.test.ts.

usePaymentDesk()

describe('the choice', () => {
  test('is lowered by one person, and raised or dropped by two', async () => {
    expect(await choose({ CHF: '1000', VCHF: '5.50' })).toEqual({
      kinds: ['member.withdrawal'],
      approvers: 1,
      amounts: [
        { kind: 'member.withdrawal', asset: 'CHF', amount: '1000' },
        { kind: 'member.withdrawal', asset: 'VCHF', amount: '5.5' },
      ],
      approvalid: null,
    })
    expect(await choose({ CHF: '999.99' })).toMatchObject({ amounts: [{ asset: 'CHF', amount: '999.99' }] })
    const kept = await done(admin, '/second-person', { kind: 'member.withdrawal', needed: true })
    expect(kept).toMatchObject({ amounts: [{ asset: 'CHF', amount: '999.99' }], approvalid: null })

    const raised = await choose({ CHF: '1000', VCHF: '1' })
    expect(raised).toMatchObject({ amounts: [{ amount: '999.99' }], approvalid: expect.any(String) })
    await approve(env, approver, raised.approvalid)
    expect((await done(admin, '/second-person')).amounts).toMatchObject([{ amount: '1000' }, { amount: '1' }])

    const dropped = await choose({}, 'member.withdrawal', false)
    await decide(env, approver, dropped.approvalid, 'refuse', 'no')
    expect((await done(admin, '/second-person')).kinds).toEqual(['member.withdrawal'])
    await approve(env, approver, (await choose({}, 'member.withdrawal', false)).approvalid)
    expect(await done(admin, '/second-person')).toEqual({ kinds: [], amounts: [], approvers: 1 })
    expect(await withdraw('5000')).toMatchObject({ status: 'pending' })
  })

  test.each([
    ['an amount of a key', { kind: 'member.key', amounts: [{ asset: 'CHF', amount: '1' }] }],
    ['more decimals than the asset has', { amounts: [{ asset: 'CHF', amount: '1.001' }] }],
    ['less than nothing', { amounts: [{ asset: 'CHF', amount: '-1' }] }],
    [
      'an asset twice',
      {
        amounts: [
          { asset: 'CHF', amount: '1' },
          { asset: 'CHF', amount: '2' },
        ],
      },
    ],
  ])('%s is refused', async (_what, over) => {
    const { status } = await call(admin, '/second-person', { kind: 'member.withdrawal', needed: true, ...over })
    expect(status).toBe(400)
  })
})

describe('for any SQL of the service', () => {
  type Terms = { quantity?: bigint; asked?: object; held?: boolean; institution?: string }

  /** A withdrawal of 5 CHF as a program with the rights of the service could store it. */
  async function stored({ quantity = 500n, asked, held = true, institution = acme.institutionid }: Terms) {
    const id = randomUUID()
    const [key] = await env.db.query<{ id: string }>('select id from access.api_key where institution_id = $1', [
      institution,
    ])
    const [account] = (await done(admin, '/bank-accounts')).items
    const exact = { id, institutionid: acme.institutionid, asset: 'CHF', quantity: '5', destination: 'main' }
    const payload = { ...exact, paid_to: account.identifier, blockchain: null, ...asked }
    await env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'test', now())`)
      await tx.query(
        `insert into transfers.withdrawal (id, institution_id, asset, quantity, bank_account_id, state, created_at, updated_at)
         values ($1, $2, 'CHF', $3, $4, 'requested', now(), now())`,
        [id, acme.institutionid, quantity, account.accountid],
      )
      if (asked !== undefined)
        await tx.query(
          `select people.request_approval_by_key($1, $2, gen_random_uuid(), 'member.withdrawal', $3, $4, 'x', now() + interval '1 day', now())`,
          [key!.id, institution, id, JSON.stringify(payload)],
        )
      if (held)
        await tx.query(
          `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
           values (gen_random_uuid(), $1, 'withdrawal', $2, 'approval_required', 'placed', now(), now())`,
          [acme.institutionid, id],
        )
    })
    return id
  }
  const needed = /needs the approval of a second person/

  test('a payment above the amount is not stored without its exact request, and it waits', async () => {
    await choose({ CHF: '4.99' })
    const beta = await onboard(desk.origin)
    await expect(stored({})).rejects.toThrow(needed)
    await expect(stored({ asked: {}, held: false })).rejects.toThrow(needed)
    await expect(stored({ asked: { quantity: '4' } })).rejects.toThrow(needed)
    await expect(stored({ asked: { asset: 'GBP' } })).rejects.toThrow(needed)
    await expect(stored({ asked: { paid_to: 'CH1000230000A109822346' } })).rejects.toThrow(needed)
    await expect(stored({ asked: { destination: 'other' } })).rejects.toThrow(needed)
    await expect(stored({ asked: {}, institution: beta.institutionid })).rejects.toThrow(needed)
    await stored({ quantity: 499n, held: false })
    await stored({ asked: {} })
    // Without money behind them, they must not continue.
    await desk.database.owner.query('alter table transfers.withdrawal disable trigger user')
    await desk.database.owner.query(`update transfers.withdrawal set state = 'canceled' where institution_id = $1`, [
      acme.institutionid,
    ])
    await desk.database.owner.query('alter table transfers.withdrawal enable trigger user')
  })

  test('a waiting payment cannot be released, requested again, or replaced by another', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const sql = (text: string, ...values: unknown[]) =>
      env.db.tx(async (tx) => {
        await tx.query(`select state.set_actor('test', 'test', now())`)
        await tx.query(text, values)
      })
    const holdTo = (state: string) =>
      sql(
        `update compliance.hold set maker = 'a', checker = 'b', state = $2 where subject_id = $1`,
        withdrawalid,
        state,
      )
    await holdTo('under_review')
    await expect(holdTo('released')).rejects.toThrow(needed)
    await expect(holdTo('rejected')).rejects.toThrow(/waits for a second person/)
    const move = `update transfers.withdrawal set state = 'travel_rule' where id = $1`
    await sql(`update transfers.withdrawal set state = 'screening' where id = $1`, withdrawalid)
    await expect(sql(move, withdrawalid)).rejects.toThrow(/on hold/)
    await expect(sql('update transfers.withdrawal set on_hold = false where id = $1', withdrawalid)).rejects.toThrow(
      /permission denied/,
    )
    await expect(
      sql('update compliance.hold set subject_id = null where subject_id = $1', withdrawalid),
    ).rejects.toThrow(/keeps its subject/)
    const { maker } = await requestOf(withdrawalid)
    const again = `select people.request_approval_by_key($1, $2, gen_random_uuid(), $4, $3, '{}', 'x', now() + interval '1 day', now())`
    const request = [maker.id, acme.institutionid, withdrawalid]
    await expect(sql(again, ...request, 'member.withdrawal')).rejects.toThrow(/asked_once/)
    await expect(sql(again, ...request, 'member.second_person')).rejects.toThrow(/approval refused: role/)
    const beta = await onboard(desk.origin)
    await expect(sql(again, maker.id, beta.institutionid, withdrawalid, 'member.mint')).rejects.toThrow(
      /approval refused: unknown/,
    )
  })

  test('a mint that names no wallet but goes to one is not stored', async () => {
    await choose({}, 'member.mint')
    /** Undone if it was not refused. */
    const stored = (address: string) =>
      env.db.tx(async (tx) => {
        await tx.query(`select state.set_actor('test', 'test', now())`)
        await tx.query(
          `insert into issuance.mint (id, institution_id, asset, blockchain, quantity, fulfilment, address, cost, charge,
             funding_currency, spent, asked_settlement, state, created_at, updated_at)
           values (gen_random_uuid(), $1, 'VCHF', 'ETH', 10000, 'issuance', $2, 1, 0, 'CHF', 1, now(), 'requested', now(), now())`,
          [acme.institutionid, address],
        )
        await tx.query('set constraints all immediate')
        throw new Error('it was stored')
      })
    const [omnibus] = await env.db.query<{ address: string }>(
      `select address from chains.omnibus_wallet where chain = 'ETH'`,
    )
    await expect(stored(omnibus!.address)).rejects.toThrow('it was stored')
    await expect(stored('0x52908400098527886E0F7030069857D2E4169EE7')).rejects.toThrow(needed)
  })

  test('one person alone cannot weaken the choice', async () => {
    await choose({ CHF: '10' })
    const change = (set: string) =>
      env.db.query(`update people.second_person set ${set} where institution_id = $1`, [acme.institutionid])
    await expect(change(`amounts = '{"CHF": "10.01"}'`)).rejects.toThrow(needed)
    await expect(change(`amounts = '{"CHF": "10", "GBP": "1"}'`)).rejects.toThrow(needed)
    await expect(change('is_dropped = true')).rejects.toThrow(needed)
    await change(`amounts = '{"CHF": "9"}'`)
  })
})
