import { coinAbi } from '@specie/token/abi.gen.ts'
import { decodeFunctionData, type Hex, isAddressEqual, parseTransaction, type Address } from 'viem'
import type { Contract, Order } from '../../../base/ports/chain.ts'
import { always } from './calls.ts'

// The last check before signing: decodes the bytes again and compares them with the order. It shares no code with the
// builder of the transaction.

export type Intent = {
  readonly chainId: number
  readonly nonce: bigint
  readonly contract: Contract | null
  readonly orders: readonly Order[]
  /** The owner of the burned or collected coins. */
  readonly source: Address | null
}

export class PolicyBreach extends Error {
  override name = 'PolicyBreach'
}

/** Throws unless this unsigned transaction does exactly what was ordered. */
export function assertMatchesOrders(unsigned: Hex, intent: Intent): void {
  const { orders, contract } = intent
  const transaction = parseTransaction(unsigned)
  const [order] = orders
  check(
    'orders',
    orders.length > 0 && orders.every(({ kind, asset }) => kind === order!.kind && asset === order!.asset),
  )
  check('type', transaction.type === 'eip1559')
  check('chain id', transaction.chainId === intent.chainId)
  check('nonce', BigInt(transaction.nonce ?? 0) === intent.nonce)
  check('access list', (transaction.accessList ?? []).length === 0)
  const { to, value = 0n, data = '0x', gas = 0n, maxFeePerGas = 0n } = transaction
  if (order!.kind === 'native') {
    check('orders', orders.length === 1)
    check('recipient', same(to, order!.to))
    check('amount', value === order!.amount)
    check('call', data === '0x')
    check('fee', order!.maxFee === undefined || gas * maxFeePerGas <= order!.maxFee)
    return
  }
  check('asset', contract?.asset === order!.asset)
  check('contract', same(to, contract!.address))
  check('value', value === 0n)
  checkCall(data, orders, intent.source)
}

type Mint = { readonly requestId: Hex; readonly to: Address; readonly amount: bigint }

const bundles: ReadonlySet<string> = new Set(['mintBatch', 'list', 'unlist'])

function checkCall(data: Hex, orders: readonly Order[], source: Address | null): void {
  const call = decodeFunctionData({ abi: coinAbi, data })
  const [order] = orders as [Order]
  if (!bundles.has(call.functionName)) check('orders', orders.length === 1)
  switch (call.functionName) {
    case 'mint': {
      const [requestId, to, amount] = call.args
      return checkMints([{ requestId, to, amount }], orders)
    }
    case 'mintBatch':
      return checkMints(call.args[0], orders)
    case 'burn': {
      const [requestId, from, amount] = call.args
      check('kind', order.kind === 'burn')
      check('request id', requestId === order.requestId)
      check('source', same(from, source))
      return check('amount', amount === order.amount)
    }
    case 'transfer': {
      const [to, amount] = call.args
      check('recipient', order.kind === 'transfer' && same(to, order.to))
      return check('amount', amount === order.amount)
    }
    case 'transferWithAuthorization': {
      const [from, to, amount, validAfter, validBefore, nonce] = call.args
      check('source', same(from, source))
      check('recipient', order.kind === 'collect' && same(to, order.to))
      check('amount', amount === order.amount)
      check('validity', validAfter === always.validAfter && validBefore === always.validBefore)
      return check('request id', nonce === order.requestId)
    }
    case 'list':
    case 'unlist': {
      check('kind', order.kind === call.functionName)
      check('orders', call.args[0].length === orders.length)
      return orders.forEach((one, i) => check('account', 'to' in one && same(call.args[0][i], one.to)))
    }
    case 'switchAllowList':
      return check('mode', order.kind === (call.args[0] ? 'allow_list_on' : 'allow_list_off'))
    default:
      return check('call', false)
  }
}

function checkMints(mints: readonly Mint[], orders: readonly Order[]): void {
  check('orders', mints.length === orders.length)
  for (const [i, order] of orders.entries()) {
    const mint = mints[i]!
    check('request id', mint.requestId === order.requestId)
    check('recipient', order.kind === 'mint' && same(mint.to, order.to))
    check('amount', mint.amount === order.amount)
  }
}

const same = (a: string | null | undefined, b: string | null): boolean =>
  !!a && !!b && isAddressEqual(a as Address, b as Address)

function check(what: string, holds: boolean): void {
  if (!holds) throw new PolicyBreach(`Not signed: the transaction's ${what} differs from the order.`)
}
