import { solanaChain as spec } from '@specie/devnet/chains.ts'
import { serve } from '@specie/devnet/server.ts'
import { openSolana } from '@specie/devnet/solana/chain.ts'
import { first, openTestSolana, order, type TestSolana } from '@specie/test/chains/solana.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AllowListReader, type Contract, type Order, Refusal } from '../../../base/ports/chain.ts'

let sol: TestSolana
let coin: Contract
let lists: AllowListReader

beforeAll(async () => {
  sol = await openTestSolana({ spec, openSolana, serve })
  coin = await sol.createCoin('VCHF')
  await sol.standStill()
  lists = sol.chain.allowList!
})
afterAll(async () => {
  await sol?.stop()
  expect(sol?.problems).toEqual([])
})

const walletOf = (n: number) => sol.addressOf(`deposit:${n}`)
const mint = (to: string, amount: bigint) => order({ kind: 'mint', asset: 'VCHF', to, amount })
const transfer = (to: string) => order({ kind: 'transfer', asset: 'VCHF', to, amount: 1n })
const listing = (kind: 'list' | 'unlist', to: string) => order({ kind, asset: 'VCHF', to, amount: 0n })
const switching = (mode: 'on' | 'off') => order({ kind: `allow_list_${mode}`, asset: 'VCHF', amount: 0n })
const sign = (...orders: Order[]) => sol.chain.sign(coin, first(...orders))

async function carryOut(...orders: Order[]): Promise<void> {
  const attempt = await sign(...orders)
  expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  await sol.settle()
  expect(await sol.chain.outcome(attempt.hash)).toMatchObject({ ok: true, final: true })
}

test('wallets are listed before and after the mode is switched on; others are frozen from their first coin', async () => {
  const [omnibus, ann, bob, carl] = [
    await sol.addressOf('omnibus'),
    await walletOf(1),
    await walletOf(2),
    await walletOf(3),
  ]
  await carryOut(mint(omnibus, 100n), mint(carl, 5n))
  expect(await lists.isOn(coin)).toBe(false)
  const early = listing('list', ann)
  expect(await sol.chain.isDone(coin, early)).toBe(false)
  await carryOut(early)
  expect([await sol.chain.isDone(coin, early), await lists.isListed(coin, ann)]).toEqual([true, true])
  await carryOut(switching('on'))
  expect([await lists.isOn(coin), await lists.isListed(coin, bob)]).toEqual([true, false])

  await carryOut(transfer(ann))
  await expect(sign(mint(bob, 1n))).rejects.toThrow('the account is frozen')
  await carryOut(listing('list', bob), listing('list', await walletOf(4)))
  await carryOut(mint(bob, 1n))

  // Carl's account is older than the mode. It is usable until it is frozen.
  const accounts = await lists.accounts!(coin)
  expect(accounts.find(({ holder }) => holder === carl)).toEqual({ holder: carl, isListed: true })
  await carryOut(transfer(carl))
  await carryOut(listing('unlist', carl))
  await expect(sign(transfer(carl))).rejects.toThrow('the account is frozen')
  expect((await lists.accounts!(coin)).find(({ holder }) => holder === carl)!.isListed).toBe(false)

  const again = listing('list', ann)
  await expect(sign(again)).rejects.toThrow(Refusal)
  expect(await sol.chain.isDone(coin, again)).toBe(true)
  await carryOut(switching('off'))
  await carryOut(mint(await walletOf(5), 1n))
  await expect(sign(transfer(carl))).rejects.toThrow('the account is frozen')
  await carryOut(listing('list', carl))
  await carryOut(transfer(carl))
})

test('the freezer signs a change of the list, and nothing else pays for it than our gas', async () => {
  const asked = sol.asked.length
  await carryOut(listing('list', await walletOf(9)))
  const keys = sol.asked.slice(asked).map(({ key }) => key)
  expect(keys.toSorted()).toEqual(['freezer', 'gas'])
})
