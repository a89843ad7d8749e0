import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { sumOf } from '../exact.ts'
import { type LyingNode, lyingNode } from './lying-node.ts'
import { addRail, offRamp } from '../rails/rails.ts'
import { twoOperators } from '../operators.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants } from './books.ts'
import {
  askMint,
  change,
  coin,
  deposits,
  funded,
  sandboxControl,
  mint,
  money,
  publicly,
  settlement,
  until,
} from './story.ts'

// A chain with disagreeing nodes, and one that reverts final blocks: the service decides nothing on it, and says so publicly.

let uat: Uat
let acme: Client
let liar: LyingNode
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'BASE,SOL' })
  acme = await funded(uat, { CHF: '2000000' })
  const { institutionid } = acme
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', address: wallet, label: 'vault' })
  await mint(uat, acme)
  await uat.pass(settlement)
  const real = `${uat.devnet!.origin}/BASE`
  liar = await lyingNode(real)
  await uat.restart({ RPC_BASE: `${liar.url},${real}` })
})
afterAll(async () => {
  await liar?.close()
  await uat?.end()
})

const hex = (number: number) => `0x${number.toString(16)}`
/** 32 bytes, as logs have them. */
const word = (value: string) => `0x${value.slice(2).toLowerCase().padStart(64, '0')}`
/** keccak256('Transfer(address,address,uint256)') */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const status = () => publicly(uat, 'status')
const base = async () => (await status()).blockchains.find((one: any) => one.blockchain === 'BASE')
const isWell = (one: any) => one.status === 'online'
const address = (blockchain: string) => uat.call(acme, 'depositAddress', { asset: 'VCHF', blockchain })
const withdraw = () =>
  uat.call(acme, 'withdraw', { asset: 'VCHF', quantity: '100', destination: 'vault', blockchain: 'BASE' })
