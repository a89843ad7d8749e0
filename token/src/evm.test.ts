import { encodeFunctionData, type Hex, keccak256, maxUint256, parseSignature, toHex, zeroAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, type Coin, deploy, type Name, setup, signers, startChain, who } from '../test/evm.ts'
import { coinAbi } from './abi.gen.ts'
import { calldata, receipt, roles } from './evm.ts'
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
const burn = (request: string, from: Name, amount: bigint) =>
  coin.as('burner', calldata.burn({ requestId: id(request), from: who[from], amount }))
const transferFrom = (from: Name, to: Name, amount: bigint) =>
  encodeFunctionData({ abi: coinAbi, functionName: 'transferFrom', args: [who[from], who[to], amount] })

describe('a request id', () => {
  test('mints once; the event names account and amount', async () => {
    expect(await mint('a', 'ann', 100n)).toEqual([{ kind: 'mint', requestId: id('a'), account: who.ann, amount: 100n }])
    await expect(mint('a', 'ann', 100n)).rejects.toThrow(`RequestAlreadyProcessed(${id('a')})`)
    await expect(mint('a', 'bob', 7n)).rejects.toThrow('RequestAlreadyProcessed')
    expect(await coin.supply()).toBe(100n)
    expect(receipt(await coin.processed(id('a')))).toEqual({ kind: 'mint', account: who.ann, amount: 100n })
  })

  test('that was never used has no record', async () => {
    expect(receipt(await coin.processed(id('never')))).toBeNull()
  })

  test('burns once, and cannot be used for another purpose', async () => {
    await mint('a', 'burner', 100n)
    expect(await burn('b', 'burner', 40n)).toEqual([
      { kind: 'burn', requestId: id('b'), account: who.burner, amount: 40n },
    ])
    await expect(burn('b', 'burner', 40n)).rejects.toThrow('RequestAlreadyProcessed')
    await expect(burn('a', 'burner', 40n)).rejects.toThrow('RequestAlreadyProcessed')
    await expect(mint('b', 'burner', 40n)).rejects.toThrow('RequestAlreadyProcessed')
    expect(await coin.supply()).toBe(60n)
    expect(receipt(await coin.processed(id('b')))).toEqual({ kind: 'burn', account: who.burner, amount: 40n })
  })

  test('whose mint was refused is still free', async () => {
    await expect(mint('a', 'ann', 5_001n)).rejects.toThrow('MintAllowanceExceeded')
    expect(receipt(await coin.processed(id('a')))).toBeNull()
    await mint('a', 'ann', 1n)
  })
})

describe('a batch', () => {
  const batch = (...rows: [string, Name, bigint][]) =>
    coin.as('minter', calldata.mintBatch(rows.map(([r, to, amount]) => ({ requestId: id(r), to: who[to], amount }))))

  test('mints each row under its own id', async () => {
    const events = await batch(['a', 'ann', 1n], ['b', 'bob', 2n], ['c', 'ann', 3n])
    expect(events.map((event) => event.kind)).toEqual(['mint', 'mint', 'mint'])
    expect([await coin.balance(who.ann), await coin.balance(who.bob), await coin.supply()]).toEqual([4n, 2n, 6n])
  })

  test('with one processed row is refused whole', async () => {
    await mint('b', 'bob', 2n)
    await expect(batch(['a', 'ann', 1n], ['b', 'bob', 2n])).rejects.toThrow(`RequestAlreadyProcessed(${id('b')})`)
    expect(receipt(await coin.processed(id('a')))).toBeNull()
    expect(await coin.supply()).toBe(2n)
  })

  test('with a duplicate row is refused whole', async () => {
    await expect(batch(['a', 'ann', 1n], ['a', 'ann', 1n])).rejects.toThrow('RequestAlreadyProcessed')
    expect(await coin.supply()).toBe(0n)
  })

  test('counts against allowance and cap by its sum', async () => {
    await expect(batch(['a', 'ann', 2_501n], ['b', 'bob', 2_500n])).rejects.toThrow('MintAllowanceExceeded')
    await batch(['a', 'ann', 2_500n], ['b', 'bob', 2_500n])
    expect(await coin.mintable(who.minter)).toBe(0n)
    await expect(batch(['x', 'ann', maxUint256], ['y', 'bob', 2n])).rejects.toThrow('Panic(17)')
  })
})

