import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard, sandbox, type Client } from '../client.ts'
import { startHouse, unbroken, type House } from './day.ts'

// The bank of UAT tells double, or falsely, on purpose.

const run = promisify(execFile)

let house: House
let acme: Client
beforeAll(async () => {
  house = await startHouse()
  acme = await onboard(house.service.origin)
})
afterAll(() => house.stop())

const ask = async (path: string, body: object) =>
  expect(await sandbox(house.service.origin, path, body)).toMatchObject({ status: 200 })
const wire = (amount: string) => ask('wires', { institutionid: acme.institutionid, currency: 'CHF', amount })
/** Lets days pass until the statement of every entry's day is in: over a weekend or holidays, several. */
async function untilStated(): Promise<void> {
  const unstated = () =>
    house.database.owner.query(
      `select 1 from banking.entry e where not exists (
         select from banking.message s where s.account = e.account and s.kind = 'camt.053' and s.to_date >= e.booking_date)`,
    )
  for (let days = 0; days < 10 && (await unstated()).length > 0; days += 1)
    await ask('clock/advance', { seconds: 86_400 })
  expect(await unstated()).toEqual([])
}

const expectBalance = (amount: string) =>
  expect
    .poll(
      async () => (await acme.call('accountBalance')).body.balances?.find((one: any) => one.asset === 'CHF')?.available,
      { interval: 1_050 },
    )
    .toBe(amount)

/** The operator's command line: its exit code and what it says. */
async function specie(...words: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: house.database.url }
  return run('npx', ['specie', ...words], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}

test('statements that are told double or collectively change no balance', async () => {
  await ask('counterparts/bank', { next: 'mt940_beside' })
  await ask('counterparts/bank', { next: 'collective_statement' })
  await wire('100')
  await wire('100')
  await expectBalance('200')
  await untilStated()
  await expect
    .poll(() => house.database.owner.query('select distinct format from banking.message order by 1'), {
      timeout: 20_000,
    })
    .toEqual([{ format: 'camt.053' }, { format: 'camt.054' }, { format: 'mt940' }])
  await expectBalance('200')
  expect(await unbroken(house)).toEqual([])
})

test('a notification that no statement confirms is red until an operator resolves it', async () => {
  await ask('counterparts/bank', { next: 'false_notification' })
  await wire('50')
  await expectBalance('300')
  await untilStated()
  await expect.poll(() => unbroken(house), { interval: 500 }).toMatchObject([{ invariant: 'L7' }])
  const red = await specie('check')
  expect(red).toMatchObject({ code: 1, said: expect.stringContaining('no statement confirms') })
  const [, entry] = /no statement confirms: \S+ \(entry (\d+)\)/.exec(red.said)!
  expect((await specie('bank', 'cases')).said).toMatch(new RegExp(`missing_in_statement  entry ${entry}`))
  expect(await specie('bank', 'disown', entry!, 'the', 'bank', 'says', 'so')).toMatchObject({ code: 0 })
  await expectBalance('250')
  expect(await specie('check')).toMatchObject({ code: 0 })
})
