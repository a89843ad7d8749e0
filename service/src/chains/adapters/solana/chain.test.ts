import type { Address } from '@solana/kit'
import { solanaChain as spec } from '@specie/devnet/chains.ts'
import { serve } from '@specie/devnet/server.ts'
import { openSolana } from '@specie/devnet/solana/chain.ts'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { freeze, pause, resume } from '@specie/token/solana/instructions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Attempt, type Bundle, type Contract, type Order, Refusal } from '../../../base/ports/chain.ts'
import { solanaChain } from './chain.ts'
import { first, openTestSolana, order, relay, type TestSolana } from '@specie/test/chains/solana.ts'

let sol: TestSolana
let vchf: Contract
let vgbp: Contract
let omnibus: string

beforeAll(async () => {
  sol = await openTestSolana({ spec, openSolana, serve })
  ;[vchf, vgbp] = await Promise.all([sol.createCoin('VCHF'), sol.createCoin('VGBP')])
  await sol.standStill()
  omnibus = await sol.addressOf('omnibus')
})
afterAll(async () => {
  await sol?.stop()
  expect(sol?.problems).toEqual([])
})
beforeEach(() => void (sol.troubles.length = 0))

const walletOf = (n: number) => sol.addressOf(`deposit:${n}`)
const mintTo = (to: string, amount: bigint) => order({ kind: 'mint', asset: 'VCHF', to, amount })

async function carryOut(contract: Contract | null, ...orders: Order[]): Promise<Attempt> {
  const attempt = await sol.chain.sign(contract, first(...orders))
  expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await sol.chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: true })
  return attempt
}
const balances = (...wallets: string[]) => Promise.all(wallets.map((wallet) => sol.chain.balance(vchf, wallet)))

test('a mint can have the longest memo', async () => {
  const to = await walletOf(41)
  await carryOut(vchf, order({ kind: 'mint', asset: 'VCHF', to, amount: 7n, memo: '€'.repeat(64) }))
  expect(await balances(to)).toEqual([7n])
})

test('coins are minted to a wallet without a token account, and the chain records the request', async () => {
  const [to, before] = [await walletOf(1), await sol.chain.supply(vchf)]
  const mint = mintTo(to, 5_000_000n)
  expect(await sol.chain.isDone(vchf, mint)).toBe(false)
  const attempt = await carryOut(vchf, mint)
  expect(await sol.chain.outcome(attempt.hash)).toMatchObject({
    cost: 15_000n,
    block: expect.stringMatching(/^slot:\d+$/),
  })
  expect([await sol.chain.supply(vchf), await balances(to)]).toEqual([before + 5_000_000n, [5_000_000n]])
  expect(await sol.chain.isDone(vchf, mint)).toBe(true)
  expect(
    sol.asked
      .slice(-3)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['gas', 'guardian', 'minter'])
  expect(sol.asked.at(-1)!.purpose).toEqual({ requestId: mint.id, chain: 'SOL', intent: `mint 5000000 VCHF to ${to}` })

  await expect(sol.chain.sign(vchf, first(mint))).rejects.toThrow(Refusal)
  await expect(sol.chain.sign(vchf, first(mint))).rejects.toThrow('was processed before')
})

test('a bundle mints to several new wallets in one transaction', async () => {
  const wallets = [await walletOf(2), await walletOf(3)]
  const orders = wallets.map((to, i) => mintTo(to, BigInt(i + 1)))
  expect(orders).toHaveLength(sol.chain.bundleSize)
  const { raw } = await carryOut(vchf, ...orders)
  expect(raw.length).toBeLessThanOrEqual(1_232)
  expect(await balances(...wallets)).toEqual([1n, 2n])
  await expect(sol.chain.sign(vchf, first(...orders, mintTo(await walletOf(4), 3n)))).rejects.toThrow('1232')
})

test('when others pay priority fees, so do we, and a full bundle still fits', async () => {
  const busy = await relay(sol.options.urls[0]!, ({ method }) =>
    method === 'getRecentPrioritizationFees'
      ? [1, 2, 3, 5_000].map((prioritizationFee) => ({ slot: 1, prioritizationFee }))
      : undefined,
  )
  const orders = [mintTo(await walletOf(11), 1n), mintTo(await walletOf(12), 1n)]
  const attempt = await solanaChain({ ...sol.options, urls: [busy.url] }).sign(vchf, first(...orders))
  await busy.stop()
  expect(attempt.raw.length).toBe(1_140)
  expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await sol.chain.outcome(attempt.hash)).toMatchObject({ ok: true, cost: 16_000n })
})

