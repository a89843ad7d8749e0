import { once } from 'node:events'
import { faultPoints, faults } from '@specie/service/base/faults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '../client.ts'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { drawnOf } from './deaths.ts'
import { payoutPoints } from './payouts.ts'
import { check } from '../checks.ts'
import { withConstants } from '../programs/constants.ts'

// The same for incoming money: killed while a wire is credited, the institution has it once.

let uat: Uat

beforeAll(async () => {
  uat = await startUat()
})
afterAll(() => uat.end())

const wirePoints = faultPoints.filter((point) => /^(wire|intent)\./.test(point) && !payoutPoints.includes(point))

const seed = drawnSeed()
const deaths = faults.filter((fault) => wirePoints.some((point) => fault.startsWith(`${point}:`)))

test.each(drawnOf(seeded(seed), deaths))(`killed at %s (seed ${seed})`, async (fault) => {
  const client = await uat.onboard()
  await uat.restart(withConstants({ fault }))
  const dead = once(uat.service.process, 'exit')
  const wire = { institutionid: client.institutionid, currency: 'CHF', amount: '700.25' }
  expect((await sandbox(uat.service.origin, 'wires', wire)).status).toBe(200)
  expect(await dead).toEqual([null, 'SIGKILL'])
  await uat.restart()
  await uat.pass(60)
  const { balances } = (await uat.call(client, 'accountBalance')).body
  expect(balances).toContainEqual({ asset: 'CHF', available: '700.25', pending: '0' })
  expect((await check(uat.database.app)).filter((row) => !row.ok)).toEqual([])
})
