import { liftHalts } from './lift-halts.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountRole,
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  getAddressEncoder,
  getU64Encoder,
} from '@solana/kit'
import { evmClient } from '../devnet-client.ts'
import { evmAccount } from '@specie/service/chains/adapters/evm/account.ts'
import type { KeyName } from '@specie/service/base/ports/chain.ts'
import { createKeystore, openKeystore } from '@specie/service/keys/keystore.ts'
import { addressBook } from '@specie/service/chains/adapters/solana/keys.ts'
import { compile, lifetimeNow, signPlan } from '@specie/service/chains/adapters/solana/transaction.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { calldata } from '@specie/token/evm.ts'
import { openTokenAccount, tokenAccount } from '@specie/token/solana/coin.ts'
import {
  type Built,
  burnFrom,
  createAccount,
  join as bytes,
  mintTo,
  tokenProgram,
  transfer,
} from '@specie/token/solana/instructions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { pastTriggers } from '../database.ts'
import { sumOf } from '../exact.ts'
import { frozen } from '../holds/story.ts'
import { ledgerOf } from '../issuance.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { type Holder, newKey, solanaHolder } from './solana-holder.ts'
import { askMint, change, coin, funded, sandboxControl, mint, publicly, settlement, until } from './story.ts'

// Coins burned outside the service: a holder's own loss is booked and stops nothing; lost coins of clients, and coins without a
// request, halt minting.

let uat: Uat
let acme: Client
let holder: Holder
let vchf: Address
let folder: string
const keystore = () => join(folder, 'keystore.json')
const passphrase = 'test-passphrase-of-a-test'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-burns-'))
  await createKeystore(keystore(), passphrase, { N: 2 ** 10, r: 8, p: 1 })
  uat = await startUat({ KEYSTORE: keystore(), KEYSTORE_PASSPHRASE: passphrase }, { DEVNET_CHAINS: 'BASE,SOL' })
  acme = await funded(uat, { CHF: '3000000' })
  holder = await solanaHolder(uat)
  vchf = (await contractOf(uat, 'VCHF', 'SOL')) as Address
  const wallet = { institutionid: acme.institutionid, blockchain: 'SOL', address: holder.address, label: 'cold' }
  await sandboxControl(uat, 'addresses', wallet)
  await mint(uat, acme, { blockchain: 'SOL', destination: 'cold' })
  await mint(uat, acme, { blockchain: 'SOL' })
  await uat.pass(settlement)
})
afterAll(async () => {
  await uat?.end()
  await rm(folder, { recursive: true, force: true })
})

const minting = async () =>
  (await publicly(uat, 'status')).services.find((one: any) => one.service === 'minting').status as string

/** The public figures, and the books behind them. */
async function shown() {
  const { chains, circulating, coverage } = (await publicly(uat, 'reserves')).assets[0]
  const supply = chains.find((one: any) => one.blockchain === 'SOL').supply as string
  const [liability, excess, fractions] = await ledgerOf(
    { db: uat.database.app } as never,
    account('reserve', 'redemption_liability', 'CHF'),
    account('reserve', 'excess', 'CHF'),
    account('supply', 'burned_fractions', 'VCHF'),
  )
  return { supply, circulating, coverage, liability: liability!, excess: excess!, fractions: fractions! }
}

/** New coins on every chain, until they settle. */
async function expectMintingGoesOn() {
  expect(await minting()).toBe('online')
  const request = [await mint(uat, acme, { blockchain: 'BASE' }), await mint(uat, acme, { blockchain: 'SOL' })]
  await uat.pass(settlement)
  for (const { requestid } of request) expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled' })
  expect(await brokenInvariants(uat)).toEqual([])
}

const own = () => tokenAccount(vchf, holder.address)
const burned = async (amount: bigint) =>
  burnFrom({ mint: vchf, account: await own(), authority: holder.address, amount })

/** Burn, without the decimals: the older form of BurnChecked. */
const plainBurn = async (amount: bigint): Promise<Built> => {
  const { accounts, programAddress } = await burned(amount)
  return { programAddress, accounts, data: bytes(8, getU64Encoder().encode(amount)) }
}

test('a holder burns a millionth of a coin: it is shown as gone, and coins are minted on all chains as before', async () => {
  const before = await shown()
  expect(before).toMatchObject({ supply: '400000', fractions: 0n })
  await holder.send([await burned(1n)])
  await uat.pass(60)
  expect(await shown()).toMatchObject({
    ...before,
    supply: '399999.999999',
    circulating: '399999.999999',
    fractions: 1n,
  })
  expect(await (await coin(uat, 'VCHF', 'SOL')).supply()).toBe(399_999_999_999n)
  await expectMintingGoesOn()
})