describe('each power has its own key', () => {
  const powers: [keyof typeof roles, string, () => Hex][] = [
    ['minter', 'mint', () => calldata.mint({ requestId: id('x'), to: who.ann, amount: 1n })],
    ['minter', 'mintBatch', () => calldata.mintBatch([{ requestId: id('x'), to: who.ann, amount: 1n }])],
    ['burner', 'burn', () => calldata.burn({ requestId: id('x'), from: who.burner, amount: 1n })],
    ['pauser', 'pause', () => calldata.pause()],
    ['pauser', 'unpause', () => calldata.unpause()],
    ['freezer', 'freeze', () => calldata.freeze(who.ann)],
    ['freezer', 'unfreeze', () => calldata.unfreeze(who.ann)],
    ['seizer', 'seize', () => calldata.seize({ requestId: id('x'), from: who.ann, to: who.bob, amount: 1n })],
    ['upgrader', 'upgrade', () => calldata.upgrade(coin.implementation)],
    ['lister', 'list', () => calldata.list([who.ann])],
    ['lister', 'unlist', () => calldata.unlist([who.ann])],
    ['switcher', 'switchAllowList', () => calldata.switchAllowList(true)],
    ['admin', 'grant', () => calldata.grant('minter', who.ann)],
    ['admin', 'setSupplyCap', () => encodeFunctionData({ abi: coinAbi, functionName: 'setSupplyCap', args: [1n] })],
    [
      'admin',
      'setMintAllowance',
      () => encodeFunctionData({ abi: coinAbi, functionName: 'setMintAllowance', args: [who.minter, 1n, 1] }),
    ],
  ]
  test.each(powers)('%s alone may %s', async (role, _, data) => {
    for (const name of Object.keys(signers) as Name[]) {
      if (name === role) continue
      await expect(coin.as(name, data())).rejects.toThrow(
        `AccessControlUnauthorizedAccount(${who[name]}, ${roles[role]})`,
      )
    }
  })

  test('the admin grants and revokes a role', async () => {
    const order = (request: string) => calldata.mint({ requestId: id(request), to: who.ann, amount: 1n })
    await coin.as('admin', calldata.grant('minter', who.bob))
    await expect(coin.as('bob', order('a'))).rejects.toThrow(`MintAllowanceExceeded(${who.bob}, 0, 1)`)
    await coin.as(
      'admin',
      encodeFunctionData({ abi: coinAbi, functionName: 'setMintAllowance', args: [who.bob, 1n, 60] }),
    )
    await coin.as('bob', order('a'))
    const revoke = encodeFunctionData({ abi: coinAbi, functionName: 'revokeRole', args: [roles.minter, who.bob] })
    await coin.as('admin', revoke)
    await expect(coin.as('bob', order('b'))).rejects.toThrow('AccessControlUnauthorizedAccount')
  })

  test('the admin role moves in two steps with time to object, never by a grant', async () => {
    await expect(coin.as('admin', calldata.grant('admin', who.bob))).rejects.toThrow(
      'AccessControlEnforcedDefaultAdminRules',
    )
    const accept = encodeFunctionData({ abi: coinAbi, functionName: 'acceptDefaultAdminTransfer' })
    await chain.pass(1)
    await coin.as(
      'admin',
      encodeFunctionData({ abi: coinAbi, functionName: 'beginDefaultAdminTransfer', args: [who.bob] }),
    )
    await chain.pass(setup.adminDelay)
    await expect(coin.as('bob', accept)).rejects.toThrow('AccessControlEnforcedDefaultAdminDelay')
    await chain.pass(1)
    await expect(coin.as('ann', accept)).rejects.toThrow('AccessControlInvalidDefaultAdmin')
    await coin.as('bob', accept)
    await expect(coin.as('admin', calldata.grant('minter', who.ann))).rejects.toThrow(
      'AccessControlUnauthorizedAccount',
    )
    await coin.as('bob', calldata.grant('minter', who.ann))
  })
})

