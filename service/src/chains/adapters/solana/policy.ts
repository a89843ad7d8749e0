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
import { sourceKey } from '../effect-keys.ts'
import { tokenAct } from './acts.ts'
import { budgetProgram, computeUnits, memoProgram, signersOf } from './build.ts'
import type { AddressOf } from './keys.ts'
import { maxPriorityPrice } from './transaction.ts'

// The last check before signing: decodes the bytes again and compares them with the orders. No code can send a mint without
// its guard (docs/token.md).

type Policy = { readonly environment: string; readonly chain: ChainCode; readonly addressOf: AddressOf }

type Intent = {
  readonly contract: Contract | null
  readonly orders: readonly Order[]
  /** The rent of a guard account, according to a node. */
  readonly guardRent: bigint
}

/** A node may report a wrong rent. The real price is about a third of this limit. */
const maxRent = 10_000_000n

type Step = ReturnType<typeof walkInstructions>[number]

export async function assertMatchesOrders(
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
  const found = steps.filter((step) => !isBudget(step)).map(effectOf)
  assertSame('effects', found, await expectedEffects(policy, { contract, orders, guardRent }, found))
}

function assertSame(what: string, found: readonly string[], expected: readonly string[]): void {
  const [has, needs] = [found.toSorted(), expected.toSorted()]
  if (has.length === needs.length && has.every((one, i) => one === needs[i])) return
  throw new Error(`the ${what} of the transaction are not those of its orders: ${has.join('; ')} — ${needs.join('; ')}`)
}

/** The expected effects of the orders, as comparable text. */
async function expectedEffects(
  { environment, chain, addressOf }: Policy,
  { contract, orders, guardRent }: Intent,
  found: readonly string[],
): Promise<string[]> {
  if (guardRent > maxRent) throw new Error(`a node asks for ${guardRent} lamports of rent for a guard`)
  const effects: string[] = []
  for (const order of orders) {
    const { amount } = order
    if (order.requestId !== requestId({ environment, chain, token: order.asset, request: order.id }))
      throw new Error(`the request id of order ${order.id} is not its own`)
    if (contract && contract.asset !== order.asset) throw new Error(`order ${order.id} is for another asset`)
    if (order.kind === 'native') {
      effects.push(`memo ${order.id}`, `pay ${await addressOf(`deposit:${order.from}`)} ${order.to} ${amount}`)
      continue
    }
    const coin = address(contract!.address)
    const gas = await addressOf('gas')
    if (isAboutList(order)) {
      const effect = await listEffects(order, { coin, gas, freezer: await addressOf('freezer') }, found)
      effects.push(`memo ${order.id}`, ...effect)
      continue
    }
    const omnibus = await addressOf('omnibus')
    const account = await tokenAccount(coin, order.kind === 'burn' ? omnibus : address(order.to))
    if (order.kind !== 'burn') effects.push(`open ${gas} ${account} ${order.to} ${coin}`)
    if (order.kind === 'mint' && order.memo !== undefined) effects.push(`memo ${order.memo}`)
    if (order.kind === 'mint' || order.kind === 'burn') {
      const guardian = await addressOf('guardian')
      const guard = await guardAddress(guardian, order.requestId)
      const by = await addressOf(order.kind === 'mint' ? 'minter' : 'burner')
      effects.push(`pay ${gas} ${guard} ${guardRent}`, `allocate ${guard} ${guardian}`)
      effects.push(`record ${guard} ${order.requestId} ${order.kind} ${account} ${amount}`)
      effects.push(`${order.kind} ${coin} ${account} ${by} ${amount}`)
      continue
    }
    const owner = order.kind === 'transfer' ? omnibus : await addressOf(sourceKey(order.from))
    effects.push(
      `memo ${order.id}`,
      `transfer ${coin} ${await tokenAccount(coin, owner)} ${owner} ${amount} ${account}`,
    )
  }
  return effects
}

type AboutList = Extract<Order, { kind: 'list' | 'unlist' | 'allow_list_on' | 'allow_list_off' }>

