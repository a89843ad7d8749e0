import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { agree } from '@specie/test/people.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { move } from '../../base/state-machine/move.ts'
import { addressMachine, whitelistedWallet } from './row.ts'
import { clearingFacts } from './facts.ts'
import { listAddresses } from './list.ts'
import { addressView } from './list-for-people.ts'
import { revokeAddress } from './suspend.ts'
import { endCooling } from './cooling.ts'
import { proveBySandbox } from './prove.ts'
import { type AddressRequest, submitAddress } from './submit.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { completeTravelRule } from './travel-rule.ts'
import { skipCooling, whitelistAddress } from './whitelist.ts'

let database: TestDatabase
let env: Env
let later = 0

beforeAll(async () => {
  database = await freshDatabase()
  const clock = { ...systemClock, settlement: () => new Date(systemClock.now().getTime() + later) }
  env = testEnv(database, { clock })
})
beforeEach(() => (later = 0))
afterAll(() => database.drop())

const officer = { actor: 'test', why: 'because' }
const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const solana = '4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF1eqxABfcDd9T5g'

const institution = () => newInstitution(env.db, { name: 'Acme AG' })

const travelAddress = travelAddressOf('vasp.example/x/1?t=i')
const list = (institutionId: string, over: Partial<AddressRequest> = {}) => {
  const request = { institutionId, blockchain: 'ETH' as const, address: evm, label: 'vault', memo: null, vasp: null }
  return whitelistAddress(env, { ...request, ...over }, officer)
}
const setState = (id: string, state: string) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update destinations.address set state = $2 where id = $1', [id, state])
  })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string; details?: { rule?: string; reason?: string } }) =>
      [error.code, error.details?.reason ?? error.details?.rule].filter(Boolean).join(' '),
  )
const find = (id: string, destination = 'vault', chain: 'ETH' | 'BASE' | 'SOL' = 'ETH') =>
  codeOf(whitelistedWallet(env.db, id, chain, destination))

