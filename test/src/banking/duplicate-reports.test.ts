import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl, money, untilStated } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { twoOperators } from '../operators.ts'
import { specie } from '../programs/specie.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { unbroken } from './day.ts'

// The bank of UAT sends duplicate or false reports on purpose.

let uat: Uat
let acme: Client
beforeAll(async () => {
  uat = await startUat()
  acme = await uat.onboard()
})
afterAll(() => uat.end())

const bank = (next: string) => sandboxControl(uat, 'counterparts/bank', { next })
const wire = (amount: string) =>
  sandboxControl(uat, 'wires', { institutionid: acme.institutionid, currency: 'CHF', amount })
const expectBalance = (amount: string) =>
  expect.poll(async () => (await money(uat, acme, 'CHF')).available, { interval: 200 }).toBe(amount)
const broken = () => unbroken(uat.database)
const operator = (...words: string[]) => specie({ DATABASE_URL: uat.database.url }, ...words)
const together = (...words: string[]) => twoOperators({ database: uat.database, origin: uat.service.origin }, ...words)

test('duplicate and collective statements change no balance', async () => {
  await bank('mt940_beside')
  await bank('collective_statement')
  await wire('100')
  await wire('100')
  await expectBalance('200')
  await untilStated(uat)
  await expect
    .poll(() => uat.database.owner.query('select distinct format from banking.message order by 1'), {
      timeout: 20_000,
    })
    .toEqual([{ format: 'camt.053' }, { format: 'camt.054' }, { format: 'mt940' }])
  await expectBalance('200')
  expect(await broken()).toEqual([])
})

test('a notification without a statement is a break until an operator resolves it', async () => {
  await bank('false_notification')
  await wire('50')
  await expectBalance('300')
  await untilStated(uat)
  await expect.poll(broken, { interval: 500 }).toMatchObject([{ invariant: 'L7' }])
  const red = await operator('check')
  expect(red).toMatchObject({ code: 1, said: expect.stringContaining('no statement confirms') })
  const [, entry] = /no statement confirms: \S+ \(entry (\d+)\)/.exec(red.said)!
  expect((await together('bank', 'cases')).said).toMatch(new RegExp(`missing_in_statement  entry ${entry}`))
  expect(await together('bank', 'retract', entry!, 'the', 'bank', 'says', 'so')).toMatchObject({ code: 0 })
  await expectBalance('250')
  expect(await operator('check')).toMatchObject({ code: 0 })
})
