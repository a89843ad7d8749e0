import { agree, decideHold } from '@specie/test/people.ts'
import type { HoldReason } from '@specie/protocol/holds.ts'
import { randomUUID } from 'node:crypto'
import { freshDatabase, pastTriggers, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { refusalOf, whitelisted } from '@specie/test/issuance.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import type { Collection, Provider } from '../../base/ports/provider.ts'
import { placeHold } from '../../compliance/holds.ts'
import { setUpUat } from '../../sandbox/demo/set-up.ts'
import { addPaymentRail } from './request.ts'
import { move } from '../../base/state-machine/move.ts'
import { type Party, railMachine } from './row.ts'
import { advanceRails } from './job.ts'
import { listRails } from './list.ts'
import { closeRail, suspendRail } from './suspend.ts'

// Rails with chains that are never called, and a provider controlled by the test.

type Opening = Awaited<ReturnType<Provider['openCollection']>>

let database: TestDatabase
let env: Env
let acme: string
/** The provider's answer to each key, and the names in its requests. */
let answer: (key: string) => Promise<Opening>
let calls: { key: string; name: string }[]

/** Each rail has its own reference, which identifies its arrivals. */
const collectionOf = (key: string): Collection => ({
  iban: 'CH9300762011623852957',
  bic: 'UATBCHZZXXX',
  accountname: 'Provider for Acme',
  reference: key.toUpperCase(),
  currency: 'CHF',
})
const fundingOf = (railid: string): Collection => collectionOf(`rail:${railid}`)

beforeAll(async () => {
  database = await freshDatabase()
  calls = []
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('ETH', 'VCHF', '0xc0', now()), ('SOL', 'VCHF', 'C0', now()), ('ETH', 'VGBP', '0xc1', now())`,
  )
  await database.owner.query(
    `insert into chains.deposit_address (family, index, address)
     select 'evm', i, '0xd' || i from generate_series(0, 9) i`,
  )
  const provider = {
    name: 'test',
    openCollection: (key: string, { name }: { name: string }) => {
      calls.push({ key, name })
      return answer(key)
    },
  } as Partial<Provider> as Provider
  const there = {} as Chain
  env = testEnv(database, {
    provider,
    chains: new Map([
      ['ETH', there],
      ['SOL', there],
    ]),
  })
  await setUpUat(env)
})
afterAll(() => database.drop())

beforeEach(async () => {
  acme = await newInstitution(env.db, { name: 'Acme Treasury AG' })
  await whitelisted(database, acme, 'main')
  answer = async (key) => collectionOf(key)
  await work() // finishes the work of earlier tests
  calls = []
})

const party = (name: string, country = 'CH'): Party => ({
  partyname: { name },
  address: { country },
  partytype: 'company',
})

type Over = Partial<Parameters<typeof addPaymentRail>[2]>
const onRamp = {
  railtype: 'FiatToStablecoin' as const,
  sender: party('Acme Treasury AG'),
  wallet: { destination: 'main' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}
const offRamp = {
  railtype: 'StablecoinToFiat' as const,
  sender: party('Acme Treasury AG'),
  bankaccount: { destination: 'CH93 0076 2011 6238 5295 7' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

const add = (over: Over = {}) => addPaymentRail(env, { institutionId: acme, actor: 'key' }, { ...onRamp, ...over })
const added = async (over: Over = {}) => (await add(over)).answer
const addedOff = (over: Over = {}) =>
  addPaymentRail(env, { institutionId: acme, actor: 'key' }, { ...offRamp, ...over }).then(({ answer }) => answer)
const work = () => advanceRails.run(env)
const viewOf = async (railid: string) => (await listRails(env, acme, { railid })).rails[0]!
const rows = async () =>
  (await env.db.query<{ n: bigint }>('select count(*) as n from rails.rail where institution_id = $1', [acme]))[0]!.n

const hold = (on: string, reason: HoldReason = 'aml_review') =>
  env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on, reason }, 'officer')).then(({ holdid }) => holdid)
const decide = (id: string, decision: 'release' | 'reject') => decideHold(env, id, decision)
const holdsOn = (railid: string) =>
  env.db.query<{ id: string; reason: string }>('select id, reason from compliance.hold where subject_id = $1', [railid])

describe('an on-ramp', () => {
  test('is pending, is opened at the provider once, and then shows funding instructions', async () => {
    const created = await added()
    expect(created).toMatchObject({ status: 'pending', reason: null })
    expect(await viewOf(created.railid)).toMatchObject({ status: 'pending', fundinginstructions: null })
    await work()
    await work()
    expect(await viewOf(created.railid)).toMatchObject({
      status: 'active',
      hold: null,
      wallet: { destination: '0x52908400098527886E0F7030069857D2E4169EE7', memo: null },
      bankaccount: null,
      recipient: null,
      sender: onRamp.sender,
      instructions: onRamp.instructions,
      fundinginstructions: fundingOf(created.railid),
    })
    expect(calls).toEqual([{ key: `rail:${created.railid}`, name: 'Acme Treasury AG' }])
  })

  test('waits while the provider does not answer or is still opening it, and continues with the same key', async () => {
    const { railid } = await added()
    answer = () => Promise.reject(new Error('timeout'))
    await work()
    answer = async () => null
    await work()
    expect((await viewOf(railid)).status).toBe('pending')
    answer = async (key) => collectionOf(key)
    await work()
    expect((await viewOf(railid)).status).toBe('active')
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  })

  test('that the provider refuses is rejected with its reason', async () => {
    const { railid } = await added()
    answer = async () => ({ refused: 'No account in this name.' })
    await work()
    expect(await viewOf(railid)).toMatchObject({ status: 'rejected', reason: 'No account in this name.' })
    expect(await work()).toBe(0)
  })

  test('has the memo of the request, otherwise that of the whitelisted wallet', async () => {
    const memo = async (over: Over) => (await viewOf((await added(over)).railid)).wallet!.memo
    expect(await memo({ wallet: { destination: 'main', memo: 'mine' } })).toBe('mine')
    await pastTriggers(database.owner, `update destinations.address set memo = '77' where institution_id = $1`, [acme])
    expect(await memo({})).toBe('77')
  })

  test('to a wallet that is not listed, or without Travel Rule data, is a 403 without a row; the id stays free', async () => {
    const strange = { destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }
    const clreqid = 'rail-1'
    expect(await refusalOf(add({ wallet: strange, clreqid }))).toBe(
      'external_wallet_not_whitelisted unknown_destination',
    )
    await database.owner.query(
      `update destinations.address set travel_rule_status = 'missing', travel_rule = null where institution_id = $1`,
      [acme],
    )
    expect(await refusalOf(add({ clreqid }))).toBe('external_wallet_not_whitelisted travel_rule_missing')
    expect(await rows()).toBe(0n)
    await database.owner.query(
      `update destinations.address set travel_rule_status = 'complete', travel_rule = '{}' where institution_id = $1`,
      [acme],
    )
    expect((await add({ clreqid })).replayed).toBe(false)
  })

  test('on a chain that is offline is a 503 without a row', async () => {
    const offline = { ...env, chains: new Map() }
    const asking = addPaymentRail(offline, { institutionId: acme, actor: 'key' }, onRamp)
    expect(await refusalOf(asking)).toBe('service_unavailable')
    expect(await rows()).toBe(0n)
  })
})

describe('an off-ramp', () => {
  test('gets a deposit address of its own', async () => {
    const [one, two] = [await addedOff(), await addedOff()]
    await work()
    const [first, second] = [await viewOf(one.railid), await viewOf(two.railid)]
    expect(first).toMatchObject({
      status: 'active',
      wallet: null,
      bankaccount: { destination: 'CH9300762011623852957' },
      fundinginstructions: { memo: null, blockchain: 'ETH', asset: 'VCHF', min_amount: '1' },
    })
    const addressOf = ({ fundinginstructions: at }: typeof first) => (at && 'address' in at ? at.address : null)
    expect(addressOf(first)).toMatch(/^0xd\d$/)
    expect(addressOf(first)).not.toBe(addressOf(second))
    expect(calls).toEqual([])
  })

  test('waits until an address is free', async () => {
    const sol = { instructions: { ...offRamp.instructions, blockchain: 'SOL' } }
    const { railid } = await addedOff(sol)
    await work()
    expect((await viewOf(railid)).status).toBe('pending')
    await env.db.query(`insert into chains.deposit_address (family, index, address) values ('solana', 0, 'S0')`)
    await work()
    expect(await viewOf(railid)).toMatchObject({ status: 'active', fundinginstructions: { address: 'S0' } })
  })
})

test('a request with the wrong destination is a 400 that names the field', async () => {
  const details = async (asking: Promise<unknown>) =>
    asking.then(
      () => null,
      (error: { code: string; details: object }) => ({ code: error.code, ...error.details }),
    )
  const { wallet, bankaccount } = { ...onRamp, ...offRamp }
  const bad = (field: string, rule: string) => ({ code: 'bad_request', field, rule })
  expect(await details(add({ wallet: undefined }))).toEqual(bad('wallet', 'required'))
  expect(await details(add({ bankaccount }))).toEqual(bad('bankaccount', 'excluded'))
  expect(await details(addedOff({ bankaccount: undefined }))).toEqual(bad('bankaccount', 'required'))
  expect(await details(addedOff({ wallet }))).toEqual(bad('wallet', 'excluded'))
  expect(await rows()).toBe(0n)
})

describe('a repeat', () => {
  test('with the same id gets the same answer after any change, and is done once', async () => {
    const first = await add({ clreqid: 'r1' })
    await database.owner.query(
      `update destinations.address set travel_rule_status = 'missing', travel_rule = null where institution_id = $1`,
      [acme],
    )
    expect(await add({ clreqid: 'r1' })).toEqual({ answer: first.answer, replayed: true })
    expect(await refusalOf(add({ clreqid: 'r1', wallet: { destination: 'other' } }))).toBe('duplicate_clreqid')
    expect(await rows()).toBe(1n)
  })

  test('sent many times concurrently makes one rail', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => add({ clreqid: 'r2' })))
    expect(new Set(all.map(({ answer }) => answer.railid)).size).toBe(1)
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })
})

describe('holds', () => {
  test.each(['Zarkovia Sanctioned Trading LLC', 'Zarkovija Sanctionned Trading Ltd'])(
    'a rail of %s is held for a sanctions review, and nothing is opened',
    async (name) => {
      const created = await added({ recipient: party(name) })
      expect(created).toMatchObject({ status: 'held', reason: null })
      await work()
      expect(calls).toEqual([])
      expect(await viewOf(created.railid)).toMatchObject({
        status: 'held',
        hold: { reason: 'sanctions_review', message: 'under review, contact support', since: expect.any(String) },
        fundinginstructions: null,
      })
    },
  )

  test('Zurich Trading AG is clear', async () => {
    expect((await added({ sender: party('Zurich Trading AG') })).status).toBe('pending')
  })

  test('a release by two people opens and activates it; a rejected one shows only its rejection', async () => {
    const sender = party('Zarkovia Sanctioned Trading LLC')
    const [one, other] = [await added({ sender }), await addedOff({ sender })]
    for (const { id } of await holdsOn(one.railid)) await decide(id, 'release')
    for (const { id } of await holdsOn(other.railid)) await decide(id, 'reject')
    await work()
    expect(await viewOf(one.railid)).toMatchObject({
      status: 'active',
      hold: null,
      fundinginstructions: fundingOf(one.railid),
    })
    expect(await viewOf(other.railid)).toMatchObject({ status: 'rejected', reason: 'refused after review', hold: null })
  })

  test('a released one waits for a provider that does not answer', async () => {
    const holdid = await hold('next rail')
    const created = await added()
    expect(created.status).toBe('held')
    await decide(holdid, 'release')
    answer = () => Promise.reject(new Error('timeout'))
    await work()
    expect((await viewOf(created.railid)).status).toBe('held')
    answer = async (key) => collectionOf(key)
    await work()
    expect((await viewOf(created.railid)).status).toBe('active')
  })

  test('with two holds it continues when both are released', async () => {
    const second = await hold('next rail', 'edd_required')
    const { railid } = await added({ sender: party('Zarkovia Sanctioned Trading SA') })
    const placed = await holdsOn(railid)
    expect(placed.map(({ reason }) => reason).toSorted()).toEqual(['edd_required', 'sanctions_review'])
    await decide(second, 'release')
    await work()
    expect((await viewOf(railid)).status).toBe('held')
    await decide(placed.find(({ id }) => id !== second)!.id, 'release')
    await work()
    expect((await viewOf(railid)).status).toBe('active')
  })

  test('a hold during the opening still stops the rail, which is then opened only once', async () => {
    const { railid } = await added()
    let holdid = ''
    answer = async (key) => {
      holdid = await hold(railid)
      return collectionOf(key)
    }
    await work()
    expect(await viewOf(railid)).toMatchObject({ status: 'held', fundinginstructions: null })
    await decide(holdid, 'release')
    await work()
    expect(await viewOf(railid)).toMatchObject({ status: 'active', fundinginstructions: fundingOf(railid) })
    expect(calls).toHaveLength(1)
  })
})

describe('operator actions', () => {
  const by = () => ({ actor: 'officer', why: 'because', at: env.clock.now() })
  const turn = (act: typeof suspendRail, id: string) => env.db.tx((tx) => act(tx, id, by()))
  const resume = (railid: string) => agree(env, 'rail.resume', { railid })

  test('suspended, reinstated, closed; each in the audit log, and without funding instructions while it is not active', async () => {
    const { railid } = await added()
    expect(await refusalOf(turn(suspendRail, railid))).toBe('bad_request state')
    await work()
    await turn(suspendRail, railid)
    expect(await viewOf(railid)).toMatchObject({ status: 'suspended', fundinginstructions: null })
    expect(await refusalOf(turn(closeRail, railid))).toBe('bad_request state')
    const alone = env.db.tx((tx) => move(tx, railMachine, railid, 'reinstate', by()))
    await expect(alone).rejects.toThrow('needs the approval of a second person')
    await resume(railid)
    expect(await viewOf(railid)).toMatchObject({ status: 'active', fundinginstructions: fundingOf(railid) })
    await turn(closeRail, railid)
    expect(await refusalOf(resume(railid))).toBe('bad_request state')
    expect((await viewOf(railid)).status).toBe('closed')
    const audited = await database.owner.query<{ body: string }>('select body from audit.entry order by seq')
    const actions = audited.map(({ body }) => JSON.parse(body)).filter(({ subject }) => subject === railid)
    expect(actions.map(({ action }) => action)).toEqual(['rail.suspended', 'rail.reinstated', 'rail.closed'])
  })

  test('an unknown rail is an error', async () => {
    expect(await refusalOf(turn(closeRail, randomUUID()))).toBe('not_found')
    expect(await refusalOf(turn(closeRail, 'nonsense'))).toBe('not_found')
  })
})

test('rails have filters and pages, and are listed to their owner only', async () => {
  const on = await added()
  await work()
  const off = await addedOff()
  const gbp = await added({ instructions: { ...onRamp.instructions, asset: 'VGBP' } })
  const ids = async (request: Parameters<typeof listRails>[2], institution = acme) =>
    (await listRails(env, institution, request)).rails.map(({ railid }) => railid)
  expect(await ids({})).toEqual([gbp.railid, off.railid, on.railid])
  expect(await ids({ sort: 'asc', limit: 2 })).toEqual([on.railid, off.railid])
  const { next_cursor } = await listRails(env, acme, { sort: 'asc', limit: 2 })
  expect(await ids({ sort: 'asc', limit: 2, cursor: next_cursor! })).toEqual([gbp.railid])
  expect(await ids({ railtype: 'StablecoinToFiat' })).toEqual([off.railid])
  expect(await ids({ status: 'active' })).toEqual([on.railid])
  expect(await ids({ status: 'rejected' })).toEqual([gbp.railid])
  expect(await ids({ asset: 'VGBP' })).toEqual([gbp.railid])
  expect(await ids({ blockchain: 'SOL' })).toEqual([])
  expect(await ids({ railid: on.railid.toUpperCase() })).toEqual([on.railid])
  expect(await ids({ railid: 'nonsense' })).toEqual([])
  expect(await ids({}, randomUUID())).toEqual([])
})