describe('whitelisting', () => {
  test('a travel address that the institution adds is confirmed by people, who see its host', async () => {
    const institutionId = await institution()
    const id = await list(institutionId, { vasp: 'Alder Exchange Ltd', travelAddress: null })
    const by = { ...officer, at: env.clock.now() }
    const theirs = travelAddressOf('approves-all.example/x?t=i')
    expect(await env.db.tx((tx) => completeTravelRule(env, tx, { institutionId }, id, theirs, by))).toBe('in_review')
    later = 24 * 3_600_000 + 1_000
    await endCooling.run(env)
    expect(await find(institutionId)).toBe('external_wallet_not_whitelisted pending')
    const facts = await clearingFacts(env, env.db, { addressid: id })
    expect(facts).toContainEqual(expect.objectContaining({ label: 'Its host', value: 'approves-all.example' }))
    await agree(env, 'address.clear', { addressid: id })
    const [row] = await env.db.query('select state from destinations.address where id = $1', [id])
    expect(row).toEqual({ state: 'cooling' })
    const changed = env.db.query(`update destinations.address set travel_address = 'ta' where id = $1`, [id])
    await expect(changed).rejects.toThrow(/changes only in review/)
  })

  test('passes every state, waits a day, and records every actor', async () => {
    const institutionId = await institution()
    const id = await list(institutionId, { vasp: 'UAT VASP Approve', travelAddress })
    expect(await find(institutionId)).toBe('external_wallet_not_whitelisted cooling')
    later = 23 * 3_600_000
    await endCooling.run(env)
    expect(await find(institutionId)).toBe('external_wallet_not_whitelisted cooling')
    later = 24 * 3_600_000 + 1_000
    expect(await endCooling.run(env)).toBe(1)
    expect(await find(institutionId)).toBe('ok')
    const history = await env.db.query('select to_state from state.history where subject = $1 order by id', [id])
    expect(history.map((row) => row.to_state).join(' ')).toBe(
      'submitted screening in_review proof_required travel_rule cooling active',
    )
    const [row] = await env.db.query('select * from destinations.address where id = $1', [id])
    expect(row).toMatchObject({
      ownership: 'vasp',
      custody: 'custodian',
      travel_rule: { beneficiary: { name: 'Acme AG', vasp: 'UAT VASP Approve' } },
    })
  })

  test.each([
    [{ address: '0x5290' }, 'invalid_address format'],
    [{ address: '0x52908400098527886E0F7030069857D2E4169Ee7' }, 'invalid_address checksum'],
    [{ blockchain: 'SOL' as const }, 'invalid_address format'],
    [{ institutionId: randomUUID() }, 'bad_request unknown'],
  ])('%j: %s', async (over, code) => {
    expect(await codeOf(list(await institution(), over))).toBe(code)
  })

  test('a label is unique, and an address is unique on a chain', async () => {
    const id = await institution()
    await list(id, { address: evm.toLowerCase() })
    expect(await codeOf(list(id, { address: `0x${'12'.repeat(20)}` }))).toBe('bad_request label_taken')
    expect(await codeOf(list(id, { label: 'again' }))).toBe('bad_request listed')
    expect(await codeOf(list(id, { label: 'ZÜRICH', blockchain: 'BASE' }))).toBe('ok')
    const [other, another] = [`0x${'34'.repeat(20)}`, `0x${'56'.repeat(20)}`]
    expect(await codeOf(list(id, { label: 'Zürich', address: other }))).toBe('bad_request label_taken')
    const twins = [list(id, { label: 'Hot', address: other }), list(id, { label: 'hot', address: another })]
    expect((await Promise.all(twins.map(codeOf))).toSorted()).toEqual(['bad_request label_taken', 'ok'])
    expect(await codeOf(list(id, { label: 'sol', blockchain: 'BASE', address: other.replaceAll('34', '78') }))).toBe(
      'ok',
    )
    expect(await codeOf(list(await institution()))).toBe('ok')
  })
})

describe('a label that looks like an address or an id', () => {
  /** A row of an earlier version: the database now refuses such a label. */
  const relabel = async (id: string, label: string) => {
    await database.owner.query('alter table destinations.address drop constraint if exists plain_label')
    await database.owner.query('update destinations.address set label = $2 where id = $1', [id, label])
  }
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

  test.each([evm, evm.toLowerCase(), evm.slice(2), solana, randomUUID(), 'CH93 0076 2011 6238 5295 7'])(
    'is refused: %s',
    async (label) => {
      expect(await codeOf(list(await institution(), { label }))).toBe('bad_request label_ambiguous')
    },
  )

  test('is also refused by the database', async () => {
    const id = await list(await institution())
    const set = database.owner.query('update destinations.address set label = $2 where id = $1', [id, evm])
    await expect(set).rejects.toThrow('plain_label')
  })

  test.each([evm, evm.toLowerCase()])('from an earlier version: the address %s means itself', async (label) => {
    const institutionId = await institution()
    const taker = await list(institutionId, { address: other, label: 'taker' })
    await skipCooling(env, taker, officer)
    await relabel(taker, label)
    expect(await find(institutionId, evm)).toBe('external_wallet_not_whitelisted unknown_destination')
    await skipCooling(env, await list(institutionId), officer)
    expect(await whitelistedWallet(env.db, institutionId, 'ETH', evm)).toMatchObject({ address: evm })
    expect(await whitelistedWallet(env.db, institutionId, 'ETH', other)).toMatchObject({ id: taker })
  })

  test('from an earlier version: an id means the address with that id', async () => {
    const institutionId = await institution()
    const meant = await list(institutionId)
    await skipCooling(env, meant, officer)
    const taker = await list(institutionId, { address: other, label: 'taker' })
    await relabel(taker, meant)
    expect(await whitelistedWallet(env.db, institutionId, 'ETH', meant)).toMatchObject({ id: meant })
  })

  test('labels that look the same are ambiguous', async () => {
    const institutionId = await institution()
    await list(institutionId, { label: 'Z\u00fcrich' })
    await relabel(await list(institutionId, { address: other, label: 'taker' }), 'Zu\u0308rich')
    expect(await find(institutionId, 'Z\u00fcrich')).toBe('external_wallet_not_whitelisted ambiguous')
  })
})

