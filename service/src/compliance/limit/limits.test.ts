import { agree } from '@specie/test/people.ts'
import { type Desk, deskForEachTest, funded, million, mint, topUp } from '@specie/test/issuance.ts'
import type { LimitedProduct, LimitPeriod } from '@specie/protocol/limits.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { exceededLimit } from '../../base/http/database-errors.ts'
import { limitsOf, limitsOn } from './left.ts'

let desk: Desk
let env: Env
let acme: string
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 10n * million)
})
beforeEach(async () => {
  acme = await funded(env, { CHF: 10n * million })
})

const set = (
  product: LimitedProduct,
  asset: AssetCode,
  period: LimitPeriod,
  amount: string | null,
  institutionid = acme,
) => agree(env, 'limit.set', { institutionid, limits: [{ product, asset, period, amount }] })

/** The refusal of a request, as its caller gets it. */
const refusal = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => exceededLimit(error),
  )

const left = async () => (await limitsOf(env.db, acme)).map((one) => one.left)

describe('a limit', () => {
  test('is used by what is accepted, and the refusal says what is left', async () => {
    await set('mint', 'VCHF', 'day', '500000')
    expect(await left()).toEqual(['500000'])
    await mint(env, acme)
    expect(await left()).toEqual(['300000'])
    await mint(env, acme)
    const [limit] = await limitsOn(env.db, acme, 'mint', ['VCHF'])
    expect(limit).toMatchObject({ limit: 'day', product: 'mint', amount: '500000', left: '100000' })
    expect(await refusal(mint(env, acme))).toMatchObject({
      code: 'limit_exceeded',
      details: { limit: 'day', product: 'mint', asset: 'VCHF', left: '100000', resets_at: limit!.resets_at },
      message: 'Your limit of mints in VCHF in a day has 100000 VCHF left.',
    })
    expect(await left()).toEqual(['100000'])
  })

  test('counts what was accepted before it was set', async () => {
    await mint(env, acme)
    await set('mint', 'VCHF', 'month', '300000')
    expect(await left()).toEqual(['100000'])
    expect(await refusal(mint(env, acme))).toMatchObject({ code: 'limit_exceeded', details: { limit: 'month' } })
  })

  test('of another institution, product, asset or a higher one does not refuse', async () => {
    const other = await funded(env, { CHF: million })
    await set('mint', 'VCHF', 'day', '0', other)
    await set('redeem', 'VCHF', 'day', '0')
    await set('mint', 'VGBP', 'day', '0')
    await set('mint', 'VCHF', 'day', '200000')
    expect(await refusal(mint(env, acme))).toBeNull()
  })

  test('is removed, and set again, by two people', async () => {
    await set('mint', 'VCHF', 'day', '0')
    expect(await refusal(mint(env, acme))).toMatchObject({ code: 'limit_exceeded' })
    await set('mint', 'VCHF', 'day', null)
    expect(await left()).toEqual([])
    expect(await refusal(mint(env, acme))).toBeNull()
    await set('mint', 'VCHF', 'day', '200000')
    expect(await left()).toEqual(['0'])
  })
})

describe('the database', () => {
  const write = (sql: string) => env.db.query(sql, [acme])

  test('does not let one person set a limit', async () => {
    await set('mint', 'VCHF', 'day', '100')
    for (const sql of [
      `insert into compliance.limit_rule (institution_id, product, asset, period, amount, set_at)
       values ($1, 'mint', 'VGBP', 'day', 1, now())`,
      'update compliance.limit_rule set amount = amount + 1 where institution_id = $1',
      'update compliance.limit_rule set amount = null where institution_id = $1',
    ])
      await expect(write(sql)).rejects.toThrow(/set by two people/)
  })

  test('lets the service neither remove a limit nor change what was counted', async () => {
    await set('mint', 'VCHF', 'day', '200000')
    await mint(env, acme)
    for (const sql of [
      'delete from compliance.limit_rule where institution_id = $1',
      'update compliance.limit_use set used = 0 where institution_id = $1',
      'delete from compliance.limit_use where institution_id = $1',
      'update compliance.limit_item set returned_at = now() where institution_id = $1',
      'delete from compliance.limit_item where institution_id = $1',
    ])
      await expect(write(sql)).rejects.toThrow(/permission denied/)
  })
})
