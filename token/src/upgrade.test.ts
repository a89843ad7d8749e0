import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Contract } from '../build.ts'
import { type Chain, deploy, setup, startChain, who } from '../test/evm.ts'
import artifact from '../artifacts/SpecieCoin.gen.json' with { type: 'json' }
import nextArtifact from '../test/SpecieCoinV2.gen.json' with { type: 'json' }
import { coinAbi } from './abi.gen.ts'
import { calldata, deployCoin, receipt } from './evm.ts'
import { requestId } from './request.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})

// `npm run check` compiles the sources and compares them with the committed artifacts, byte for byte.
const next = nextArtifact as Contract

const id = requestId({ environment: 'uat', chain: 'ETH', token: 'VCHF', request: 'r-1' })
const initialize = encodeFunctionData({
  abi: coinAbi,
  functionName: 'initialize',
  args: [{ ...setup, admin: who.bob }],
})

test('the code on the chain is the committed code', async () => {
  const { implementation } = await deploy(chain)
  // The one immutable, UUPS's own address, is zeros in the artifact.
  const own = implementation.slice(2).toLowerCase()
  const code = await chain.client.getCode({ address: implementation })
  expect(code!.replaceAll(own, '0'.repeat(40))).toBe(artifact.deployedBytecode)
})

test('an upgrade keeps balances, roles, frozen accounts and processed requests', async () => {
  const coin = await deploy(chain)
  await coin.as('minter', calldata.mint({ requestId: id, to: who.ann, amount: 100n }))
  await coin.as('freezer', calldata.freeze(who.bob))
  const better = (await chain.send(who.ann, next.bytecode)).contractAddress
  await coin.as('upgrader', calldata.upgrade(better))

  const abi = parseAbi(['function motto() view returns (string)', 'function setMotto(string words)'])
  await coin.as('admin', encodeFunctionData({ abi, functionName: 'setMotto', args: ['money in coin'] }))
  expect(await chain.client.readContract({ address: coin.address, abi, functionName: 'motto' })).toBe('money in coin')

  expect(await coin.balance(who.ann)).toBe(100n)
  expect(receipt(await coin.processed(id))).toEqual({ kind: 'mint', account: who.ann, amount: 100n })
  const again = calldata.mint({ requestId: id, to: who.ann, amount: 100n })
  await expect(coin.as('minter', again)).rejects.toThrow('RequestAlreadyProcessed')
  await expect(coin.as('ann', calldata.transfer(who.bob, 1n))).rejects.toThrow('AccountFrozen')
  const cap = encodeFunctionData({ abi: coinAbi, functionName: 'setSupplyCap', args: [101n] })
  await coin.as('admin', cap)
  const more = calldata.mint({ requestId: `0x${'11'.repeat(32)}`, to: who.ann, amount: 2n })
  await expect(coin.as('minter', more)).rejects.toThrow('SupplyCapExceeded(101, 102)')
})

test('the variables of the first version keep their slots', () => {
  expect(next.storage.slice(0, artifact.storage.length)).toEqual(artifact.storage)
})

test('the bare implementation cannot be taken over', async () => {
  const { implementation } = await deploy(chain)
  await expect(chain.send(who.bob, initialize, implementation)).rejects.toThrow('InvalidInitialization')
  const upgrade = calldata.upgrade(implementation)
  await expect(chain.send(who.upgrader, upgrade, implementation)).rejects.toThrow('UUPSUnauthorizedCallContext')
})

test('a coin cannot be set up twice', async () => {
  const coin = await deploy(chain)
  await expect(coin.as('bob', initialize)).rejects.toThrow('InvalidInitialization')
  await expect(coin.as('admin', initialize)).rejects.toThrow('InvalidInitialization')
})

test('an upgrade to an incompatible implementation is refused', async () => {
  const coin = await deploy(chain)
  await expect(coin.as('upgrader', calldata.upgrade(coin.address))).rejects.toThrow('ERC1967InvalidImplementation')
  const call = encodeFunctionData({
    abi: coinAbi,
    functionName: 'upgradeToAndCall',
    args: [coin.implementation, initialize],
  })
  await expect(coin.as('upgrader', call)).rejects.toThrow('InvalidInitialization')
})

test('a coin without an admin is not created', async () => {
  const { implementation } = await deploy(chain)
  const nobody = deployCoin(implementation, { ...setup, admin: `0x${'00'.repeat(20)}` })
  await expect(chain.send(who.ann, nobody)).rejects.toThrow('AccessControlInvalidDefaultAdmin')
})

test('a role may stay unassigned, and the deployer has none', async () => {
  const coin = await deploy(chain, { seizer: `0x${'00'.repeat(20)}` })
  const granted = await chain.client.getContractEvents({
    address: coin.address,
    abi: coinAbi,
    eventName: 'RoleGranted',
    fromBlock: 'earliest',
  })
  const holders = granted.map(({ args }) => args.account)
  expect(holders).toEqual([who.admin, who.minter, who.burner, who.pauser, who.freezer, who.upgrader])
})