test('an address of ours cannot be listed, nor used if it became ours later', async () => {
  const [institutionId, another] = [await institution(), await institution()]
  await skipCooling(env, await list(institutionId), officer)
  expect(await find(institutionId)).toBe('ok')
  await database.owner.query(
    `insert into chains.deposit_address (family, index, address, institution_id) values ('evm', 0, $1, $2)`,
    [evm, another],
  )
  expect(await find(institutionId)).toBe('external_wallet_not_whitelisted own_address')
  expect(await find(institutionId, evm.toLowerCase())).toBe('external_wallet_not_whitelisted own_address')
  expect(await codeOf(list(another, { blockchain: 'BASE', address: evm.toLowerCase() }))).toBe(
    'invalid_address own_address',
  )
  await database.owner.query('delete from chains.deposit_address')
})

describe('whitelistedWallet', () => {
  test('finds a wallet by label, id or address', async () => {
    const institutionId = await institution()
    const id = await list(institutionId)
    await skipCooling(env, id, officer)
    const wallet = { id, label: 'vault', address: evm, memo: null }
    for (const name of ['vault', id, evm, evm.toLowerCase()]) {
      expect(await whitelistedWallet(env.db, institutionId, 'ETH', name)).toMatchObject(wallet)
    }
    expect(await find(institutionId, evm.replace('EE7', 'Ee7'))).toBe('invalid_address checksum')
    expect(await find(await institution(), id)).toBe('external_wallet_not_whitelisted unknown_destination')
    expect(await find(institutionId, 'VAULT')).toBe('external_wallet_not_whitelisted unknown_destination')
    expect(await find(institutionId, evm, 'BASE')).toBe('external_wallet_not_whitelisted other_chain')
  })

  test('on Solana case matters', async () => {
    const institutionId = await institution()
    await skipCooling(env, await list(institutionId, { blockchain: 'SOL', address: solana }), officer)
    expect(await find(institutionId, solana, 'SOL')).toBe('ok')
    expect(await find(institutionId, solana.toLowerCase(), 'SOL')).toMatch(/unknown_destination$/)
  })

  test.each([
    ['submitted', 'pending'],
    ['proof_required', 'pending'],
    ['travel_rule', 'travel_rule_missing'],
    ['cooling', 'cooling'],
    ['suspended', 'disabled'],
    ['revoked', 'disabled'],
    ['rejected', 'rejected'],
  ])('%s: %s', async (state, reason) => {
    const institutionId = await institution()
    await setState(await list(institutionId), state)
    expect(await find(institutionId)).toBe(`external_wallet_not_whitelisted ${reason}`)
  })

  test('without Travel Rule data it cannot be used', async () => {
    const institutionId = await institution()
    const id = await list(institutionId)
    await skipCooling(env, id, officer)
    await env.db.query(
      `update destinations.address set travel_rule = null, travel_rule_status = 'missing' where id = $1`,
      [id],
    )
    expect(await find(institutionId)).toBe('external_wallet_not_whitelisted travel_rule_missing')
  })
})