test('ten thousand burned millionths are a cent that the reserve no longer owes', async () => {
  const before = await shown()
  // Two forms of the instruction, two in one transaction, and a reorganisation in between.
  await holder.send([await plainBurn(4_000n), await burned(3_000n)])
  await uat.devnet!.control('SOL', 'reorg', { depth: 1 })
  await uat.pass(60)
  expect(await shown()).toMatchObject({ liability: before.liability, excess: before.excess, fractions: 7_001n })
  await holder.send([await burned(3_000n)])
  await uat.pass(60)
  expect(await shown()).toMatchObject({ liability: before.liability - 1n, excess: before.excess + 1n, fractions: 1n })
  await holder.send([await burned(25_019_999n)])
  await uat.pass(60)
  const after = await shown()
  expect(after).toMatchObject({ liability: before.liability - 2_503n, excess: before.excess + 2_503n, fractions: 0n })
  expect(after.circulating).toBe('799974.97')
  await expectMintingGoesOn()
})

test('a burn disguised as ours stops nothing', async () => {
  const [{ address: omnibus }] = (await uat.database.app.query<{ address: Address }>(
    `select address from chains.wallet where chain = 'SOL' and key = 'omnibus'`,
  )) as [{ address: Address }]
  const side = await newKey()
  const initialize: Built = {
    programAddress: tokenProgram,
    accounts: [
      { address: side.address, role: AccountRole.WRITABLE },
      { address: vchf, role: AccountRole.READONLY },
    ],
    data: bytes(18, getAddressEncoder().encode(holder.address)),
  }
  // SetAuthority of kind AccountOwner: the empty account is given to our omnibus wallet.
  const giveAway: Built = {
    programAddress: tokenProgram,
    accounts: [
      { address: side.address, role: AccountRole.WRITABLE },
      { address: holder.address, role: AccountRole.READONLY_SIGNER },
    ],
    data: bytes(6, 2, 1, getAddressEncoder().encode(omnibus)),
  }
  const from = holder.address
  await holder.send(
    [
      createAccount({ from, account: side.address, lamports: 2_500_000n, space: 171n }),
      initialize,
      transfer({ mint: vchf, account: await own(), to: side.address, authority: from, amount: 10_000n }),
      burnFrom({ mint: vchf, account: side.address, authority: from, amount: 10_000n }),
      giveAway,
    ],
    [side],
  )
  const before = await shown()
  await uat.pass(60)
  expect(await shown()).toMatchObject({ liability: before.liability - 1n, excess: before.excess + 1n })
  await expectMintingGoesOn()
})

// Final coins can be burned before a job of ours has booked them.
test('a holder who burns new coins before their mint is booked stops nothing', async () => {
  const coins = await coin(uat, 'VCHF', 'SOL')
  const before = { supply: await coins.supply(), circulating: (await shown()).circulating }
  const burns = () => uat.database.app.query(`select from chains.movement where kind = 'burn' and verdict is not null`)
  const judged = (await burns()).length
  const { requestid } = await mint(uat, acme, { blockchain: 'SOL', destination: 'cold' })
  await frozen(uat, ['issuance.mints'], async () => {
    await until(coins.supply, (supply) => supply > before.supply)
    await holder.send([await burned(150_000_000_000n)])
    await until(burns, (found) => found.length > judged)
  })
  await uat.pass(settlement)
  expect(await minting()).toBe('online')
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled' })
  expect((await shown()).circulating).toBe(sumOf('VCHF', before.circulating, '50000'))
  expect(await brokenInvariants(uat)).toEqual([])
})

