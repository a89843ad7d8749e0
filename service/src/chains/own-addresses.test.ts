import { tokenAccount } from '@specie/token/solana/coin.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { getContractAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordTokenAccounts } from './deposit-address/pool.ts'
import { ownAddress } from './own-addresses.ts'

let database: TestDatabase

const omnibus = '0x52908400098527886E0F7030069857D2E4169EE7'
const admin = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const deposit = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const coin = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const stranger = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const solana = {
  gas: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
  deposit: '4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF1eqxABfcDd9T5g',
  mint: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  stranger: 'CiDwVBFgWV9E5MvXWoLgnEgn2hK7rJikbvfWavzAQz3',
}

beforeAll(async () => {
  database = await freshDatabase()
  const { owner } = database
  await owner.query(
    `insert into chains.wallet (chain, key, address) values ('ETH', 'omnibus', $1), ('ETH', 'admin', $2),
       ('ETH', 'deposit:3', ''), ('SOL', 'gas', $3)`,
    [omnibus, admin, solana.gas],
  )
  await owner.query(
    `insert into chains.deposit_address (family, index, address) values ('evm', 0, $1), ('solana', 0, $2)`,
    [deposit, solana.deposit],
  )
  await owner.query(
    `insert into chains.contract (chain, asset, address, created_at) values ('BASE', 'VCHF', $1, now()), ('SOL', 'VCHF', $2, now())`,
    [coin, solana.mint],
  )
  await recordTokenAccounts(testEnv(database))
})
afterAll(() => database.drop())

test.each([
  ['ETH', omnibus, 'the omnibus wallet of Specie'],
  ['ARB', omnibus.toLowerCase(), 'the omnibus wallet of Specie'],
  ['CELO', admin, 'a wallet of Specie itself'],
  ['POL', deposit.toLowerCase(), 'a deposit address at Specie'],
  ['ETH', coin, 'the contract of VCHF'],
  ['ETH', getContractAddress({ from: admin, nonce: 7n }), 'a contract of Specie'],
  ['ETH', `0x${'0'.repeat(36)}dead`, 'a burn address without a known key'],
  ['ETH', stranger, null],
  ['ETH', getContractAddress({ from: stranger, nonce: 0n }), null],
  ['SOL', solana.gas, 'a wallet of Specie itself'],
  ['SOL', solana.deposit, 'a deposit address at Specie'],
  ['SOL', solana.mint, 'the contract of VCHF'],
  ['SOL', '1nc1nerator11111111111111111111111111111111', 'a burn address without a known key'],
  ['SOL', solana.stranger, null],
] as const)('on %s %s is %s', async (chain, address, what) => {
  expect(await ownAddress(database.app, chain, address)).toBe(what)
})

test('a token account of our own wallet is ours; one of another wallet is not', async () => {
  const accountOf = (owner: string) => tokenAccount(solana.mint as never, owner as never)
  const what = 'a token account of Specie'
  expect(await ownAddress(database.app, 'SOL', await accountOf(solana.deposit))).toBe(what)
  expect(await ownAddress(database.app, 'SOL', await accountOf(solana.gas))).toBe(what)
  expect(await ownAddress(database.app, 'SOL', await accountOf(solana.stranger))).toBeNull()
  expect(await recordTokenAccounts(testEnv(database))).toBe(0)
})