describe('limits', () => {
  const setSupplyCap = (cap: bigint) =>
    coin.as('admin', encodeFunctionData({ abi: coinAbi, functionName: 'setSupplyCap', args: [cap] }))
  const setMintAllowance = (limit: bigint, period: number) =>
    coin.as(
      'admin',
      encodeFunctionData({ abi: coinAbi, functionName: 'setMintAllowance', args: [who.minter, limit, period] }),
    )

  test('supply stops at the cap, to the unit', async () => {
    await setSupplyCap(1_000n)
    await mint('a', 'ann', 999n)
    await expect(mint('b', 'ann', 2n)).rejects.toThrow('SupplyCapExceeded(1000, 1001)')
    await mint('b', 'ann', 1n)
  })

  test('a burn makes room under the cap', async () => {
    await setSupplyCap(1_000n)
    await mint('a', 'burner', 1_000n)
    await burn('b', 'burner', 10n)
    await mint('c', 'ann', 10n)
  })

  test('a cap under the supply stops minting only', async () => {
    await mint('a', 'burner', 1_000n)
    await setSupplyCap(10n)
    await expect(mint('b', 'ann', 1n)).rejects.toThrow('SupplyCapExceeded(10, 1001)')
    await coin.as('burner', calldata.transfer(who.ann, 1n))
    await burn('c', 'burner', 1n)
  })

  test('the cap fits what a receipt can store', async () => {
    const highest = 2n ** 88n - 1n
    await expect(setSupplyCap(highest + 1n)).rejects.toThrow(`SupplyCapTooHigh(${highest + 1n}, ${highest})`)
    await setSupplyCap(highest)
    await setMintAllowance(2n ** 208n - 1n, 1)
    await expect(mint('b', 'burner', 2n ** 88n)).rejects.toThrow('SupplyCapExceeded')
    await mint('a', 'burner', highest)
    expect(receipt(await coin.processed(id('a')))?.amount).toBe(highest)
    await expect(burn('b', 'burner', 2n ** 88n)).rejects.toThrow('ERC20InsufficientBalance')
    await burn('b', 'burner', highest)
    expect(receipt(await coin.processed(id('b')))?.amount).toBe(highest)
  })

  test("a minter's allowance is used up, and grows back evenly over its period", async () => {
    await setMintAllowance(100n, 1_000)
    await chain.pass(1)
    await mint('a', 'ann', 100n)
    await chain.pass(500)
    await expect(mint('b', 'ann', 51n)).rejects.toThrow(`MintAllowanceExceeded(${who.minter}, 50, 51)`)
    await chain.pass(0)
    await mint('b', 'ann', 50n)
    await chain.pass(5_000)
    await expect(mint('c', 'ann', 101n)).rejects.toThrow(`MintAllowanceExceeded(${who.minter}, 100, 101)`)
  })

  test('a new allowance keeps the used amount', async () => {
    await chain.pass(1)
    await setMintAllowance(100n, 1_000_000)
    await chain.pass(1)
    await mint('a', 'ann', 100n)
    await chain.pass(1)
    await setMintAllowance(150n, 1_000_000)
    expect(await coin.mintable(who.minter)).toBe(50n)
    await chain.pass(1)
    await setMintAllowance(0n, 1)
    expect(await coin.mintable(who.minter)).toBe(0n)
  })

  test('before a new allowance, the refill counts at the old rate', async () => {
    await chain.pass(1)
    await setMintAllowance(100n, 1_000)
    await chain.pass(1)
    await mint('a', 'ann', 100n)
    await chain.pass(100)
    await setMintAllowance(1_000n, 1_000)
    await chain.pass(0)
    await expect(mint('b', 'ann', 911n)).rejects.toThrow(`MintAllowanceExceeded(${who.minter}, 910, 911)`)
  })

  test('minting, burning and seizing need an amount and an account', async () => {
    await expect(mint('a', 'ann', 0n)).rejects.toThrow('ZeroAmount()')
    await expect(burn('a', 'burner', 0n)).rejects.toThrow('ZeroAmount()')
    const nowhere = calldata.mint({ requestId: id('a'), to: zeroAddress, amount: 1n })
    await expect(coin.as('minter', nowhere)).rejects.toThrow('ERC20InvalidReceiver')
    await mint('b', 'ann', 5n)
    await coin.as('freezer', calldata.freeze(who.ann))
    const lost = calldata.seize({ requestId: id('a'), from: who.ann, to: zeroAddress, amount: 5n })
    await expect(coin.as('seizer', lost)).rejects.toThrow('ERC20InvalidReceiver')
  })
})