test('coins stranded at the contract, or burned by approval of their holder, stop nothing on an EVM chain', async () => {
  const keys = await openKeystore(keystore(), passphrase)
  const contract = (await contractOf(uat, 'VCHF', 'BASE')) as `0x${string}`
  const visitor = await evmClient(uat.devnet!.origin, 'BASE')
  const mine = { institutionid: acme.institutionid, blockchain: 'BASE', address: visitor.account.address, label: 'hot' }
  await sandboxControl(uat, 'addresses', mine)
  await mint(uat, acme, { blockchain: 'BASE', destination: 'hot' })
  await uat.pass(settlement)
  const before = await shown()
  const send = async (data: `0x${string}`, by: Parameters<typeof visitor.wallet.sendTransaction>[0]['account']) => {
    const hash = await visitor.wallet.sendTransaction({ account: by!, to: contract, data, chain: visitor.chain })
    expect(await visitor.reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  }
  await send(calldata.transfer(contract, 5_000_000n), visitor.account)
  await uat.pass(60)
  expect(await shown()).toEqual(before)

  const burner = await evmAccount(keys, 'burner', 'BASE')
  await send(calldata.approve(burner.address, 70_000n), visitor.account)
  const requestId = `0x${randomBytes(32).toString('hex')}` as const
  await send(calldata.burn({ requestId, from: visitor.account.address, amount: 70_000n }), burner)
  await uat.pass(60)
  expect(await shown()).toMatchObject({ liability: before.liability - 7n, excess: before.excess + 7n })
  await expectMintingGoesOn()
})

test('coins of clients burned without a request halt minting', async () => {
  const keys = await openKeystore(keystore(), passphrase)
  const contract = (await contractOf(uat, 'VCHF', 'BASE')) as `0x${string}`
  const burner = await evmAccount(keys, 'burner', 'BASE')
  const omnibus = await evmAccount(keys, 'omnibus', 'BASE')
  const visitor = await evmClient(uat.devnet!.origin, 'BASE')
  const requestId = `0x${randomBytes(32).toString('hex')}` as const
  const data = calldata.burn({ requestId, from: omnibus.address, amount: 1_000_000n })
  const hash = await visitor.wallet.sendTransaction({ account: burner, to: contract, data, chain: visitor.chain })
  await visitor.reader.waitForTransactionReceipt({ hash })
  await uat.pass(60)
  expect(await minting()).toBe('halted')
  expect((await askMint(uat, acme, { blockchain: 'SOL' })).body).toMatchObject({ code: 'halted' })
})

/** Signed with keys of ours, outside the service. */
async function sendWithOurKeys(signers: KeyName[], instructions: Built[]): Promise<void> {
  const signer = await openKeystore(keystore(), passphrase)
  const addressOf = addressBook(signer, {})
  const rpc = createSolanaRpc(`${uat.devnet!.origin}/SOL`)
  const plan = { payer: signers[0]!, signers, steps: instructions.map((instruction) => ({ instruction, order: null })) }
  const lifetime = await lifetimeNow(rpc)
  const purpose = { requestId: 'none', chain: 'SOL', intent: 'a theft' } as const
  const transaction = compile(plan, await addressOf(plan.payer), lifetime)
  const { raw } = await signPlan({ signer, addressOf }, transaction, plan, lifetime, purpose)
  const wire = Buffer.from(raw).toString('base64') as Base64EncodedWireTransaction
  await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
  await uat.devnet!.control('SOL', 'mine', { blocks: 2 })
}

const halted = async () =>
  (await publicly(uat, 'status')).services.find((one: any) => one.service === 'minting').notice as string | null

test('coins minted by a thief with our key halt minting; burning them changes no debt', async () => {
  const vgbp = (await contractOf(uat, 'VGBP', 'SOL')) as Address
  await sandboxControl(uat, 'deposits', {
    institutionid: acme.institutionid,
    asset: 'VGBP',
    blockchain: 'SOL',
    quantity: '1000',
  })
  await uat.pass(600)
  const owed = () => ledgerOf({ db: uat.database.app } as never, account('reserve', 'redemption_liability', 'GBP'))
  const before = await owed()
  expect(before).toEqual([100_000n])
  const keys = addressBook(await openKeystore(keystore(), passphrase), {})
  const [gas, minter] = [await keys('gas'), await keys('minter')]
  const loot = await tokenAccount(vgbp, holder.address)
  const amount = 500_000_000n
  await sendWithOurKeys(
    ['gas', 'minter'],
    [
      await openTokenAccount(gas, vgbp, holder.address),
      mintTo({ mint: vgbp, account: loot, authority: minter, amount }),
    ],
  )
  await uat.pass(60)
  expect(await halted()).toContain('VGBP')
  await holder.send([burnFrom({ mint: vgbp, account: loot, authority: holder.address, amount })])
  await uat.pass(60)
  expect(await owed()).toEqual(before)
})

test('a mint under a request of ours, but for another amount or after its failure, halts minting', async () => {
  const contract = (await contractOf(uat, 'VGBP', 'BASE')) as `0x${string}`
  const minter = await evmAccount(await openKeystore(keystore(), passphrase), 'minter', 'BASE')
  const thief = await evmClient(uat.devnet!.origin, 'BASE')
  const to = thief.account.address
  for (const [asked, state] of [
    [4_000_000n, 'final'],
    [5_000_000n, 'failed'],
  ] as const) {
    await liftHalts(uat.database.owner)
    const requestId = `0x${randomBytes(32).toString('hex')}` as const
    await pastTriggers(
      uat.database.owner,
      `insert into chains.operation (id, chain, key, purpose, subject, kind, asset, amount, recipient, request_id, state, created_at, updated_at)
       values (gen_random_uuid(), 'BASE', 'minter', 'mint', gen_random_uuid(), 'mint', 'VGBP', $1, $2, $3, $4, now(), now())`,
      [asked, to, requestId, state],
    )
    const data = calldata.mint({ requestId, to, amount: 5_000_000n })
    const hash = await thief.wallet.sendTransaction({ account: minter, to: contract, data, chain: thief.chain })
    await thief.reader.waitForTransactionReceipt({ hash })
    await uat.pass(60)
    expect(await halted(), state).toContain('VGBP')
    const [{ reason }] = (await uat.database.app.query(
      `select reason from compliance.switch where what = 'mint:VGBP' and lifted_at is null`,
    )) as [{ reason: string }]
    expect(reason).toContain('does not match operation')
  }
})
