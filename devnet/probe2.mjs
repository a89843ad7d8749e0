import { EdrContext, l1ProviderFactory, L1_CHAIN_TYPE, ContractDecoder, l1GenesisState, SpecId, PRAGUE, OSAKA } from '@nomicfoundation/edr'
import { privateKeyToAccount } from 'viem/accounts'
import { parseEther, hexToBytes, keccak256 } from 'viem'
const ctx = new EdrContext()
await ctx.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
const acc = privateKeyToAccount('0x' + '11'.repeat(32))
const mk = () => ctx.createProvider(L1_CHAIN_TYPE, {
    allowBlocksWithSameTimestamp: true, allowUnlimitedContractSize: false, bailOnCallFailure: true, bailOnTransactionFailure: false,
    chainId: 31337n, coinbase: new Uint8Array(20), defaultTransactionGasLimit: 16_777_216n,
    genesisState: [...l1GenesisState(SpecId.Osaka), { address: hexToBytes(acc.address), balance: parseEther('1000') }], hardfork: OSAKA,
    initialBaseFeePerGas: 1_000_000_000n, initialParentBeaconBlockRoot: new Uint8Array(32), minGasPrice: 0n,
    mining: { autoMine: false, memPool: { order: 'Priority' }, blockGasLimit: 30_000_000n },
    network: { genesisBlockGasLimit: 30_000_000n, genesisBlockTime: 1_700_000_000n, genesisBlobGas: {gasUsed: 0n, excessGas: 0n} }, networkId: 31337n,
    observability: {}, ownedAccounts: [], precompileOverrides: [],
  }, { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} }, { subscriptionCallback: () => {} }, new ContractDecoder())
