import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseSignature,
  serializeSignature,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, type Coin, deploy, type Name, signers, startChain, who } from '../test/evm.ts'
import walletArtifact from '../test/Wallet.gen.json' with { type: 'json' }
import { coinAbi } from './abi.gen.ts'
import { authorizationTypes, calldata, transferAuthorization, type TransferAuthorization } from './evm.ts'
import { requestId } from './request.ts'

let chain: Chain
let coin: Coin

beforeAll(async () => {
  chain = await startChain()
})

beforeEach(async () => {
  coin = await deploy(chain)
  await coin.as('minter', calldata.mint({ requestId: id('mint'), to: who.ann, amount: 100n }))
})

const id = (request: string) => requestId({ environment: 'uat', chain: 'ETH', token: 'VCHF', request })
const order = (request: string, given: Partial<TransferAuthorization> = {}): TransferAuthorization => ({
  from: who.ann,
  to: who.omnibus,
  amount: 10n,
  validAfter: 0n,
  validBefore: 2n ** 64n,
  nonce: id(request),
  ...given,
})
const sign = (move: TransferAuthorization, by: Name = 'ann', domain = coin.domain) =>
  signers[by].signTypedData(transferAuthorization({ ...move, domain }))
const collect = async (move: TransferAuthorization, bringer: Name = 'bob') =>
  coin.as(bringer, calldata.transferWithAuthorization({ ...move, signature: await sign(move) }))

const signReceipt = (move: TransferAuthorization) =>
  signers.ann.signTypedData({
    ...transferAuthorization({ ...move, domain: coin.domain }),
    primaryType: 'ReceiveWithAuthorization',
  })
const receive = (move: TransferAuthorization, signature: Hex, bringer: Name) => {
  const { from, to, amount, validAfter, validBefore, nonce } = move
  const args = [from, to, amount, validAfter, validBefore, nonce, signature] as const
  return coin.as(bringer, encodeFunctionData({ abi: coinAbi, functionName: 'receiveWithAuthorization', args }))
}

const signCancellation = (authorizer: Address, nonce: Hex, by: Name = 'ann') =>
  signers[by].signTypedData({
    domain: coin.domain,
    types: authorizationTypes,
    primaryType: 'CancelAuthorization',
    message: { authorizer, nonce },
  })
const cancel = async (nonce: Hex, by: Name = 'ann') => {
  const args = [who.ann, nonce, await signCancellation(who.ann, nonce, by)] as const
  return coin.as('bob', encodeFunctionData({ abi: coinAbi, functionName: 'cancelAuthorization', args }))
}

const reported = async (eventName: 'AuthorizationUsed' | 'AuthorizationCanceled') => {
  const events = await chain.client.getContractEvents({
    address: coin.address,
    abi: coinAbi,
    eventName,
    fromBlock: 'earliest',
  })
  return events.map(({ args }) => args)
}

