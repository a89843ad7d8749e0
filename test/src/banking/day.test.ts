import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard, sandbox } from '../client.ts'
import { specie } from '../programs/specie.ts'
import { killBank, killService, live, remains, startDayWorld, unbroken, type DayWorld } from './day.ts'

let house: DayWorld
beforeAll(async () => {
  house = await startDayWorld()
})
afterAll(() => house.stop())

test('a wire sent at the bank is credited within seconds', async () => {
  const acme = await onboard(house.service.origin)
  const { status } = await sandbox(house.service.origin, 'wires', {
    institutionid: acme.institutionid,
    currency: 'CHF',
    amount: '1500.25',
  })
  expect(status).toBe(200)
  await expect
    .poll(
      async () => (await acme.call('accountBalance')).body.balances?.find((one: any) => one.asset === 'CHF')?.available,
      { interval: 1_050 },
    )
    .toBe('1500.25')
})

test('a small day with kills is explained to the last cent, and specie check says so', async () => {
  let kills = 0
  await live(house, { institutions: 4, wiresEach: 10, payoutsEach: 1, returns: 2, recalls: 1 }, async () => {
    kills += 1
    if (kills % 2 === 0) await killBank(house)
    else await killService(house)
  })
  const { withdrawals, wires } = await remains(house)
  expect(withdrawals).toEqual([
    { state: 'completed', n: 2 },
    { state: 'failed', n: 2 },
  ])
  expect(wires).toEqual([
    { state: 'credited', n: 40 },
    { state: 'recalled', n: 1 },
  ])
  expect(await unbroken(house.database)).toEqual([])
  const checked = await specie({ DATABASE_URL: house.database.url }, 'check')
  expect(checked).toEqual({ code: 0, said: expect.stringMatching(/L7 .* ok/) })
})