test('the cooling-off is as long as the constant says', async () => {
  const config = { ...env.config, addressCoolingHours: 2 }
  const request = { institutionId: await institution(), blockchain: 'ETH', address: evm, label: 'vault' } as const
  const id = await whitelistAddress({ ...env, config }, { ...request, memo: null, vasp: null }, officer)
  later = 2 * 3_600_000 - 10_000
  await endCooling.run(env)
  expect(await find(request.institutionId)).toBe('external_wallet_not_whitelisted cooling')
  later = 2 * 3_600_000 + 10_000
  await endCooling.run(env)
  expect(await whitelistedWallet(env.db, request.institutionId, 'ETH', 'vault')).toMatchObject({ id })
})

test('without a proof the database refuses every further step of a wallet', async () => {
  const institutionId = await institution()
  const by = { ...officer, at: env.clock.now() }
  const request = { institutionId, blockchain: 'ETH', address: evm, label: 'vault', memo: null, vasp: null } as const
  const id = await env.db.tx((tx) => submitAddress(env, tx, request, by))
  await expect(env.db.tx((tx) => move(tx, addressMachine, id, 'prove', by))).rejects.toThrow('proved')
  const production = { ...env, config: { ...env.config, environment: 'production' as const } }
  await expect(env.db.tx((tx) => proveBySandbox(production, tx, id, by))).rejects.toThrow('production')
  expect(await find(institutionId)).toBe('external_wallet_not_whitelisted pending')
})

test('an address added with a stolen key can be revoked during its cooling-off period, and is never usable', async () => {
  const institutionId = await institution()
  const id = await list(institutionId)
  const revoked = await env.db.tx((tx) =>
    revokeAddress(env, tx, { institutionId }, id, { ...officer, at: env.clock.now() }),
  )
  expect(revoked).toBe('Rejected')
  await expect(skipCooling(env, id, officer)).rejects.toThrow()
})

test('an address is shown with its steps to its institution and the staff, and changed by no other institution', async () => {
  const [institutionId, other] = [await institution(), await institution()]
  const id = await list(institutionId)
  for (const whose of [institutionId, null])
    expect(await addressView(env.db, whose, id)).toMatchObject({
      addressid: id,
      institutionid: institutionId,
      steps: ['submitted', 'screening', 'proof_required', 'travel_rule', 'cooling'].map((state) => ({
        state,
        at: expect.any(String),
      })),
    })
  const notFound = { code: 'not_found', message: 'There is no such address.' }
  await expect(addressView(env.db, other, id)).rejects.toMatchObject(notFound)
  const by = { ...officer, at: env.clock.now() }
  const revoke = env.db.tx((tx) => revokeAddress(env, tx, { institutionId: other }, id, by))
  await expect(revoke).rejects.toMatchObject(notFound)
})

test('the list has filters and pages, and shows only the institution’s own addresses', async () => {
  const id = await institution()
  await list(id, { label: 'a' })
  await skipCooling(env, await list(id, { label: 'b', blockchain: 'BASE' }), officer)
  await list(id, { label: 'c', blockchain: 'AVAX', vasp: 'Bank of Coins', travelAddress })
  const labels = async (request: Parameters<typeof listAddresses>[2]) =>
    (await listAddresses(env, id, request)).addresses.map((row) => row.label).join('')
  expect(await labels({})).toBe('cba')
  expect(await labels({ sort: 'asc' })).toBe('abc')
  expect(await labels({ status: 'Confirmed' })).toBe('b')
  expect(await labels({ status: 'Cooling' })).toBe('ca')
  expect(await labels({ asset: 'VGBP' })).toBe('ba')
  expect(await labels({ blockchain: 'AVAX', label: 'c' })).toBe('c')
  const first = await listAddresses(env, id, { limit: 2 })
  expect(await labels({ limit: 2, cursor: first.next_cursor! })).toBe('a')
  expect(first.addresses[0]).toMatchObject({
    address: evm,
    status: 'Cooling',
    ownership: 'vasp',
    vasp: 'Bank of Coins',
    travelrule: { status: 'complete' },
    usable_from: expect.stringMatching(/Z$/),
  })
  expect((await listAddresses(env, await institution(), {})).addresses).toEqual([])
})