describe('a redemption', () => {
  test('burns from the omnibus wallet that approved the burner, up to the approved amount', async () => {
    await mint('a', 'omnibus', 100n)
    await expect(burn('b', 'omnibus', 10n)).rejects.toThrow(`ERC20InsufficientAllowance(${who.burner}, 0, 10)`)
    await coin.as('omnibus', calldata.approve(who.burner, 30n))
    await burn('b', 'omnibus', 10n)
    await expect(burn('c', 'omnibus', 21n)).rejects.toThrow(`ERC20InsufficientAllowance(${who.burner}, 20, 21)`)
    expect(await coin.balance(who.omnibus)).toBe(90n)
  })

  test('a standing approval is not used up', async () => {
    await mint('a', 'omnibus', 100n)
    await coin.as('omnibus', calldata.approve(who.burner, maxUint256))
    await burn('b', 'omnibus', 60n)
    await burn('c', 'omnibus', 40n)
    await expect(burn('d', 'omnibus', 1n)).rejects.toThrow(`ERC20InsufficientBalance(${who.omnibus}, 0, 1)`)
  })
})

describe('frozen', () => {
  beforeEach(async () => {
    await mint('ann', 'ann', 100n)
    await mint('bob', 'bob', 100n)
    await coin.as('ann', calldata.approve(who.bob, 100n))
    await coin.as('bob', calldata.approve(who.burner, 100n))
  })

  test('neither sends nor receives, nor moves approved coins of others; unfrozen, it does again', async () => {
    expect(await coin.as('freezer', calldata.freeze(who.bob))).toEqual([{ kind: 'freeze', account: who.bob }])
    const refused = `AccountFrozen(${who.bob})`
    await expect(coin.as('bob', calldata.transfer(who.ann, 1n))).rejects.toThrow(refused)
    await expect(coin.as('ann', calldata.transfer(who.bob, 1n))).rejects.toThrow(refused)
    await expect(coin.as('bob', transferFrom('ann', 'omnibus', 1n))).rejects.toThrow(refused)
    await expect(mint('c', 'bob', 1n)).rejects.toThrow(refused)
    await expect(burn('c', 'bob', 1n)).rejects.toThrow(refused)
    expect(await coin.as('freezer', calldata.unfreeze(who.bob))).toEqual([{ kind: 'unfreeze', account: who.bob }])
    await coin.as('bob', transferFrom('ann', 'omnibus', 1n))
    await coin.as('bob', calldata.transfer(who.ann, 1n))
  })

  test('twice is once, and unfreezing an account that is not frozen does nothing', async () => {
    expect(await coin.as('freezer', calldata.freeze(who.bob))).toHaveLength(1)
    expect(await coin.as('freezer', calldata.freeze(who.bob))).toEqual([])
    expect(await coin.as('freezer', calldata.unfreeze(who.ann))).toEqual([])
  })

  test('the zero address is no hidden pause', async () => {
    await coin.as('freezer', calldata.freeze(zeroAddress))
    await mint('c', 'burner', 1n)
    await burn('d', 'burner', 1n)
  })

  test('coins are seized only from a frozen account, under a request id', async () => {
    const order = (request: string, amount: bigint) =>
      coin.as('seizer', calldata.seize({ requestId: id(request), from: who.bob, to: who.omnibus, amount }))
    await expect(order('s', 60n)).rejects.toThrow(`AccountNotFrozen(${who.bob})`)
    await coin.as('freezer', calldata.freeze(who.bob))
    expect(await order('s', 60n)).toEqual([{ kind: 'seizure', requestId: id('s'), account: who.bob, amount: 60n }])
    await expect(order('s', 40n)).rejects.toThrow('RequestAlreadyProcessed')
    await expect(order('t', 41n)).rejects.toThrow('ERC20InsufficientBalance')
    expect(receipt(await coin.processed(id('s')))).toEqual({ kind: 'seizure', account: who.bob, amount: 60n })
    expect([await coin.balance(who.bob), await coin.balance(who.omnibus), await coin.supply()]).toEqual([
      40n,
      60n,
      200n,
    ])
    await coin.as('freezer', calldata.freeze(who.omnibus))
    await expect(order('u', 1n)).rejects.toThrow(`AccountFrozen(${who.omnibus})`)
  })
})

