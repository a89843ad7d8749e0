import {
  type Address,
  address,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getU32Decoder,
  getU64Decoder,
  type ReadonlyUint8Array,
  walkInstructions,
} from '@solana/kit'
import { requestId } from '@specie/token/request.ts'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { guardAddress, guardSpace, readRecord } from '@specie/token/solana/guard.ts'
import { associatedTokenProgram, systemProgram, tokenProgram } from '@specie/token/solana/instructions.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Contract, Order } from '../../../base/ports/chain.ts'
import { sourceKey } from '../../outbox/operations.ts'
import { tokenAct } from './acts.ts'
import { budgetProgram, computeUnits, memoProgram, signersOf } from './build.ts'
import type { AddressOf } from './keys.ts'
import { highestPrice } from './transaction.ts'

// The last look before a key is asked to sign: the bytes are read back, and must do what the orders say, nothing less
// and nothing else. So a mint never goes out without its guard (docs/token.md), whatever built the transaction.

type Policy = { readonly environment: string; readonly chain: ChainCode; readonly addressOf: AddressOf }

type Intent = {
  readonly contract: Contract | null
  readonly orders: readonly Order[]
  /** What a guard costs to keep, as a node says. */
  readonly guardRent: bigint
}

/** A node could lie about the rent; it is about a third of this. */
const mostRent = 10_000_000n

type Step = ReturnType<typeof walkInstructions>[number]

export async function assertCarriesOut(
  policy: Policy,
  { contract, orders, guardRent }: Intent,
  messageBytes: ReadonlyUint8Array,
): Promise<void> {
  const compiledMessage = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const steps = walkInstructions({ compiledMessage })
  const { numSignerAccounts } = compiledMessage.header
  const signed = compiledMessage.staticAccounts.slice(0, numSignerAccounts)
  const keys = [...new Set(orders.flatMap(signersOf))]
  const signers = await Promise.all(keys.map(policy.addressOf))
  if (signed[0] !== signers[0]) throw new Error(`the transaction is paid by ${signed[0]}, not by ${keys[0]}`)
  assertSame('signers', signed, signers)
  assertSame(
    'effects',
    steps.filter((step) => !isBudget(step)).map(deedOf),
    await deedsOf(policy, { contract, orders, guardRent }),
  )
}

function assertSame(what: string, found: readonly string[], wanted: readonly string[]): void {
  const [has, needs] = [found.toSorted(), wanted.toSorted()]
  if (has.length === needs.length && has.every((one, i) => one === needs[i])) return
  throw new Error(`the ${what} of the transaction are not those of its orders: ${has.join('; ')} — ${needs.join('; ')}`)
}

/** What the orders are to bring about, in words that can be compared. */
async function deedsOf(
  { environment, chain, addressOf }: Policy,
  { contract, orders, guardRent }: Intent,
): Promise<string[]> {
  if (guardRent > mostRent) throw new Error(`a node asks for ${guardRent} lamports of rent for a guard`)
  const deeds: string[] = []
  for (const order of orders) {
    const { amount } = order
    if (order.requestId !== requestId({ environment, chain, token: order.asset, request: order.id }))
      throw new Error(`the request id of order ${order.id} is not its own`)
    if (contract && contract.asset !== order.asset) throw new Error(`order ${order.id} is for another asset`)
    if (order.kind === 'native') {
      deeds.push(`memo ${order.id}`, `pay ${await addressOf(`deposit:${order.from}`)} ${order.to} ${amount}`)
      continue
    }
    const coin = address(contract!.address)
    const gas = await addressOf('gas')
    const omnibus = await addressOf('omnibus')
    const account = await tokenAccount(coin, order.kind === 'burn' ? omnibus : address(order.to))
    if (order.kind !== 'burn') deeds.push(`open ${gas} ${account} ${order.to} ${coin}`)
    if (order.kind === 'mint' && order.memo !== undefined) deeds.push(`memo ${order.memo}`)
    if (order.kind === 'mint' || order.kind === 'burn') {
      const guardian = await addressOf('guardian')
      const guard = await guardAddress(guardian, order.requestId)
      const by = await addressOf(order.kind === 'mint' ? 'minter' : 'burner')
      deeds.push(`pay ${gas} ${guard} ${guardRent}`, `allocate ${guard} ${guardian}`)
      deeds.push(`record ${guard} ${order.requestId} ${order.kind} ${account} ${amount}`)
      deeds.push(`${order.kind} ${coin} ${account} ${by} ${amount}`)
      continue
    }
    const owner = order.kind === 'transfer' ? omnibus : await addressOf(sourceKey(order.from))
    deeds.push(`memo ${order.id}`, `transfer ${coin} ${await tokenAccount(coin, owner)} ${owner} ${amount} ${account}`)
  }
  return deeds
}

/** How much work it may take, and what is paid for that: within bounds, our own affair. */
function isBudget({ programAddress, data }: Step): boolean {
  if (programAddress !== budgetProgram || !data) return false
  const fits =
    (data[0] === 2 && getU32Decoder().decode(data, 1) <= computeUnits) ||
    (data[0] === 3 && getU64Decoder().decode(data, 1) <= highestPrice)
  if (!fits) throw new Error('the transaction would pay more for being first than it may')
  return true
}

/** What an instruction brings about, in the same words. */
function deedOf(step: Step): string {
  const data = step.data ?? new Uint8Array()
  const accounts = (step.accounts ?? []).map(({ address }) => address)
  if (step.programAddress === memoProgram) return `memo ${Buffer.from(data).toString()}`
  if (step.programAddress === associatedTokenProgram && data.length === 1 && data[0] === 1)
    return `open ${accounts.slice(0, 4).join(' ')}`
  if (step.programAddress === systemProgram) return systemDeed(data, accounts)
  const act = tokenAct(step)
  if (act) {
    const to = act.kind === 'transfer' ? ` ${act.to}` : ''
    return `${act.kind} ${act.mint} ${act.account} ${act.authority} ${act.amount}${to}`
  }
  const record = step.programAddress === tokenProgram && data[0] === 19 ? readRecord(accounts.slice(1)) : null
  if (record) return `record ${accounts[0]} ${record.requestId} ${record.kind} ${record.account} ${record.amount}`
  throw new Error(`an instruction of ${step.programAddress} has no place in this transaction`)
}

function systemDeed(data: ReadonlyUint8Array, [first, second]: readonly Address[]): string {
  const u64 = (offset: number) => getU64Decoder().decode(data, offset)
  if (data[0] === 9) {
    const [base, seedLength] = [getAddressDecoder().decode(data, 4), Number(u64(36))]
    const [space, owner] = [u64(44 + seedLength), getAddressDecoder().decode(data, 52 + seedLength)]
    if (space === guardSpace && owner === tokenProgram && base === second) return `allocate ${first} ${second}`
  }
  if (data[0] !== 2) throw new Error('an instruction of the system program has no place in this transaction')
  return `pay ${first} ${second} ${u64(4)}`
}