async function rpc(p, method, params = []) {
  const r = await p.handleRequest(JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }))
  const d = typeof r.data === 'string' ? JSON.parse(r.data) : r.data
  return d.error ? { error: d.error } : d.result
}
const log = (...a) => console.dir(a, { depth: 5 })
const hx = (n) => '0x' + n.toString(16)
const tx = (nonce, o = {}) => acc.signTransaction({ chainId: 31337, type: 'eip1559', nonce, to: '0x' + '22'.repeat(20), value: 1n, gas: 21000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, ...o })
const p = await mk(), q = await mk()
const mine = async (p, t, r) => { await rpc(p, 'evm_setNextBlockTimestamp', [hx(t)]); if (r) log(await rpc(p, 'hardhat_setPrevRandao', [r])); return rpc(p, 'evm_mine') }
const head = async (p) => { const b = await rpc(p, 'eth_getBlockByNumber', ['latest', false]); return [b.number, b.hash, b.mixHash, b.parentBeaconBlockRoot, b.timestamp] }
await mine(p, 1750000000); await mine(q, 1750000000)
log(await head(p), await head(q))
// disturb p
for (let i = 0; i < 3; i++) { await rpc(p, 'eth_call', [{ to: acc.address }, 'pending']); await rpc(p, 'eth_getBlockByNumber', ['pending', false]); await rpc(p, 'eth_estimateGas', [{ from: acc.address, to: acc.address }, 'pending']) }
await mine(p, 1750000001); await mine(q, 1750000001)
log('disturbed?', await head(p), await head(q))
await mine(p, 1750000001, keccak256('0x01')); await mine(q, 1750000001, keccak256('0x01'))
log('same ts', await head(p), await head(q))
// pending timestamps
const pend = await rpc(p, 'eth_getBlockByNumber', ['pending', false]); log('pending ts', Number(pend.timestamp), 'now', Date.now() / 1000)
log(await rpc(p, 'evm_increaseTime', [hx(Math.floor(Date.now() / 1000) - 1750000001)]))
log('pending ts', Number((await rpc(p, 'eth_getBlockByNumber', ['pending', false])).timestamp))
// timestamp() call: PUSH0... code: TIMESTAMP PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
log('call ts', await rpc(p, 'eth_call', [{ data: '0x425f5260205ff3' }, 'pending']), await rpc(p, 'eth_call', [{ data: '0x425f5260205ff3' }, 'latest']))
// snapshots cost
let nonce = 0, t = 1760000000
for (const mode of ['nosnap', 'snap']) {
  global.gc?.(); const r0 = process.memoryUsage().rss, t0 = Date.now()
  for (let i = 0; i < 1500; i++) { await rpc(p, 'eth_sendRawTransaction', [await tx(nonce++)]); await mine(p, t++); if (mode == 'snap') await rpc(p, 'evm_snapshot') }
  log(mode, '1500 blocks', Date.now() - t0, 'ms', (process.memoryUsage().rss - r0) / 1e6, 'MB')
}
{ const r0 = process.memoryUsage().rss, t0 = Date.now(); for (let i = 0; i < 5000; i++) await mine(p, t++); log('empty 5000', Date.now() - t0, (process.memoryUsage().rss - r0) / 1e6) }
{ const r0 = process.memoryUsage().rss, t0 = Date.now(); for (let i = 0; i < 5000; i++) {await mine(p, t++);await rpc(p, 'evm_snapshot') } log('empty 5000 snap', Date.now() - t0, (process.memoryUsage().rss - r0) / 1e6) }
{ const t0 = Date.now(); for (let i = 0; i < 1000; i++) await head(p); log('1000 head', Date.now() - t0) }
// big mempool
const raws = []; for (let i = 0; i < 2000; i++) raws.push(await tx(nonce++))
let t0 = Date.now(); for (const r of raws) { const x = await rpc(p, 'eth_sendRawTransaction', [r]); if (x.error) { log(x); break } } log('2000 sends', Date.now() - t0)
{ const r0 = process.memoryUsage().rss; t0 = Date.now(); for (let i = 0; i < 100; i++) await rpc(p, 'evm_snapshot'); log('100 snaps w/2000 pending', Date.now() - t0, (process.memoryUsage().rss - r0) / 1e6) }
t0 = Date.now(); const blocks0 = Number((await head(p))[0]); while ((await rpc(p, 'eth_pendingTransactions')).length) await mine(p, t++); log('mined', Date.now() - t0, Number((await head(p))[0]) - blocks0)
const s = await rpc(p, 'evm_snapshot'); await mine(p, t++); const h1 = await head(p); await rpc(p, 'evm_revert', [s]); await mine(p, t - 1); log('same after revert?', h1, await head(p))
// reverts
const bad = '0x63deadbeef5f526004601cfd'
log('deploycall revert', await rpc(p, 'eth_call', [{ data: bad }, 'latest']), await rpc(p, 'eth_estimateGas', [{ data: bad }]))
log('revert string', await rpc(p, 'eth_call', [{ data: '0x5f5ffd' }]))
log('invalid op', await rpc(p, 'eth_call', [{ data: '0xfe' }]))
log('setCode', await rpc(p, 'hardhat_setCode', ['0x' + '33'.repeat(20), '0x5f5ffd']))
log('eth_call bailing', await rpc(p, 'eth_call', [{ to: '0x' + '33'.repeat(20) }]))
await rpc(p, 'eth_sendRawTransaction', [await tx(nonce++, { to: '0x' + '33'.repeat(20), gas: 50000n })]); await mine(p, t++)
const b = await rpc(p, 'eth_getBlockByNumber', ['latest', false]); log(b.transactions, await rpc(p, 'eth_getTransactionReceipt', b.transactions))
log(await rpc(p, 'hardhat_setCode', ['0x' + '33'.repeat(20), '0x']), await rpc(p, 'eth_getCode', ['0x' + '33'.repeat(20), 'latest']))
log(await rpc(p,'eth_getTransactionByHash', b.transactions))
log('getlogs safe', await rpc(p, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'finalized' }]))
log(await rpc(p, 'eth_getBlockByNumber', [hx(10 ** 6), false]), await rpc(p, 'eth_getBalance', [acc.address, { blockNumber: '0x1' }]), await rpc(p, 'eth_getBalance', [acc.address, 'finalized']), await rpc(p, 'eth_getBalance', [acc.address, hx(10**6)]))
log(await rpc(p, 'eth_getRawTransactionByHash', b.transactions), await rpc(p, 'hardhat_dropTransaction', ['0x'+'00'.repeat(32)]))
log('no params', JSON.stringify((await p.handleRequest(JSON.stringify({ id: 1, jsonrpc: '2.0', method:'eth_chainId' }))).data))
log(process.memoryUsage().rss / 1e6)
process.exit(0)
