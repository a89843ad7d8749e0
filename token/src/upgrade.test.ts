import { encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Contract } from '../build.ts'
import { type Chain, deploy, open, setup, startChain, who } from '../test/evm.ts'
import proxy from '../artifacts/ERC1967Proxy.gen.json' with { type: 'json' }
import artifact from '../artifacts/SpecieCoin.gen.json' with { type: 'json' }
import olderArtifact from '../test/SpecieCoinV0.json' with { type: 'json' }
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
/** The version before allow lists. Its source is in the history. */
const older = olderArtifact

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

test('the variables of earlier versions keep their slots', () => {
  expect(next.storage.slice(0, artifact.storage.length)).toEqual(artifact.storage)
  expect(artifact.storage.slice(0, older.storage.length)).toEqual(older.storage)
})

/** A coin of the version without an allow list, as it was deployed. */
async function deployOlder() {
  const abi = parseAbi([
    'struct Setup { string name; string symbol; uint256 supplyCap; uint208 mintLimit; uint48 mintPeriod; uint48 adminDelay; address admin; address minter; address burner; address pauser; address freezer; address seizer; address upgrader; }',
    'function initialize(Setup setup)',
    'constructor(address implementation, bytes data)',
  ])
  const initialize = encodeFunctionData({ abi, functionName: 'initialize', args: [setup] })
  const implementation = (await chain.send(who.ann, older.bytecode as Hex)).contractAddress
  const args = [implementation, initialize] as const
  const created = await chain.send(who.ann, encodeDeployData({ abi, bytecode: proxy.bytecode as Hex, args }))
  return open(chain, created.contractAddress, implementation)
}

test('an older coin gets an allow list by an upgrade: off, with the roles that the admin grants', async () => {
  const coin = await deployOlder()
  await coin.as('minter', calldata.mint({ requestId: id, to: who.ann, amount: 100n }))
  await coin.as('freezer', calldata.freeze(who.bob))
  const implementation = (await chain.send(who.ann, artifact.bytecode as Hex)).contractAddress
  await coin.as('upgrader', calldata.upgrade(implementation))
  await coin.as('ann', calldata.transfer(who.omnibus, 1n))
  await expect(coin.as('ann', calldata.transfer(who.bob, 1n))).rejects.toThrow('AccountFrozen')
  expect(receipt(await coin.processed(id))).toEqual({ kind: 'mint', account: who.ann, amount: 100n })

  await expect(coin.as('switcher', calldata.switchAllowList(true))).rejects.toThrow('AccessControlUnauthorizedAccount')
  await coin.as('admin', calldata.grant('lister', who.lister))
  await coin.as('admin', calldata.grant('switcher', who.switcher))
  await coin.as('lister', calldata.list([who.omnibus]))
  await coin.as('switcher', calldata.switchAllowList(true))
  await expect(coin.as('ann', calldata.transfer(who.omnibus, 1n))).rejects.toThrow(`AccountNotListed(${who.ann})`)
  await coin.as('lister', calldata.list([who.ann]))
  await coin.as('ann', calldata.transfer(who.omnibus, 1n))
  expect([await coin.balance(who.ann), await coin.balance(who.omnibus)]).toEqual([98n, 2n])
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
  expect(holders).toEqual([
    who.admin,
    who.minter,
    who.burner,
    who.pauser,
    who.freezer,
    who.upgrader,
    who.lister,
    who.switcher,
  ])
})