const withdrawal = async (withdrawalid: string) =>
  (await uat.call(acme, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]

test('a withdrawal that one of two nodes calls failed is not credited back, and completes when they agree', async () => {
  expect(await status()).toMatchObject({ status: 'online' })
  const { withdrawalid } = (await withdraw()).body
  await uat.pass(3_600)
  const before = await money(uat, acme, 'VCHF')
  liar.lie('eth_getTransactionReceipt', (truth) => truth && { ...truth, status: '0x0' })
  await uat.pass(settlement)
  await until(base, (one) => !isWell(one))
  expect(await (await coin(uat, 'VCHF', 'BASE')).held(wallet)).toBe(100_000_000n)
  expect(await withdrawal(withdrawalid)).toMatchObject({ status: 'pending' })
  expect((await money(uat, acme, 'VCHF')).available).toBe(before.available)

  expect(await status()).toMatchObject({ status: 'degraded' })
  expect(await base()).toMatchObject({ status: 'degraded', notice: expect.stringContaining('nodes of Base disagree') })
  const services = (await status()).services.filter(({ notice }: any) => notice?.includes('Base'))
  expect(services.map(({ service }: any) => service)).toEqual(
    expect.arrayContaining(['deposits', 'withdrawals', 'redemption', 'rails']),
  )
  expect(JSON.stringify(await status())).not.toContain('127.0.0.1')
  expect([await address('BASE'), await address('SOL')]).toMatchObject([
    { status: 503, body: { code: 'service_unavailable', details: { blockchain: 'BASE', reason: 'disagreement' } } },
    { status: 200 },
  ])

  liar.honest()
  await until(base, isWell)
  await uat.pass(60)
  expect(await withdrawal(withdrawalid)).toMatchObject({ status: 'completed' })
  expect((await money(uat, acme, 'VCHF')).available).toBe(before.available)
  expect(await address('BASE')).toMatchObject({ status: 200 })
  expect(await brokenInvariants(uat)).toEqual([])
})

test('a withdrawal that one node has lost, with its nonce used, is not sent twice', async () => {
  const { withdrawalid } = (await withdraw()).body
  await uat.pass(3_600)
  const coins = await coin(uat, 'VCHF', 'BASE')
  const before = await coins.held(wallet)
  liar.lie('eth_getTransactionReceipt', () => null)
  liar.lie('eth_getTransactionCount', () => hex(1_000_000))
  await uat.pass(settlement)
  await uat.pass(60)
  expect(await coins.held(wallet)).toBe(before + 100_000_000n)
  expect(await withdrawal(withdrawalid)).toMatchObject({ status: 'pending', txids: [expect.any(String)] })
  liar.honest()
  await until(base, isWell)
  await uat.pass(60)
  expect(await withdrawal(withdrawalid)).toMatchObject({ status: 'completed', txids: [expect.any(String)] })
  expect(await coins.held(wallet)).toBe(before + 100_000_000n)
})

test('a deposit that one node invents is never credited', async () => {
  const { address: own } = (await address('BASE')).body
  const { contract } = await coin(uat, 'VCHF', 'BASE')
  const before = await money(uat, acme, 'VCHF')
  const known = await deposits(uat, acme)
  const forged = ({ blockNumber, blockHash, transactionHash }: any) => ({
    blockNumber,
    blockHash,
    transactionHash,
    address: contract,
    topics: [transferTopic, word(wallet), word(own)],
    data: word(hex(10 ** 12)),
    logIndex: '0x9',
    transactionIndex: '0x0',
    removed: false,
  })
  liar.lie('eth_getTransactionReceipt', (truth) => truth && { ...truth, logs: [...truth.logs, forged(truth)] })
  // A transaction on the chain, so that there is a receipt to forge.
  const { requestid } = await mint(uat, acme)
  await until(base, (one) => !isWell(one))
  expect(await deposits(uat, acme)).toEqual(known)
  liar.honest()
  await until(base, isWell)
  await uat.pass(settlement)
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled' })
  expect(await deposits(uat, acme)).toEqual(known)
  expect((await money(uat, acme, 'VCHF')).available).toBe(sumOf('VCHF', before.available, '200000'))
})

test('a chain that reverts final blocks is not online: no address, no mint, no withdrawal, no rail there', async () => {
  await uat.restart()
  await uat.devnet!.control('BASE', 'reorg', { depth: 60 })
  await until(base, (one) => !isWell(one))
  expect(await base()).toMatchObject({ notice: expect.stringContaining('Base has changed what was final') })
  expect(await status()).toMatchObject({ status: 'degraded' })
  const refused = [
    await address('BASE'),
    await withdraw(),
    await askMint(uat, acme),
    await uat.call(acme, 'redeemTokens', { asset: 'VCHF', blockchain: 'BASE', quantity: '1000' }),
    await addRail(uat, acme, offRamp('VCHF', 'BASE')),
  ]
  for (const { status, body } of refused)
    expect([status, body]).toMatchObject([503, { details: { blockchain: 'BASE', reason: 'broken' } }])
  expect(await address('SOL')).toMatchObject({ status: 200 })
})

test('after a review people resume the chain; a final deposit is not credited twice', async () => {
  const balance = await money(uat, acme, 'VCHF')
  const together = (...words: string[]) =>
    twoOperators({ database: uat.database, origin: uat.service.origin }, ...words)
  expect(await together('chains', 'list')).toMatchObject({
    code: 1,
    said: expect.stringContaining('when it was final'),
  })
  const [cursor] = await uat.database.app.query<{ final: bigint }>(
    `select final from chains.cursor where chain = 'BASE'`,
  )
  const from = String(cursor!.final > 1_000n ? cursor!.final - 1_000n : 0n)
  expect(await together('chains', 'resume', 'BASE', from, 'a test network was rolled back')).toMatchObject({ code: 0 })
  await until(base, isWell)
  const [entry] = await uat.database.app.query(
    `select body::jsonb->>'subject' as subject, body::jsonb->'detail'->>'from' as from
     from audit.entry where body::jsonb->>'action' = 'chain.resumed'`,
  )
  expect(entry).toEqual({ subject: 'BASE', from })
  expect(await together('mint', 'resume', 'VCHF', 'looked', 'at', 'it')).toMatchObject({ code: 0 })
  expect(await together('chains', 'resume', 'BASE', from, 'again')).toMatchObject({
    said: expect.stringContaining('is not stopped'),
  })
  await uat.pass(60)
  expect(await money(uat, acme, 'VCHF')).toEqual(balance)
  const { requestid } = await mint(uat, acme)
  await uat.pass(settlement)
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled' })
  expect(await brokenInvariants(uat)).toEqual([])
})