const isAboutList = (order: Order): order is AboutList => /^(un)?list$|^allow_list_/.test(order.kind)

/**
 * Depends on what exists on the chain: a listed wallet's account is opened or thawed, or both. A holder is a wallet, or one
 * token account.
 */
async function listEffects(
  order: AboutList,
  { coin, gas, freezer }: { coin: Address; gas: Address; freezer: Address },
  found: readonly string[],
): Promise<string[]> {
  if (!('to' in order)) return [`default ${coin} ${freezer} ${order.kind === 'allow_list_on' ? 'frozen' : 'usable'}`]
  const accounts = [await tokenAccount(coin, address(order.to)), order.to]
  const change = order.kind === 'list' ? 'thaw' : 'freeze'
  const possible = accounts.map((account) => `${change} ${coin} ${account} ${freezer}`)
  const opening = order.kind === 'list' ? [`open ${gas} ${accounts[0]} ${order.to} ${coin}`] : []
  const done = [...opening, ...possible].filter((one) => found.includes(one))
  return done.length > 0 ? done : possible.slice(0, 1)
}

/** Compute limit and priority fee; allowed within bounds. */
function isBudget({ programAddress, data }: Step): boolean {
  if (programAddress !== budgetProgram || !data) return false
  const fits =
    (data[0] === 2 && getU32Decoder().decode(data, 1) <= computeUnits) ||
    (data[0] === 3 && getU64Decoder().decode(data, 1) <= maxPriorityPrice)
  if (!fits) throw new Error('the transaction would pay a higher priority fee than allowed')
  return true
}

/** The effect of an instruction, as the same kind of text. */
function effectOf(step: Step): string {
  const data = step.data ?? new Uint8Array()
  const accounts = (step.accounts ?? []).map(({ address }) => address)
  if (step.programAddress === memoProgram) return `memo ${Buffer.from(data).toString()}`
  if (step.programAddress === associatedTokenProgram && data.length === 1 && data[0] === 1)
    return `open ${accounts.slice(0, 4).join(' ')}`
  if (step.programAddress === systemProgram) return systemEffect(data, accounts)
  const act = tokenAct(step)
  if (act) {
    const to = act.kind === 'transfer' ? ` ${act.to}` : ''
    return `${act.kind} ${act.mint} ${act.account} ${act.authority} ${act.amount}${to}`
  }
  const record = step.programAddress === tokenProgram && data[0] === 19 ? readRecord(accounts.slice(1)) : null
  if (record) return `record ${accounts[0]} ${record.requestId} ${record.kind} ${record.account} ${record.amount}`
  const change = step.programAddress === tokenProgram ? listEffect(data, accounts) : null
  if (change !== null) return change
  throw new Error(`an instruction of ${step.programAddress} is not allowed in this transaction`)
}

function listEffect(data: ReadonlyUint8Array, [first, second, third]: readonly Address[]): string | null {
  if (data.length === 1 && (data[0] === 10 || data[0] === 11))
    return `${data[0] === 10 ? 'freeze' : 'thaw'} ${second} ${first} ${third}`
  if (data.length === 3 && data[0] === 28 && data[1] === 1)
    return `default ${first} ${second} ${data[2] === 2 ? 'frozen' : 'usable'}`
  return null
}

function systemEffect(data: ReadonlyUint8Array, [first, second]: readonly Address[]): string {
  const u64 = (offset: number) => getU64Decoder().decode(data, offset)
  if (data[0] === 9) {
    const [base, seedLength] = [getAddressDecoder().decode(data, 4), Number(u64(36))]
    const [space, owner] = [u64(44 + seedLength), getAddressDecoder().decode(data, 52 + seedLength)]
    if (space === guardSpace && owner === tokenProgram && base === second) return `allocate ${first} ${second}`
  }
  if (data[0] !== 2) throw new Error('this instruction of the system program is not allowed in this transaction')
  return `pay ${first} ${second} ${u64(4)}`
}
