import { EdrContext, l1ProviderFactory, L1_CHAIN_TYPE, ContractDecoder, l1GenesisState, SpecId, PRAGUE, OSAKA } from '@nomicfoundation/edr'
import { privateKeyToAccount } from 'viem/accounts'
import { parseEther, hexToBytes } from 'viem'
const ctx = new EdrContext()
await ctx.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
console.log('hardfork consts', PRAGUE, OSAKA)
const acc = privateKeyToAccount('0x' + '11'.repeat(32))
export async function mk() {
  return ctx.createProvider(L1_CHAIN_TYPE, {
    allowBlocksWithSameTimestamp: false, allowUnlimitedContractSize: false, bailOnCallFailure: true, bailOnTransactionFailure: false,
    chainId: 31337n, coinbase: new Uint8Array(20), defaultTransactionGasLimit: 30_000_000n,
    genesisState: [...l1GenesisState(SpecId.Prague), { address: hexToBytes(acc.address), balance: parseEther('1000') }], hardfork: PRAGUE,
    initialBaseFeePerGas: 1_000_000_000n, initialParentBeaconBlockRoot: new Uint8Array(32), minGasPrice: 0n,
    mining: { autoMine: false, memPool: { order: 'Priority' }, blockGasLimit: 30_000_000n },
    network: { genesisBlockGasLimit: 30_000_000n, genesisBlockTime: 1_700_000_000n, genesisBlobGas: {gasUsed: 0n, excessGas: 0n} }, networkId: 31337n,
    observability: {}, ownedAccounts: [], precompileOverrides: [],
  }, { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} }, { subscriptionCallback: () => {} }, new ContractDecoder())
}
export async function rpc(p, method, params = []) {
  const r = await p.handleRequest(JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }))
  const d = typeof r.data === 'string' ? JSON.parse(r.data) : r.data
  return d.error ? { error: d.error } : d.result
}
const p = await mk(), q = await mk()
const log = (...a) => console.dir(a, { depth: 5 })
const b0 = (await rpc(p, 'eth_getBlockByNumber', ['0x0', false])), c0 = await rpc(q, 'eth_getBlockByNumber', ['0x0', false])
log('genesis', b0.hash, c0.hash, b0.timestamp)
const tx = (nonce, o = {}) => acc.signTransaction({ chainId: 31337, type: 'eip1559', nonce, to: '0x' + '22'.repeat(20), value: 1n, gas: 21000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, ...o })
log('send', await rpc(p, 'eth_sendRawTransaction', [await tx(0)]))
log('dup', await rpc(p, 'eth_sendRawTransaction', [await tx(0)]))
log('underpriced', await rpc(p, 'eth_sendRawTransaction', [await tx(0, { maxFeePerGas: 10n ** 10n + 1n })]))
log('gap', await rpc(p, 'eth_sendRawTransaction', [await tx(2)]))
log('replace', await rpc(p, 'eth_sendRawTransaction', [await tx(0, { maxFeePerGas: 11n ** 10n, maxPriorityFeePerGas: 11n * 10n ** 8n })]))
log('pending count', await rpc(p, 'eth_getTransactionCount', [acc.address, 'pending']))
log('ts', await rpc(p, 'evm_setNextBlockTimestamp', ['0x6553f2ff']))
log('mine', await rpc(p, 'evm_mine'))
log('latest', await rpc(p, 'eth_getBlockByNumber', ['latest', false]))
log('low', await rpc(p, 'eth_sendRawTransaction', [await tx(0)]))
log('dup mined', await rpc(p, 'eth_sendRawTransaction', [await tx(0, { maxFeePerGas: 11n ** 10n, maxPriorityFeePerGas: 11n * 10n ** 8n })]))
log('pendings', await rpc(p, 'eth_pendingTransactions'))
log('poor', await rpc(p, 'eth_sendRawTransaction', [await tx(1, { value: parseEther('100000') })]))
log('fee low', await rpc(p, 'eth_sendRawTransaction', [await tx(1, { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })]))
log('gas low', await rpc(p, 'eth_sendRawTransaction', [await tx(1, { gas: 20000n })]))
log('gas high', await rpc(p, 'eth_sendRawTransaction', [await tx(1, { gas: 40000000n })]))
log('wrong chain', await rpc(p, 'eth_sendRawTransaction', [await tx(1, { chainId: 1 })]))
log('garbage', await rpc(p, 'eth_sendRawTransaction', ['0x1234']))
const snap = await rpc(p, 'evm_snapshot')
log('snap', snap)
log('send1', await rpc(p, 'eth_sendRawTransaction', [await tx(1)]))
log(await rpc(p, 'evm_mine'))
log('rev', await rpc(p, 'evm_revert', [snap]))
log('pendings', (await rpc(p, 'eth_pendingTransactions')).length)
for (const m of ['safe', 'finalized', 'pending', 'earliest']) log(m, (await rpc(p, 'eth_getBlockByNumber', [m, false]))?.number)
for (const [m, ps] of [['eth_feeHistory', ['0x1', 'latest', [10]]], ['eth_maxPriorityFeePerGas', []], ['eth_gasPrice', []], ['net_version', []], ['web3_clientVersion', []], ['eth_syncing', []], ['eth_accounts', []], ['eth_getBlockReceipts', ['latest']], ['txpool_content', []], ['eth_blobBaseFee', []],['eth_createAccessList', [{}]], ['eth_getProof', [acc.address, [], 'latest']], ['foo', []], ['eth_estimateGas', [{from: acc.address, to: acc.address}]], ['eth_newBlockFilter', []]]) log(m, await rpc(p, m, ps))
// hardhat_mine many
let t = Date.now(); log('hm', await rpc(p, 'hardhat_mine', ['0x186a0', '0xc']), Date.now() - t)
const L = await rpc(p, 'eth_getBlockByNumber', ['latest', false]); log(L.number, L.hash, L.baseFeePerGas, L.timestamp)
t = Date.now(); for (let i = 0; i < 1000; i++) await rpc(p, 'evm_mine'); log('1000 evm_mine', Date.now() - t)
log(await rpc(p, 'eth_getBlockByNumber', ['0x500', false]))
log(process.memoryUsage().rss / 1e6)
process.exit(0)
