import { calldata } from '@specie/token/evm.ts'
import { type AccessList, type Hex, maxUint256, serializeTransaction } from 'viem'
import { expect, test } from 'vitest'
import type { Effect } from '../../../base/ports/chain.ts'
import { assertMatchesOrders, type Intent, PolicyBreach } from './policy.ts'
import { testOrder } from '@specie/test/chains/evm.ts'

const contract = { asset: 'VCHF', address: '0x00000000000000000000000000000000000000c0' } as const
const other = '0x00000000000000000000000000000000000000ee'
const ann = '0x000000000000000000000000000000000000a11c'
const omnibus = '0x0000000000000000000000000000000000000033'
const usual = { type: 'eip1559', chainId: 5, nonce: 7, gas: 9n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } as const

const order = (effect: Effect) => testOrder('ETH', effect)
const mint = order({ kind: 'mint', asset: 'VCHF', to: ann, amount: 3n })
const second = order({ kind: 'mint', asset: 'VCHF', to: omnibus, amount: 4n })
const burn = order({ kind: 'burn', asset: 'VCHF', amount: 3n })
const transfer = order({ kind: 'transfer', asset: 'VCHF', to: ann, amount: 3n })
const collect = order({ kind: 'collect', asset: 'VCHF', from: 1, to: omnibus, amount: 3n })
const native = order({ kind: 'native', asset: 'ETH', from: 1, to: ann, amount: 3n })

const pounds = order({ kind: 'mint', asset: 'VGBP', to: ann, amount: 3n })
const another = order({ kind: 'transfer', asset: 'VCHF', to: ann, amount: 3n })

const listing = order({ kind: 'list', asset: 'VCHF', to: ann, amount: 0n })
const listingToo = order({ kind: 'list', asset: 'VCHF', to: omnibus, amount: 0n })
const switching = order({ kind: 'allow_list_on', asset: 'VCHF', amount: 0n })

const cheap = order({ kind: 'native', asset: 'ETH', from: 1, to: ann, amount: 3n, maxFee: 80n })
const fair = order({ kind: 'native', asset: 'ETH', from: 1, to: ann, amount: 3n, maxFee: 81n })

type Fields = { data?: Hex; to?: Hex; value?: bigint; chainId?: number; nonce?: number; accessList?: AccessList }

function does(orders: Intent['orders'], fields: Fields): () => void {
  const unsigned = serializeTransaction({ ...usual, to: contract.address, ...fields })
  return () => assertMatchesOrders(unsigned, { chainId: 5, nonce: 7n, contract, orders, source: omnibus })
}

const issue = ({ requestId, amount }: typeof mint, to: Hex = ann) => ({ requestId, to, amount })
const both = [issue(mint), issue(second, omnibus)]
const authorized = { from: omnibus, to: omnibus, amount: 3n, validAfter: 0n, validBefore: maxUint256 } as const
const authorization = { ...authorized, nonce: collect.requestId, signature: '0x01' } as const

test('a transaction that matches its order passes', () => {
  does([mint], { data: calldata.mint(issue(mint)) })()
  does([mint, second], { data: calldata.mintBatch(both) })()
  does([burn], { data: calldata.burn({ requestId: burn.requestId, from: omnibus, amount: 3n }) })()
  does([transfer], { data: calldata.transfer(ann, 3n) })()
  does([collect], { data: calldata.transferWithAuthorization(authorization) })()
  does([listing, listingToo], { data: calldata.list([ann, omnibus]) })()
  does([switching], { data: calldata.switchAllowList(true) })()
  does([native], { to: ann, value: 3n })()
  does([fair], { to: ann, value: 3n })()
})