test('the burner burns coins of the omnibus wallet, once per request', async () => {
  await carryOut(vchf, mintTo(omnibus, 100n))
  const [before, [held]] = [await sol.chain.supply(vchf), await balances(omnibus)]
  const burn = order({ kind: 'burn', asset: 'VCHF', amount: 40n })
  await carryOut(vchf, burn)
  expect([await sol.chain.supply(vchf), await balances(omnibus)]).toEqual([before - 40n, [held! - 40n]])
  expect(await sol.chain.isDone(vchf, burn)).toBe(true)
  await expect(sol.chain.sign(vchf, first(burn))).rejects.toThrow('was processed before')
  const tooMuch = order({ kind: 'burn', asset: 'VCHF', amount: held! })
  await expect(sol.chain.sign(vchf, first(tooMuch))).rejects.toThrow('too few coins')
})

test('coins go from the omnibus wallet to a new wallet, and from a deposit address to the omnibus wallet', async () => {
  await carryOut(vchf, mintTo(omnibus, 100n))
  const [held] = await balances(omnibus)
  const deposit = await walletOf(5)
  const transfer = order({ kind: 'transfer', asset: 'VCHF', to: deposit, amount: 30n })
  await carryOut(vchf, transfer)
  expect(await balances(omnibus, deposit)).toEqual([held! - 30n, 30n])
  await carryOut(vchf, order({ kind: 'collect', asset: 'VCHF', from: 5, to: omnibus, amount: 29n }))
  expect(await balances(omnibus, deposit)).toEqual([held! - 1n, 1n])
  expect(await sol.chain.isDone(vchf, transfer)).toBe(false)
})

test('two equal transfers under one blockhash are two transactions', async () => {
  await carryOut(vchf, mintTo(omnibus, 100n))
  const to = await walletOf(6)
  const [one, other] = [0, 1].map(() => order({ kind: 'transfer', asset: 'VCHF', to, amount: 7n }))
  const attempts = [await sol.chain.sign(vchf, first(one!)), await sol.chain.sign(vchf, first(other!))]
  expect(attempts[0]!.terms).toEqual(attempts[1]!.terms)
  for (const attempt of attempts) expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await balances(to)).toEqual([14n])
})

test('SOL leaves a deposit address, which pays the fee', async () => {
  const [deposit, to] = [await walletOf(7), await walletOf(8)]
  await sol.drip(deposit, 10n ** 9n)
  const native = order({ kind: 'native', asset: 'ETH', from: 7, to, amount: 4n * 10n ** 8n })
  await carryOut(null, native)
  expect(await sol.chain.balance(null, to)).toBe(4n * 10n ** 8n)
  expect(await sol.chain.balance(null, deposit)).toBe(6n * 10n ** 8n - 5_000n)
  const tooMuch = order({ ...native, amount: 10n ** 9n })
  await expect(sol.chain.sign(null, first({ ...tooMuch, id: native.id }))).rejects.toThrow('not enough SOL')
})

test('impossible orders are refused with a reason: a mint as recipient, an invalid address, a wallet without coins', async () => {
  const signed = (contract: Contract, one: Order) => sol.chain.sign(contract, first(one))
  await expect(signed(vchf, mintTo(vgbp.address, 1n))).rejects.toThrow('not a wallet')
  await expect(signed(vchf, mintTo('0x1234', 1n))).rejects.toThrow(Refusal)
  const empty = order({ kind: 'collect', asset: 'VGBP', from: 1, to: omnibus, amount: 1n })
  await expect(signed(vgbp, empty)).rejects.toThrow(Refusal)
})

