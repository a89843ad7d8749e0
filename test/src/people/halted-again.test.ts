import { pullSwitch } from '@specie/service/compliance/switch/row.ts'
import { requestApproval } from '@specie/service/people/approval/request.ts'
import { haltPair } from '@specie/service/trading/market/switch-pair.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { agree, approve, staff } from '../people.ts'

// A request to resume is for the halt that its maker saw. A later halt needs a new request.

let database: TestDatabase
let env: ReturnType<typeof testEnv>
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const by = (why: string) => ({ actor: 'officer', why, at: env.clock.now() })

test('a pair', async () => {
  const symbol = 'VCHF/CHF'
  await haltPair(env, symbol, by('a wrong price'))
  const maker = await staff(env, 'operations')
  const request = { kind: 'pair.resume', subject: symbol, payload: { symbol }, reason: 'the price is right' } as const
  const { id } = await env.db.tx((tx) => requestApproval(env, tx, maker, request))
  await haltPair(env, symbol, by('a stolen key'))
  await expect(approve(env, await staff(env, 'operations'), id)).rejects.toThrow(/halted again/)
  expect(await env.db.query('select halted from trading.pair where symbol = $1', [symbol])).toEqual([
    { halted: 'a stolen key' },
  ])
})

test('the minting of a coin', async () => {
  const halt = (why: string) => env.db.tx((tx) => pullSwitch(tx, 'mint:VCHF', by(why)))
  await halt('an unknown supply')
  const [first] = await env.db.query<{ at: Date }>('select at from compliance.switch where lifted_at is null')
  await agree(env, 'mint.resume', { asset: 'VCHF' })
  await halt('a stolen key')
  const old = { asset: 'VCHF', halt: first!.at.toISOString() }
  await expect(agree(env, 'mint.resume', old)).rejects.toThrow(/halted again/)
  expect(await env.db.query('select reason from compliance.switch where lifted_at is null')).toEqual([
    { reason: 'a stolen key' },
  ])
})
