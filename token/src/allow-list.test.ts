import { encodeFunctionData, parseSignature, zeroAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, type Coin, deploy, type Name, signers, startChain, who } from '../test/evm.ts'
import { coinAbi } from './abi.gen.ts'
import { calldata, transferAuthorization } from './evm.ts'
import { requestId } from './request.ts'

let chain: Chain
let coin: Coin

beforeAll(async () => {
  chain = await startChain()
})
beforeEach(async () => {
  coin = await deploy(chain)
})

const id = (request: string) => requestId({ environment: 'uat', chain: 'ETH', token: 'VCHF', request })
const mint = (request: string, to: Name, amount: bigint) =>
  coin.as('minter', calldata.mint({ requestId: id(request), to: who[to], amount }))
const send = (by: Name, to: Name, amount: bigint) => coin.as(by, calldata.transfer(who[to], amount))
const pull = (by: Name, from: Name, to: Name, amount: bigint) =>
  coin.as(by, encodeFunctionData({ abi: coinAbi, functionName: 'transferFrom', args: [who[from], who[to], amount] }))
const list = (...names: Name[]) => coin.as('lister', calldata.list(names.map((name) => who[name])))
const unlist = (...names: Name[]) => coin.as('lister', calldata.unlist(names.map((name) => who[name])))
const switchTo = (on: boolean) => coin.as('switcher', calldata.switchAllowList(on))
const isOn = () => chain.client.readContract({ address: coin.address, abi: coinAbi, functionName: 'allowListOn' })
const isListed = (name: Name) =>
  chain.client.readContract({ address: coin.address, abi: coinAbi, functionName: 'listed', args: [who[name]] })

const refused = (name: Name) => `AccountNotListed(${who[name]})`

async function authorization(functionName: 'transferWithAuthorization' | 'receiveWithAuthorization', nonce: string) {
  const move = { from: who.ann, to: who.bob, amount: 1n, validAfter: 0n, validBefore: 2n ** 40n, nonce: id(nonce) }
  const typed = transferAuthorization({ ...move, domain: coin.domain })
  const primaryType = functionName === 'transferWithAuthorization' ? typed.primaryType : 'ReceiveWithAuthorization'
  const signature = await signers.ann.signTypedData({ ...typed, primaryType })
  const { from, to, amount, validAfter, validBefore } = move
  const args = [from, to, amount, validAfter, validBefore, move.nonce, signature] as const
  return encodeFunctionData({ abi: coinAbi, functionName, args })
}

