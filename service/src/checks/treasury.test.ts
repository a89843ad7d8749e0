import { pastTriggers } from '@specie/test/database.ts'
import { type Desk, deskForEachTest, funded, million, mint, sweep, topUp, whitelisted } from '@specie/test/issuance.ts'
import { post } from '@specie/test/post.ts'
import { check, checkTreasury } from '@specie/test/checks.ts'
import { afterEach, expect, test } from 'vitest'
import type { Env } from '../base/env.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit } from '../ledger/posting/journal.ts'
import { withdraw } from '../transfers/withdrawal/request.ts'

let desk: Desk
let env: Env
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})
afterEach(() => desk.database.owner.query('truncate transfers.withdrawal cascade').then(() => {}))

const broken = async () => (await checkTreasury(env.db)).filter((row) => !row.ok).map((row) => row.detail)

test('missing reserve money of a waiting mint is detected, although the books balance', async () => {
  const acme = await funded(env, { CHF: million })
  await mint(env, acme)
  await sweep(env)
  expect(await broken()).toEqual([])
  const lines = [debit(account('reserve', 'excess', 'CHF'), 1n), credit(account('reserve', 'bank', 'CHF'), 1n)]
  await post(env, { key: 'invented', kind: 'invented', lines })
  expect((await check(env.db)).filter((row) => !row.ok)).toEqual([])
  expect(await broken()).toEqual(['VCHF: -10000 there for holders, 0 coins exist and 0 are being made'])
  await topUp(env, 'CHF', 1n)
  expect(await broken()).toEqual([])
})

test('promises beyond the coins of a chain are detected', async () => {
  const acme = await funded(env, {})
  await whitelisted(desk.database, acme, 'cold')
  const lines = [
    debit(account('client', 'omnibus', 'ETH', 'VCHF'), 100_000_000n),
    credit(account('client', 'available', acme, 'VCHF'), 100_000_000n),
  ]
  await post(env, { key: 'stock', kind: 'test', lines })
  const fields = { asset: 'VCHF', blockchain: 'ETH', quantity: '98', destination: 'cold' }
  await withdraw(env, { institutionId: acme, actor: 'key' }, fields)
  expect(await broken()).toEqual([])
  await pastTriggers(desk.database.owner, 'update transfers.withdrawal set quantity = quantity + 2000001')
  expect(await broken()).toEqual(['VCHF on ETH: 100000000 there, 100000001 promised'])
})
