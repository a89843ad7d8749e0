import { randomUUID } from 'node:crypto'
import { testAddress, testSigner as evmSigner } from '@specie/test/chains/evm.ts'
import { testSigner as solanaSigner } from '@specie/test/chains/solana.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Chain, RawSigner } from '../../base/ports/chain.ts'
import { institutionAddressOf, railAddressOf } from './deposit-address.ts'
import { deriveAddresses } from './pool.ts'

// Deposit addresses are derived in advance, and each is given out once.

const solana = solanaSigner()
const signer: RawSigner = {
  ...evmSigner,
  publicKey: (key, curve) => (curve === 'ed25519' ? solana.signer : evmSigner).publicKey(key, curve),
}
const chainOf = (code: 'ETH' | 'BASE' | 'SOL') => [code, { code } as Chain] as const
const mint = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

let database: TestDatabase
let env: Env
beforeEach(async () => {
  database = await freshDatabase()
  env = testEnv(database, { signer, chains: new Map([chainOf('ETH'), chainOf('BASE'), chainOf('SOL')]) })
})
afterEach(() => database.drop())

const addresses = (family: string) =>
  database.app.query<{ index: number; address: string }>(
    'select index, address from chains.deposit_address where family = $1 order by index',
    [family],
  )
const given = (count: number) =>
  database.owner.query(
    `update chains.deposit_address set institution_id = o.id from
       (select gen_random_uuid() as id, generate_series(0, $1 - 1) as index) o
     where family = 'evm' and chains.deposit_address.index = o.index`,
    [count],
  )

describe('the pool', () => {
  test('has a hundred addresses for each family of chains that is open, and the token accounts on Solana', async () => {
    await database.owner.query(
      `insert into chains.contract (chain, asset, address, created_at) values ('SOL', 'VCHF', $1, now())`,
      [mint],
    )
    expect(await deriveAddresses.run(env)).toBe(300)
    const [evm, sol] = [await addresses('evm'), await addresses('solana')]
    expect(evm.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect([evm[7]!.address, sol[7]!.address]).toEqual([
      await testAddress('deposit:7'),
      await solana.addressOf('deposit:7'),
    ])
    expect(await addresses('bitcoin')).toEqual([])
    const accounts = await database.app.query<{ owner: string }>(
      'select owner from chains.token_account where mint = $1',
      [mint],
    )
    expect(new Set(accounts.map(({ owner }) => owner))).toEqual(new Set(sol.map(({ address }) => address)))
    expect(await deriveAddresses.run(env)).toBe(0)
  })

  test('is filled up when fewer than half are free', async () => {
    const onEvm = { ...env, chains: new Map([chainOf('ETH')]) }
    await deriveAddresses.run(onEvm)
    await database.owner.query('alter table chains.deposit_address drop constraint deposit_address_institution_id_fkey')
    await database.owner.query('drop index chains.one_address')
    await given(50)
    expect(await deriveAddresses.run(onEvm)).toBe(0)
    await given(51)
    expect(await deriveAddresses.run(onEvm)).toBe(51)
    expect((await addresses('evm')).map(({ index }) => index)).toEqual(Array.from({ length: 151 }, (_, n) => n))
  })

  test('is filled by a process that has the keys and a chain', () => {
    const isFilled = (over: Partial<Env>) => deriveAddresses.applies!({ ...env, ...over })
    expect(isFilled({})).toBe(true)
    expect(isFilled({ signer: null })).toBe(false)
    expect(isFilled({ chains: new Map() })).toBe(false)
  })
})

describe('an address', () => {
  const ofInstitution = (id: string, chain: 'ETH' | 'BASE' | 'SOL' = 'ETH') =>
    env.db.tx((tx) => institutionAddressOf(env, tx, id, chain))

  test('is the same for an institution on all chains of a family, and another for every other', async () => {
    await deriveAddresses.run(env)
    const [acme, beta] = [await newInstitution(env.db), await newInstitution(env.db)]
    const [evm, sol] = [await addresses('evm'), await addresses('solana')]
    expect(await ofInstitution(acme)).toEqual(evm[0])
    expect(await ofInstitution(acme, 'BASE')).toEqual(evm[0])
    expect(await ofInstitution(acme, 'SOL')).toEqual(sol[0])
    expect(await ofInstitution(beta)).toEqual(evm[1])
  })

  test('of a rail is its own', async () => {
    await deriveAddresses.run(env)
    const acme = await newInstitution(env.db)
    const rail = randomUUID()
    await database.owner.query('alter table chains.deposit_address drop constraint deposit_address_rail_id_fkey')
    const ofRail = () => env.db.tx((tx) => railAddressOf(env, tx, rail, 'ETH'))
    const evm = await addresses('evm')
    expect(await ofInstitution(acme)).toEqual(evm[0])
    expect(await ofRail()).toEqual(evm[1])
    expect(await ofRail()).toEqual(evm[1])
    expect(await ofInstitution(acme)).toEqual(evm[0])
  })

  test('is missing when none is free', async () => {
    expect(await ofInstitution(await newInstitution(env.db))).toBeNull()
  })
})