describe('paused', () => {
  test('nothing moves, is minted, burned or seized until it is resumed', async () => {
    await mint('a', 'ann', 100n)
    await coin.as('ann', calldata.approve(who.bob, 50n))
    await coin.as('pauser', calldata.pause())
    await coin.as('freezer', calldata.freeze(who.bob))
    const seizure = calldata.seize({ requestId: id('s'), from: who.bob, to: who.omnibus, amount: 1n })
    await expect(coin.as('ann', calldata.transfer(who.omnibus, 1n))).rejects.toThrow('EnforcedPause')
    await expect(mint('b', 'ann', 1n)).rejects.toThrow('EnforcedPause')
    await expect(burn('c', 'burner', 1n)).rejects.toThrow('EnforcedPause')
    await expect(coin.as('seizer', seizure)).rejects.toThrow('EnforcedPause')
    await coin.as('freezer', calldata.unfreeze(who.bob))
    await expect(coin.as('bob', transferFrom('ann', 'bob', 1n))).rejects.toThrow('EnforcedPause')
    await coin.as('pauser', calldata.unpause())
    await coin.as('bob', transferFrom('ann', 'bob', 1n))
    await mint('b', 'ann', 1n)
  })
})

describe('a permit', () => {
  async function permit(by: Name, deadline: bigint, value = 70n) {
    const signature = await signers[by].signTypedData({
      domain: coin.domain,
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: who.ann, spender: who.bob, value, nonce: 0n, deadline },
    })
    const { r, s, yParity } = parseSignature(signature)
    const args = [who.ann, who.bob, 70n, deadline, yParity + 27, r, s] as const
    return encodeFunctionData({ abi: coinAbi, functionName: 'permit', args })
  }
  const never = 2n ** 64n

  test('lets another spend by signature alone, once', async () => {
    await mint('a', 'ann', 100n)
    const signed = await permit('ann', never)
    await coin.as('omnibus', signed)
    await coin.as('bob', transferFrom('ann', 'bob', 70n))
    await expect(coin.as('omnibus', signed)).rejects.toThrow('ERC2612InvalidSigner')
    await expect(coin.as('bob', transferFrom('ann', 'bob', 1n))).rejects.toThrow('ERC20InsufficientAllowance')
  })

  test('signed by another account, for another amount, or too late is refused', async () => {
    await expect(coin.as('bob', await permit('bob', never))).rejects.toThrow('ERC2612InvalidSigner')
    await expect(coin.as('bob', await permit('ann', never, 71n))).rejects.toThrow('ERC2612InvalidSigner')
    await expect(coin.as('bob', await permit('ann', 1n))).rejects.toThrow('ERC2612ExpiredSignature(1)')
  })
})

test('wallets see a coin of 6 decimals with its name', async () => {
  const read = { address: coin.address, abi: coinAbi } as const
  expect(await chain.client.readContract({ ...read, functionName: 'name' })).toBe('Specie Swiss Franc')
  expect(await chain.client.readContract({ ...read, functionName: 'symbol' })).toBe('VCHF')
  expect(await chain.client.readContract({ ...read, functionName: 'decimals' })).toBe(6)
})

test('roles are named by their hash', () => {
  expect(roles.minter).toBe(keccak256(toHex('MINTER_ROLE')))
})
