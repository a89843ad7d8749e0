import type { Address } from '@solana/kit'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Name, startSolana } from '../../test/solana.ts'
import { requestId } from '../request.ts'
import { burn, mint, openTokenAccount, readAllowList, readHolding, seize, tokenAccount } from './coin.ts'
import { approve, freeze, switchDefaultState, thaw, transfer } from './instructions.ts'

// The accounts that `startSolana` opens exist before the mode is switched on; those of `open` are new.

let sol: Awaited<ReturnType<typeof startSolana>>

const id = (request: string) => requestId({ environment: 'uat', chain: 'SOL', token: 'VCHF', request })
const authority = () => ({ mint: sol.who.mint, authority: sol.who.freezer })
const list = (account: Address) => sol.send(['freezer'], [thaw({ ...authority(), account })])
const unlist = (account: Address) => sol.send(['freezer'], [freeze({ ...authority(), account })])
const switchTo = (on: boolean, by: Name = 'freezer') =>
  sol.send([by], [switchDefaultState(sol.who.mint, sol.who[by], on)])
const isOn = () => readAllowList(sol.account(sol.who.mint)!.data)
const holding = (account: Address) => readHolding(sol.account(account)!.data)

async function open(owner: Name): Promise<Address> {
  await sol.send([], [await openTokenAccount(sol.who.payer, sol.who.mint, sol.who[owner])])
  return tokenAccount(sol.who.mint, sol.who[owner])
}
async function mintCoins(request: string, account: Address, amount: bigint) {
  const order = { ...sol.order(id(request), account, amount), minter: sol.who.minter }
  return sol.send(['minter', 'guardian'], await mint(order))
}
const send = (by: Name, account: Address, to: Address, amount: bigint) =>
  sol.send([by], [transfer({ mint: sol.who.mint, account, to, authority: sol.who[by], amount })])

const frozen = 'Error: Account is frozen'

beforeEach(async () => {
  sol = await startSolana()
})

test('is off by default: new accounts are usable at once', async () => {
  expect(isOn()).toBe(false)
  const account = await open('admin')
  await mintCoins('a', account, 10n)
  await send('admin', account, sol.at.bob, 1n)
})

describe('on', () => {
  let fresh: Address
  beforeEach(async () => {
    await mintCoins('a', sol.at.ann, 100n)
    await switchTo(true)
    fresh = await open('admin')
  })

  test('a new account neither receives nor is minted to until it is listed; then it sends too', async () => {
    expect([isOn(), holding(fresh).frozen]).toEqual([true, true])
    await expect(send('ann', sol.at.ann, fresh, 1n)).rejects.toThrow(frozen)
    await expect(mintCoins('b', fresh, 1n)).rejects.toThrow(frozen)
    await list(fresh)
    await mintCoins('b', fresh, 1n)
    await send('ann', sol.at.ann, fresh, 1n)
    await send('admin', fresh, sol.at.ann, 2n)
  })

  test('an account of before stays as it is: the issuer freezes it, unless it belongs on the list', async () => {
    await send('ann', sol.at.ann, sol.at.bob, 1n)
    await unlist(sol.at.bob)
    await expect(send('ann', sol.at.ann, sol.at.bob, 1n)).rejects.toThrow(frozen)
    await expect(send('bob', sol.at.bob, sol.at.ann, 1n)).rejects.toThrow(frozen)
    expect(holding(sol.at.bob).amount).toBe(1n)
  })

  test('a delegate moves and burns coins of a listed account only', async () => {
    const { mint, ann, burner } = sol.who
    await sol.send(['ann'], [approve({ mint, account: sol.at.ann, delegate: burner, authority: ann, amount: 50n })])
    const move = () =>
      sol.send(['burner'], [transfer({ mint, account: sol.at.ann, to: sol.at.bob, authority: burner, amount: 1n })])
    const destroy = async () =>
      sol.send(['burner', 'guardian'], await burn({ ...sol.order(id('c'), sol.at.ann, 5n), burner }))
    await unlist(sol.at.ann)
    await expect(move()).rejects.toThrow(frozen)
    await expect(destroy()).rejects.toThrow(frozen)
    await list(sol.at.ann)
    await move()
    await destroy()
    expect(sol.balance('ann')).toBe(94n)
  })

  test('a lawful order reaches an account that is not on the list', async () => {
    await unlist(sol.at.ann)
    const { freezer, seizer } = sol.who
    const order = { ...sol.order(id('s'), sol.at.ann, 60n), to: sol.at.omnibus, freezer, seizer }
    await sol.send(['freezer', 'seizer', 'guardian'], await seize(order))
    expect([sol.balance('ann'), sol.balance('omnibus'), holding(sol.at.ann).frozen]).toEqual([40n, 60n, true])
  })

  test('off again, new accounts are usable at once; those that were not listed stay frozen', async () => {
    await switchTo(false)
    expect(holding(await open('seizer')).frozen).toBe(false)
    expect(holding(fresh).frozen).toBe(true)
  })
})

test('only the freezer switches and lists', async () => {
  for (const name of ['minter', 'burner', 'pauser', 'seizer', 'admin', 'ann'] as const) {
    await expect(switchTo(true, name)).rejects.toThrow('owner does not match')
    const listing = freeze({ mint: sol.who.mint, account: sol.at.bob, authority: sol.who[name] })
    await expect(sol.send([name], [listing])).rejects.toThrow('owner does not match')
  }
})

test('an account is listed once; the second attempt is refused and changes nothing', async () => {
  await expect(list(sol.at.bob)).rejects.toThrow('InstructionError(0')
  await unlist(sol.at.bob)
  await expect(unlist(sol.at.bob)).rejects.toThrow('InstructionError(0')
  await list(sol.at.bob)
})

test('a coin can be created with the mode on', async () => {
  sol = await startSolana({ allowListOn: true })
  expect([isOn(), holding(sol.at.ann).frozen]).toEqual([true, true])
  await expect(mintCoins('a', sol.at.ann, 1n)).rejects.toThrow(frozen)
  await list(sol.at.ann)
  await mintCoins('a', sol.at.ann, 1n)
})