describe('an authorization', () => {
  test('moves the coins of its signer, for any caller; the event names the nonce', async () => {
    await collect(order('a'))
    expect([await coin.balance(who.ann), await coin.balance(who.omnibus)]).toEqual([90n, 10n])
    expect(await coin.isUsed(who.ann, id('a'))).toBe(true)
    expect(await reported('AuthorizationUsed')).toEqual([{ authorizer: who.ann, nonce: id('a') }])
  })

  test('is used once, and so is its nonce; that of another account is not affected', async () => {
    await collect(order('a'))
    await expect(collect(order('a'))).rejects.toThrow(`AuthorizationAlreadyUsed(${who.ann}, ${id('a')})`)
    await expect(collect(order('a', { amount: 1n }))).rejects.toThrow('AuthorizationAlreadyUsed')
    expect(await coin.balance(who.omnibus)).toBe(10n)
    expect(await coin.isUsed(who.omnibus, id('a'))).toBe(false)
  })

  test('signed by another account is refused', async () => {
    const signature = await sign(order('a'), 'bob')
    const forged = calldata.transferWithAuthorization({ ...order('a'), signature })
    await expect(coin.as('bob', forged)).rejects.toThrow(`AuthorizationNotSigned(${who.ann})`)
    expect(await coin.isUsed(who.ann, id('a'))).toBe(false)
  })

  test('covers every field that was signed', async () => {
    const signature = await sign(order('a'))
    const changes: Partial<TransferAuthorization>[] = [
      { from: who.bob },
      { to: who.bob },
      { amount: 11n },
      { validAfter: 1n },
      { validBefore: 2n ** 63n },
      { nonce: id('b') },
    ]
    for (const change of changes) {
      const bent = calldata.transferWithAuthorization({ ...order('a', change), signature })
      await expect(coin.as('bob', bent), Object.keys(change)[0]).rejects.toThrow('AuthorizationNotSigned')
    }
  })

  test('for another coin or another chain is refused', async () => {
    for (const change of [{ verifyingContract: who.bob }, { chainId: 1 }, { name: 'VGBP' }, { version: '2' }]) {
      const signature = await sign(order('a'), 'ann', { ...coin.domain, ...change } as typeof coin.domain)
      const foreign = calldata.transferWithAuthorization({ ...order('a'), signature })
      await expect(coin.as('bob', foreign), Object.keys(change)[0]).rejects.toThrow('AuthorizationNotSigned')
    }
  })

  test('has one signature, in one form: its mirror image, its parity alone, and nonsense are refused', async () => {
    const signature = await sign(order('a'))
    const { r, s, yParity } = parseSignature(signature)
    const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const mirrored = serializeSignature({ r, s: toHex(curveOrder - BigInt(s), { size: 32 }), yParity: 1 - yParity })
    const others: Hex[] = [mirrored, `${signature.slice(0, -2)}0${yParity}` as Hex, `${signature}00`, '0x']
    for (const other of others) {
      const data = calldata.transferWithAuthorization({ ...order('a'), signature: other })
      await expect(coin.as('bob', data), other).rejects.toThrow('AuthorizationNotSigned')
    }
    // Recovery of nonsense gives the zero address: it must own nothing here.
    const nobody = calldata.transferWithAuthorization({ ...order('a', { from: zeroAddress }), signature: '0x' })
    await expect(coin.as('bob', nobody)).rejects.toThrow(`AuthorizationNotSigned(${zeroAddress})`)
    const noise = `0x${'00'.repeat(65)}` as const
    const nothing = calldata.transferWithAuthorization({ ...order('a', { from: zeroAddress }), signature: noise })
    await expect(coin.as('bob', nothing)).rejects.toThrow('AuthorizationNotSigned')
  })

  test('is valid strictly between its two times', async () => {
    const now = await chain.pass(10)
    await expect(collect(order('a', { validAfter: now }))).rejects.toThrow(`AuthorizationNotYetValid(${now})`)
    await chain.pass(0)
    await expect(collect(order('a', { validBefore: now }))).rejects.toThrow(`AuthorizationExpired(${now})`)
    expect(await coin.isUsed(who.ann, id('a'))).toBe(false)
    await chain.pass(0)
    await collect(order('a', { validAfter: now - 1n, validBefore: now + 1n }))
  })

  test('over more than the balance is refused, and stays unused', async () => {
    await expect(collect(order('a', { amount: 101n }))).rejects.toThrow(
      `ERC20InsufficientBalance(${who.ann}, 100, 101)`,
    )
    expect(await coin.isUsed(who.ann, id('a'))).toBe(false)
    await collect(order('a'))
  })

  test('to the zero address is refused', async () => {
    await expect(collect(order('a', { to: zeroAddress }))).rejects.toThrow('ERC20InvalidReceiver')
  })
})

describe('a canceled authorization', () => {
  test('can no longer move coins', async () => {
    await cancel(id('a'))
    expect(await reported('AuthorizationCanceled')).toEqual([{ authorizer: who.ann, nonce: id('a') }])
    expect(await coin.isUsed(who.ann, id('a'))).toBe(true)
    await expect(collect(order('a'))).rejects.toThrow('AuthorizationAlreadyUsed')
    await expect(cancel(id('a'))).rejects.toThrow('AuthorizationAlreadyUsed')
  })

  test('was canceled by its signer: no other can, and not after its use', async () => {
    await expect(cancel(id('a'), 'bob')).rejects.toThrow(`AuthorizationNotSigned(${who.ann})`)
    await collect(order('a'))
    await expect(cancel(id('a'))).rejects.toThrow('AuthorizationAlreadyUsed')
    expect(await reported('AuthorizationCanceled')).toEqual([])
  })

  test('can be canceled while frozen and paused: that moves nothing', async () => {
    await coin.as('freezer', calldata.freeze(who.ann))
    await coin.as('pauser', calldata.pause())
    await cancel(id('a'))
  })
})

describe('an authorization to receive', () => {
  const toBob = order('a', { to: who.bob })

  test('is submitted by the payee only, once', async () => {
    const signature = await signReceipt(toBob)
    await expect(receive(toBob, signature, 'ann')).rejects.toThrow(`CallerNotPayee(${who.ann}, ${who.bob})`)
    await receive(toBob, signature, 'bob')
    expect(await coin.balance(who.bob)).toBe(10n)
    await expect(receive(toBob, signature, 'bob')).rejects.toThrow('AuthorizationAlreadyUsed')
    await expect(collect(toBob)).rejects.toThrow('AuthorizationAlreadyUsed')
  })

  test('does not work as one to transfer, nor vice versa', async () => {
    const signature = await signReceipt(toBob)
    const data = calldata.transferWithAuthorization({ ...toBob, signature })
    await expect(coin.as('bob', data)).rejects.toThrow('AuthorizationNotSigned')
    await expect(receive(toBob, await sign(toBob), 'bob')).rejects.toThrow('AuthorizationNotSigned')
  })
})