// A collect call where a transfer to the same address was ordered.
const transferred = order({ kind: 'transfer', asset: 'VCHF', to: omnibus, amount: 3n })
const asCollect = { ...authorization, nonce: transferred.requestId } as const
const minting = calldata.mint(issue(mint))
test.each<[string, Intent['orders'], Fields]>([
  ['chain id', [mint], { data: minting, chainId: 1 }],
  ['nonce', [mint], { data: minting, nonce: 8 }],
  ['contract', [mint], { data: minting, to: other }],
  ['value', [mint], { data: minting, value: 1n }],
  ['recipient', [mint], { data: calldata.mint(issue(mint, other)) }],
  ['amount', [mint], { data: calldata.mint({ ...issue(mint), amount: 30n }) }],
  ['request id', [mint], { data: calldata.mint({ ...issue(mint), requestId: second.requestId }) }],
  ['orders', [mint], { data: calldata.mintBatch(both) }],
  ['orders', [mint, second], { data: minting }],
  ['request id', [second, mint], { data: calldata.mintBatch(both) }],
  ['orders', [mint, burn], { data: calldata.mintBatch(both) }],
  ['recipient', [transfer], { data: calldata.mint({ requestId: transfer.requestId, to: ann, amount: 3n }) }],
  ['recipient', [mint], { data: calldata.transfer(ann, 3n) }],
  ['recipient', [transfer], { data: calldata.transfer(other, 3n) }],
  ['amount', [transfer], { data: calldata.transfer(ann, 4n) }],
  ['call', [transfer], { data: calldata.approve(ann, 3n) }],
  ['account', [listing], { data: calldata.list([other]) }],
  ['orders', [listing], { data: calldata.list([ann, other]) }],
  ['account', [listing, listingToo], { data: calldata.list([omnibus, ann]) }],
  ['kind', [listing], { data: calldata.unlist([ann]) }],
  ['kind', [transfer], { data: calldata.list([ann]) }],
  ['mode', [switching], { data: calldata.switchAllowList(false) }],
  ['mode', [listing], { data: calldata.switchAllowList(true) }],
  ['source', [burn], { data: calldata.burn({ requestId: burn.requestId, from: ann, amount: 3n }) }],
  ['amount', [burn], { data: calldata.burn({ requestId: burn.requestId, from: omnibus, amount: 4n }) }],
  ['source', [collect], { data: calldata.transferWithAuthorization({ ...authorization, from: ann }) }],
  ['recipient', [collect], { data: calldata.transferWithAuthorization({ ...authorization, to: other }) }],
  ['amount', [collect], { data: calldata.transferWithAuthorization({ ...authorization, amount: 4n }) }],
  ['validity', [collect], { data: calldata.transferWithAuthorization({ ...authorization, validBefore: 9n }) }],
  ['validity', [collect], { data: calldata.transferWithAuthorization({ ...authorization, validAfter: 1n }) }],
  ['request id', [collect], { data: calldata.transferWithAuthorization({ ...authorization, nonce: mint.requestId }) }],
  ['recipient', [native], { to: other, value: 3n }],
  ['amount', [native], { to: ann, value: 4n }],
  ['call', [native], { to: ann, value: 3n, data: '0x01' }],
  ['orders', [], { data: minting }],
  ['orders', [mint, pounds], { data: calldata.mintBatch(both) }],
  ['orders', [native, native], { to: ann, value: 3n }],
  ['orders', [transfer, another], { data: calldata.transfer(ann, 3n) }],
  ['asset', [pounds], { data: calldata.mint(issue(pounds)) }],
  ['access list', [mint], { data: minting, accessList: [{ address: other, storageKeys: [] }] }],
  ['request id', [burn], { data: calldata.burn({ requestId: mint.requestId, from: omnibus, amount: 3n }) }],
  ['kind', [transfer], { data: calldata.burn({ requestId: transfer.requestId, from: omnibus, amount: 3n }) }],
  ['recipient', [burn], { data: calldata.transfer(ann, 3n) }],
  ['recipient', [transferred], { data: calldata.transferWithAuthorization(asCollect) }],
  ['fee', [cheap], { to: ann, value: 3n }],
])('another %s is not signed', (what, orders, fields) => {
  expect(does(orders, fields)).toThrow(PolicyBreach)
  expect(does(orders, fields)).toThrow(expect.objectContaining({ name: 'PolicyBreach' }))
  expect(does(orders, fields)).toThrow(`the transaction's ${what} differs from the order`)
})

const refusal = (what: string) => `the transaction's ${what} differs from the order`

test('another type of transaction is not signed', () => {
  const { chainId, nonce, gas } = usual
  const sent = { chainId, nonce, gas, to: contract.address, data: minting } as const
  const intent = { chainId, nonce: BigInt(nonce), contract, orders: [mint], source: omnibus } as const
  const legacy = serializeTransaction({ ...sent, type: 'legacy', gasPrice: 9n })
  const listed = serializeTransaction({ ...sent, type: 'eip2930', gasPrice: 9n })
  for (const unsigned of [legacy, listed]) expect(() => assertMatchesOrders(unsigned, intent)).toThrow(refusal('type'))
})

test('nothing is signed without the contract of the coin or the address of the source', () => {
  const call = (data: Hex) => serializeTransaction({ ...usual, to: contract.address, data })
  const intent = { chainId: 5, nonce: 7n, contract, source: omnibus } as const
  expect(() => assertMatchesOrders(call(minting), { ...intent, orders: [mint], contract: null })).toThrow(
    refusal('asset'),
  )
  const burning = calldata.burn({ requestId: burn.requestId, from: omnibus, amount: 3n })
  expect(() => assertMatchesOrders(call(burning), { ...intent, orders: [burn], source: null })).toThrow(
    refusal('source'),
  )
})

test('a transaction without a recipient, which would create a contract, is not signed', () => {
  const intent = { chainId: 5, nonce: 7n, contract, source: omnibus } as const
  const creating = serializeTransaction({ ...usual, data: minting })
  expect(() => assertMatchesOrders(creating, { ...intent, orders: [mint] })).toThrow(refusal('contract'))
  const paying = serializeTransaction({ ...usual, value: 3n })
  expect(() => assertMatchesOrders(paying, { ...intent, orders: [native] })).toThrow(refusal('recipient'))
})

test('nonce 0 is signed only for nonce 0', () => {
  const unsigned = serializeTransaction({ ...usual, nonce: 0, to: contract.address, data: minting })
  const intent = { chainId: 5, contract, orders: [mint], source: omnibus } as const
  assertMatchesOrders(unsigned, { ...intent, nonce: 0n })
  expect(() => assertMatchesOrders(unsigned, { ...intent, nonce: 1n })).toThrow(refusal('nonce'))
})
