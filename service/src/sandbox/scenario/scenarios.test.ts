import { misbehaviours as bankMisbehaviours } from '@specie/counterparts/bank/misbehaviour.ts'
import { withExecutions, withStream } from '@specie/counterparts/liquidity/misbehaviour.ts'
import { misbehaviours as providerMisbehaviours } from '@specie/counterparts/provider/misbehaviour.ts'
import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { matchStates } from '@specie/protocol/console/parties.ts'
import { type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import { addPaymentRail } from '@specie/protocol/endpoints/rails.ts'
import { publicStates } from '@specie/protocol/endpoints/transfers.ts'
import { get, sandbox } from '@specie/test/client.ts'
import { type Counterparts, startCounterparts } from '@specie/test/programs/counterparts.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { type RunningService, startService } from '@specie/test/programs/service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { versionStates } from '../../compliance/list/row.ts'
import type { Call, Scenario } from './scenario.ts'

let database: TestDatabase
let counterparts: Counterparts
let service: RunningService
let scenarios: Scenario[]

beforeAll(async () => {
  database = await freshDatabase()
  counterparts = await startCounterparts()
  service = await startService(database.url, {
    BANK_URL: counterparts.origin,
    PROVIDER_URL: counterparts.origin,
    LIQUIDITY: `alpha=${counterparts.origin}/lp/alpha`,
  })
  const { status, body } = await get(`${service.origin}/sandbox/v1/scenarios`)
  expect(status, JSON.stringify(body)).toBe(200)
  scenarios = body.scenarios
})
afterAll(async () => {
  await service.stop()
  await counterparts.end()
  await database.drop()
})

const calls = (): Call[] => scenarios.flatMap(({ how }) => (typeof how === 'string' ? [] : [how]))

test.each([
  machines.payment_rail,
  machines.payment,
  machines.mint,
  machines.redemption,
  machines.withdrawal,
  machines.wire,
  machines.travel_rule,
  machines.withdrawal_address,
])('every state of a $name that clients see has a way to it', (machine: Machine) => {
  const listed = scenarios.filter(({ of }) => of === machine.name).map(({ state }) => state)
  expect(publicStates(machine).filter((state) => !listed.includes(state))).toEqual([])
})

/** The states of what only staff see. */
const seenByStaff: Readonly<Record<string, readonly string[]>> = {
  list: versionStates,
  hold: statesOf(machines.hold),
  party: matchStates,
}

test.each(['hold', 'party'])('every state of a %s that staff see has a way to it', (name) => {
  const listed = scenarios.filter(({ of }) => of === name).map(({ state }) => state)
  expect(seenByStaff[name]!.filter((state) => !listed.includes(state))).toEqual([])
})

test('a state that is listed is one that clients or staff see', () => {
  const seen = (of: string): readonly string[] => seenByStaff[of] ?? publicStates(machines[of as 'mint'])
  const wrong = scenarios.filter(({ of, state }) => state !== null && !seen(of).includes(state))
  expect(wrong).toEqual([])
})

test('every misbehaviour of a counterpart is listed with its own description', () => {
  const listedFor = (name: string) =>
    scenarios.filter(({ of, how }) => of === name && JSON.stringify(how).includes('"next"'))
  for (const [name, expected] of Object.entries({
    bank: bankMisbehaviours,
    provider: providerMisbehaviours,
    lp: { ...withExecutions, ...withStream },
  })) {
    const found = listedFor(name).map(({ wanted, how }) => [((how as Call).body as { next: string }).next, wanted])
    expect(Object.fromEntries(found)).toEqual(expected)
  }
})

test('listed parties and countries that are not served are named', () => {
  const senders = calls()
    .filter(({ path }) => path.endsWith('/addPaymentRail'))
    .map(({ body }) => (body as { sender: { partyname: { name: string }; address: { country: string } } }).sender)
  expect(senders.map(({ partyname }) => partyname.name)).toEqual(
    expect.arrayContaining(['UAT Invalid Party Ltd', 'Zarkovia Sanctioned Trading LLC']),
  )
  expect(senders.map(({ address }) => address.country)).toEqual(expect.arrayContaining(['KP', 'IR']))
})

test('each call exists', async () => {
  const paths = [...new Set(calls().map(({ method, path }) => `${method} ${path}`))]
  expect(paths.length).toBeGreaterThan(20)
  for (const [method, path] of paths.map((one) => one.split(' ') as ['GET' | 'POST', string])) {
    if (path.startsWith(basePath)) {
      expect(endpoints.map((endpoint) => basePath + endpoint.path)).toContain(path)
      continue
    }
    const real = path.replace('{code}', 'ETH').replace(/\{\w+\}/, '00000000-0000-7000-8000-000000000000')
    const { status, body } =
      method === 'GET'
        ? await get(service.origin + real)
        : await sandbox(service.origin, real.slice('/sandbox/v1/'.length), { none: 'such' })
    const isAnswered = [200, 400, 503].includes(status) || body.message.startsWith('There is no such payment')
    expect(isAnswered, `${path}: ${JSON.stringify(body)}`).toBe(true)
  }
})

test('the bodies of rails are well formed', () => {
  for (const { body } of calls().filter(({ path }) => path.endsWith('/addPaymentRail')))
    expect(addPaymentRail.request.safeParse(body).error).toBeUndefined()
})