describe('the rules for transfers', () => {
  test.each(['ann', 'omnibus'] as const)('bind: nothing moves while %s is frozen, then it does', async (name) => {
    await coin.as('freezer', calldata.freeze(who[name]))
    await expect(collect(order('a'))).rejects.toThrow(`AccountFrozen(${who[name]})`)
    expect(await coin.isUsed(who.ann, id('a'))).toBe(false)
    await coin.as('freezer', calldata.unfreeze(who[name]))
    await collect(order('a'))
  })

  test('bind a payee who submits it', async () => {
    const toBob = order('a', { to: who.bob })
    await coin.as('freezer', calldata.freeze(who.bob))
    await expect(receive(toBob, await signReceipt(toBob), 'bob')).rejects.toThrow(`AccountFrozen(${who.bob})`)
  })

  test('do not bind a mere submitter', async () => {
    await coin.as('freezer', calldata.freeze(who.bob))
    await collect(order('a'), 'bob')
  })

  test('bind: nothing moves while the coin is paused, and it moves again afterwards', async () => {
    await coin.as('pauser', calldata.pause())
    await expect(collect(order('a'))).rejects.toThrow('EnforcedPause')
    const toBob = order('b', { to: who.bob })
    await expect(receive(toBob, await signReceipt(toBob), 'bob')).rejects.toThrow('EnforcedPause')
    await coin.as('pauser', calldata.unpause())
    await collect(order('a'))
  })
})

test('a contract wallet verifies its own signature (ERC-1271); any other contract signs nothing', async () => {
  const wallet = (await chain.send(who.ann, walletArtifact.bytecode as Hex)).contractAddress
  await coin.as('ann', calldata.transfer(wallet, 50n))
  const move = order('a', { from: wallet })
  const stranger = calldata.transferWithAuthorization({ ...move, signature: await sign(move, 'bob') })
  await expect(coin.as('bob', stranger)).rejects.toThrow('AuthorizationNotSigned')
  await coin.as('bob', calldata.transferWithAuthorization({ ...move, signature: await sign(move) }))
  expect([await coin.balance(wallet), await coin.balance(who.omnibus)]).toEqual([40n, 10n])
  const mute = calldata.transferWithAuthorization({ ...order('b', { from: coin.address }), signature: '0x' })
  await expect(coin.as('bob', mute)).rejects.toThrow(`AuthorizationNotSigned(${coin.address})`)
})

describe('as EIP-3009 and USDC have it', () => {
  test('the types have the hashes that USDC publishes', async () => {
    const read = (functionName: `${'TRANSFER_WITH' | 'RECEIVE_WITH' | 'CANCEL'}_AUTHORIZATION_TYPEHASH`) =>
      chain.client.readContract({ address: coin.address, abi: coinAbi, functionName })
    expect([
      await read('TRANSFER_WITH_AUTHORIZATION_TYPEHASH'),
      await read('RECEIVE_WITH_AUTHORIZATION_TYPEHASH'),
      await read('CANCEL_AUTHORIZATION_TYPEHASH'),
    ]).toEqual([
      '0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267',
      '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8',
      '0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429',
    ])
  })

  test('our calldata is accepted by USDC 2.2', async () => {
    const move = order('a')
    const data = calldata.transferWithAuthorization({ ...move, signature: await sign(move) })
    const signature = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'
    expect(data.slice(0, 10)).toBe(toFunctionSelector(signature))
    expect(data.slice(0, 10)).toBe('0xcf092995')
  })

  test('the domain is that of the permit, and the coin reports it', async () => {
    const shown = await chain.client.getEip712Domain({ address: coin.address })
    expect(shown.domain).toMatchObject(coin.domain)
  })

  test("the standard's own form, with a signature in three parts, does the same", async () => {
    const parts = (signature: Hex) => {
      const { r, s, yParity } = parseSignature(signature)
      return [yParity + 27, r, s] as const
    }
    const fields = ({ from, to, amount, validAfter, validBefore, nonce }: TransferAuthorization) =>
      [from, to, amount, validAfter, validBefore, nonce] as const
    const moved = [...fields(order('a')), ...parts(await sign(order('a')))] as const
    const transfer = encodeFunctionData({ abi: coinAbi, functionName: 'transferWithAuthorization', args: moved })
    await coin.as('bob', transfer)
    await expect(coin.as('bob', transfer)).rejects.toThrow('AuthorizationAlreadyUsed')

    const toBob = order('b', { to: who.bob, amount: 7n })
    const received = [...fields(toBob), ...parts(await signReceipt(toBob))] as const
    const receipt = encodeFunctionData({ abi: coinAbi, functionName: 'receiveWithAuthorization', args: received })
    await expect(coin.as('ann', receipt)).rejects.toThrow('CallerNotPayee')
    await coin.as('bob', receipt)

    const canceled = [who.ann, id('c'), ...parts(await signCancellation(who.ann, id('c')))] as const
    await coin.as('bob', encodeFunctionData({ abi: coinAbi, functionName: 'cancelAuthorization', args: canceled }))
    await expect(collect(order('c'))).rejects.toThrow('AuthorizationAlreadyUsed')
    expect([await coin.balance(who.omnibus), await coin.balance(who.bob)]).toEqual([10n, 7n])
  })
})