async function permit() {
  const word = (name: string, type: string) => ({ name, type })
  const types = ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256']
  const deadline = 2n ** 64n
  const signature = await signers.ann.signTypedData({
    domain: coin.domain,
    types: { Permit: types.map((one) => word(...(one.split(' ') as [string, string]))) },
    primaryType: 'Permit',
    message: { owner: who.ann, spender: who.omnibus, value: 10n, nonce: 0n, deadline },
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [who.ann, who.omnibus, 10n, deadline, yParity + 27, r, s] as const
  return encodeFunctionData({ abi: coinAbi, functionName: 'permit', args })
}

test('is off by default: anyone sends to anyone, listed or not', async () => {
  expect(await isOn()).toBe(false)
  await mint('a', 'ann', 100n)
  await send('ann', 'bob', 50n)
  await list('ann')
  await send('ann', 'bob', 10n)
  await send('bob', 'omnibus', 10n)
})

describe('on', () => {
  beforeEach(async () => {
    await mint('a', 'ann', 100n)
    await mint('b', 'bob', 100n)
    await switchTo(true)
  })

  /** Every way to move coins from Ann to Bob. */
  const paths: [string, () => Promise<unknown>][] = [
    ['transfer', () => send('ann', 'bob', 1n)],
    [
      'transferFrom',
      async () => {
        await coin.as('ann', calldata.approve(who.omnibus, 10n))
        return pull('omnibus', 'ann', 'bob', 1n)
      },
    ],
    [
      'permit and transferFrom',
      async () => {
        await coin.as('omnibus', await permit())
        return pull('omnibus', 'ann', 'bob', 1n)
      },
    ],
    [
      'transferWithAuthorization',
      async () => coin.as('omnibus', await authorization('transferWithAuthorization', 'x')),
    ],
    ['receiveWithAuthorization', async () => coin.as('bob', await authorization('receiveWithAuthorization', 'y'))],
  ]

  test.each(paths)('%s from an unlisted sender is refused', async (_, move) => {
    await list('bob')
    await expect(move()).rejects.toThrow(refused('ann'))
  })

  test.each(paths)('%s to an unlisted recipient is refused', async (_, move) => {
    await list('ann')
    await expect(move()).rejects.toThrow(refused('bob'))
  })

  test.each(paths)('%s between listed accounts works', async (_, move) => {
    await list('ann', 'bob')
    await move()
    expect(await coin.balance(who.bob)).toBe(101n)
  })

  test('coins are minted to listed accounts only, in a batch too', async () => {
    const batch = (request: string) =>
      coin.as(
        'minter',
        calldata.mintBatch([
          { requestId: id(`${request}1`), to: who.ann, amount: 1n },
          { requestId: id(`${request}2`), to: who.bob, amount: 1n },
        ]),
      )
    await list('ann')
    await mint('c', 'ann', 1n)
    await expect(mint('d', 'bob', 1n)).rejects.toThrow(refused('bob'))
    await expect(batch('e')).rejects.toThrow(refused('bob'))
    expect(await coin.supply()).toBe(201n)
    await list('bob')
    await batch('e')
    expect(await coin.supply()).toBe(203n)
  })

  test('coins are burned from listed holders only; the burner itself need not be listed', async () => {
    await coin.as('ann', calldata.approve(who.burner, 10n))
    const burn = () => coin.as('burner', calldata.burn({ requestId: id('c'), from: who.ann, amount: 10n }))
    await expect(burn()).rejects.toThrow(refused('ann'))
    await list('ann')
    await burn()
    expect(await coin.supply()).toBe(190n)
  })

  test('a lawful order reaches an unlisted account, but its coins go to a listed one', async () => {
    const seize = (request: string) =>
      coin.as('seizer', calldata.seize({ requestId: id(request), from: who.ann, to: who.omnibus, amount: 5n }))
    await coin.as('freezer', calldata.freeze(who.ann))
    await expect(seize('s')).rejects.toThrow(refused('omnibus'))
    await list('omnibus')
    await seize('s')
    expect(await coin.balance(who.omnibus)).toBe(5n)
  })

  test('a listed account that is frozen stays frozen', async () => {
    await list('ann', 'bob')
    await coin.as('freezer', calldata.freeze(who.ann))
    await expect(send('ann', 'bob', 1n)).rejects.toThrow(`AccountFrozen(${who.ann})`)
  })

  test('an account that leaves the list neither sends nor receives, and keeps its coins', async () => {
    await list('ann', 'bob')
    expect(await unlist('bob')).toEqual([{ kind: 'unlist', account: who.bob }])
    await expect(send('ann', 'bob', 1n)).rejects.toThrow(refused('bob'))
    await expect(send('bob', 'ann', 1n)).rejects.toThrow(refused('bob'))
    expect(await coin.balance(who.bob)).toBe(100n)
  })

  test('off again, everyone sends again; the list is kept for the next time', async () => {
    await list('ann')
    expect(await switchTo(false)).toEqual([{ kind: 'allow_list', on: false }])
    await send('bob', 'ann', 1n)
    await switchTo(true)
    expect([await isListed('ann'), await isListed('bob')]).toEqual([true, false])
    await expect(send('ann', 'bob', 1n)).rejects.toThrow(refused('bob'))
  })

  test('the zero address need not be listed, and cannot receive if it is', async () => {
    await list('ann')
    const nowhere = calldata.transfer(zeroAddress, 1n)
    await expect(coin.as('ann', nowhere)).rejects.toThrow('ERC20InvalidReceiver')
  })
})

test('each change is an event, and a repetition changes nothing', async () => {
  expect(await switchTo(true)).toEqual([{ kind: 'allow_list', on: true }])
  expect(await switchTo(true)).toEqual([])
  expect(await list('ann', 'bob', 'ann')).toEqual([
    { kind: 'list', account: who.ann },
    { kind: 'list', account: who.bob },
  ])
  expect(await list('ann')).toEqual([])
  expect(await unlist('omnibus')).toEqual([])
})

test('a coin can be deployed with the mode on and its first accounts listed', async () => {
  coin = await deploy(chain, { allowListOn: true, listed: [who.ann, who.omnibus] })
  expect([await isOn(), await isListed('ann'), await isListed('bob')]).toEqual([true, true, false])
  await mint('a', 'ann', 10n)
  await send('ann', 'omnibus', 1n)
  await expect(send('ann', 'bob', 1n)).rejects.toThrow(refused('bob'))
})