test('a frozen account and a paused coin are refused as such', async () => {
  const to = await walletOf(9)
  await carryOut(vchf, mintTo(to, 1n))
  const coin = { mint: vchf.address as Address, account: await tokenAccount(vchf.address as Address, to) }
  const freezing = { ...coin, authority: await sol.addressOf('freezer') }
  await sol.send(['gas', 'freezer'], [freeze(freezing)])
  await sol.act('mine', { blocks: 2 })
  await expect(sol.chain.sign(vchf, first(mintTo(to, 1n)))).rejects.toThrow('the account is frozen')
  const pauser = await sol.addressOf('pauser')
  await sol.send(['gas', 'pauser'], [pause(coin.mint, pauser)])
  await sol.act('mine', { blocks: 2 })
  await expect(sol.chain.sign(vchf, first(mintTo(omnibus, 1n)))).rejects.toThrow('the coin is paused')
  await sol.send(['gas', 'pauser'], [resume(coin.mint, pauser)])
  await sol.settle()
})

test('creating a coin again returns the same one', async () => {
  expect(await sol.createCoin('VCHF')).toEqual(vchf)
})

test('an empty gas wallet does not fail the order', async () => {
  const poor = solanaChain({
    ...sol.options,
    signer: {
      ...sol.options.signer!,
      publicKey: (key, curve) => sol.options.signer!.publicKey(key === 'gas' ? 'deposit:99' : key, curve),
    },
  })
  const refusal: unknown = await poor.sign(vchf, first(mintTo(omnibus, 1n))).catch((error: unknown) => error)
  expect(refusal).not.toBeInstanceOf(Refusal)
  expect((refusal as Error).message).toContain(`send some to ${await sol.addressOf('deposit:99')}`)
})

test('a process without keys reads and signs nothing', async () => {
  const reader = solanaChain({ ...sol.options, signer: null, wallets: { guardian: await sol.addressOf('guardian') } })
  expect(await reader.supply(vchf)).toBe(await sol.chain.supply(vchf))
  expect(await reader.isDone(vchf, mintTo(omnibus, 1n))).toBe(false)
  await expect(reader.sign(vchf, first(mintTo(omnibus, 1n)))).rejects.toThrow('no keys')
})

const again = (bundle: Bundle, ...earlier: Attempt[]): Bundle => ({ ...bundle, earlier })

test('a dropped transaction is over when its blockhash has expired; signed again, it is included once', async () => {
  const to = await walletOf(10)
  await carryOut(vchf, mintTo(omnibus, 100n))
  const bundle = first(order({ kind: 'transfer', asset: 'VCHF', to, amount: 9n }))
  expect(await sol.chain.isOver(bundle)).toBe(true)
  const lost = await sol.chain.sign(vchf, bundle)
  await sol.act('drop-next')
  expect(await sol.chain.broadcast(lost)).toBe('accepted')
  await sol.act('mine', { blocks: 3 })
  expect(await sol.chain.outcome(lost.hash)).toBeNull()
  expect(await sol.chain.isOver(again(bundle, lost))).toBe(false)
  await expect(sol.chain.sign(vchf, again(bundle, lost))).rejects.toThrow('may still land')
  await sol.act('mine', { blocks: 150 })
  expect(await sol.chain.broadcast(lost)).toBe('expired')
  await sol.settle()
  expect(await sol.chain.isOver(again(bundle, lost))).toBe(true)
  const anew = await sol.chain.sign(vchf, again(bundle, lost))
  expect(await sol.chain.broadcast(anew)).toBe('accepted')
  await sol.settle()
  expect(await balances(to)).toEqual([9n])
  await sol.act('mine', { blocks: 200 })
  expect(await sol.chain.isOver(again(bundle, lost, anew))).toBe(false)
})

test('after a failed broadcast a transaction is found on the chain, and sending it again is accepted', async () => {
  for (const fault of ['accept-then-error', 'timeout-next']) {
    const attempt = await sol.chain.sign(vchf, first(mintTo(omnibus, 3n)))
    await sol.act(fault)
    expect(await sol.chain.broadcast(attempt)).toBe('unknown')
    await sol.act('mine', { blocks: 3 })
    expect(await sol.chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: false })
    expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  }
})

test('a transaction that failed on the chain is not a success', async () => {
  const mint = mintTo(omnibus, 3n)
  const attempt = await sol.chain.sign(vchf, first(mint))
  await sol.act('revert-next')
  expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await sol.chain.outcome(attempt.hash)).toMatchObject({ ok: false, final: true, cost: 15_000n })
  expect(await sol.chain.isDone(vchf, mint)).toBe(false)
})
