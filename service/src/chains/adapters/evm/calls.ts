import assert from 'node:assert/strict'
import { calldata, transferAuthorization } from '@specie/token/evm.ts'
import { type Address, getAddress, type Hex, maxUint256, type TypedDataDomain } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Contract, Order } from '../../../base/ports/chain.ts'

/** What a transaction does, whoever sends it and whatever it pays. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** An authorization never ages: it can be used once, and nonces alone decide whether a transaction lands. */
export const always = { validAfter: 0n, validBefore: maxUint256 } as const

/** Whose coins a call moves, if that is not its sender; `domain` is the contract's, where they sign for it. */
export type Source = { readonly account: LocalAccount; readonly domain: TypedDataDomain | null }

/** All orders are of one kind and asset. */
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
      return authorized(order, source!)
    case 'native':
      return '0x'
  }
}

/** EIP-3009: the deposit address signs, and needs no gas of its own. */
async function authorized(order: Order & { kind: 'collect' }, { account, domain }: Source): Promise<Hex> {
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
