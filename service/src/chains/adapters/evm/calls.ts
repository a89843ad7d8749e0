import assert from 'node:assert/strict'
import { calldata, transferAuthorization } from '@specie/token/evm.ts'
import { type Address, getAddress, type Hex, maxUint256, type TypedDataDomain } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Contract, Order } from '../../../base/ports/chain.ts'

/** The effect of a transaction, without sender and fees. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** An authorization does not expire. It can be used once, and only nonces decide whether a transaction is included. */
export const always = { validAfter: 0n, validBefore: maxUint256 } as const

/** The owner of the moved coins, if not the sender; `domain` is the contract's, when the owner must sign. */
export type Source = { readonly account: LocalAccount; readonly domain: TypedDataDomain | null }

/** All orders have the same kind and asset. */
export async function callFor(
  contract: Contract | null,
  orders: readonly Order[],
  source: Source | null,
): Promise<Call> {
  const [order] = orders as [Order]
  if (order.kind === 'native') return { to: getAddress(order.to), data: '0x', value: order.amount }
  assert(contract, `${order.asset} has no contract on this chain`)
  return { to: getAddress(contract.address), data: await dataFor(orders, source), value: 0n }
}

async function dataFor(orders: readonly Order[], source: Source | null): Promise<Hex> {
  const [order] = orders as [Order]
  switch (order.kind) {
    case 'mint': {
      const batch = orders.map((one) => ({ requestId: one.requestId, to: recipientOf(one), amount: one.amount }))
      return batch.length === 1 ? calldata.mint(batch[0]!) : calldata.mintBatch(batch)
    }
    case 'burn':
      return calldata.burn({ requestId: order.requestId, from: source!.account.address, amount: order.amount })
    case 'transfer':
      return calldata.transfer(recipientOf(order), order.amount)
    case 'collect':
      return authorizedTransfer(order, source!)
    case 'list':
      return calldata.list(orders.map(recipientOf))
    case 'unlist':
      return calldata.unlist(orders.map(recipientOf))
    case 'allow_list_on':
    case 'allow_list_off':
      return calldata.switchAllowList(order.kind === 'allow_list_on')
    case 'native':
      return '0x'
  }
}

/** EIP-3009: the deposit address signs and needs no gas. */
async function authorizedTransfer(order: Order & { kind: 'collect' }, { account, domain }: Source): Promise<Hex> {
  assert(domain)
  const { to, amount, requestId } = order
  const transfer = { from: account.address, to: getAddress(to), amount, ...always, nonce: requestId }
  const signature = await account.signTypedData(transferAuthorization({ ...transfer, domain }))
  return calldata.transferWithAuthorization({ ...transfer, signature })
}

function recipientOf(order: Order): Address {
  assert('to' in order, `a ${order.kind} has no recipient`)
  return getAddress(order.to)
}
