import { AccountRole, type Address, address, getU32Encoder, getU64Encoder, isAddress } from '@solana/kit'
import { burn, mint, openTokenAccount, tokenAccount } from '@specie/token/solana/coin.ts'
import {
  type Built,
  createTokenAccount,
  freeze,
  join,
  switchDefaultState,
  thaw,
  transfer,
  transferLamports,
} from '@specie/token/solana/instructions.ts'
import { type Contract, type KeyName, type Order, Refusal } from '../../../base/ports/chain.ts'
import { sourceKey } from '../effect-keys.ts'
import type { Place } from './allow-list.ts'
import type { AddressOf } from './keys.ts'

export const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

export const budgetProgram = address('ComputeBudget111111111111111111111111111111')
/** Several times the use of two mints to new wallets. */
export const computeUnits = 200_000

/** Priority fee, in millionths of a lamport per compute unit. */
const priorityFee = (price: bigint): Built[] => [
  { programAddress: budgetProgram, accounts: [], data: join(2, getU32Encoder().encode(computeUnits)) },
  { programAddress: budgetProgram, accounts: [], data: join(3, getU64Encoder().encode(price)) },
]

/** Instructions, each with its order, if any. */
export type Plan = {
  readonly payer: KeyName
  readonly signers: readonly KeyName[]
  readonly steps: readonly { readonly instruction: Built; readonly order: Order | null }[]
}

/** The keys that sign an order; the first one pays the fee. */
export function signersOf(order: Order): KeyName[] {
  switch (order.kind) {
    case 'mint':
      return ['gas', 'minter', 'guardian']
    case 'burn':
      return ['gas', 'burner', 'guardian']
    case 'transfer':
      return ['gas', 'omnibus']
    case 'collect':
      return ['gas', sourceKey(order.from)]
    case 'native':
      return [`deposit:${order.from}`]
    case 'list':
    case 'unlist':
    case 'allow_list_on':
    case 'allow_list_off':
      return ['gas', 'freezer']
  }
}

const memoInstruction = (text: string): Built => ({
  programAddress: memoProgram,
  accounts: [],
  data: new TextEncoder().encode(text),
})

/**
 * Makes otherwise identical transactions under one blockhash unique; guards do that already. Comes right before the
 * transfer, as wallets that require a memo expect.
 */
const memo = ({ id }: Order): Built => memoInstruction(id)

export async function plan(
  addressOf: AddressOf,
  contract: Contract | null,
  orders: readonly Order[],
  guardRent: bigint,
  price: bigint,
  places: readonly (Place | null)[] = [],
): Promise<Plan> {
  const signers = new Set(orders.flatMap(signersOf))
  const [payer] = signers
  const steps: { instruction: Built; order: Order | null }[] = []
  if (price > 0n) steps.push(...priorityFee(price).map((instruction) => ({ instruction, order: null })))
  for (const [i, order] of orders.entries()) {
    const built = await instructionsOf(addressOf, contract, order, guardRent, places[i] ?? null)
    steps.push(...built.map((instruction) => ({ instruction, order })))
  }
  return { payer: payer!, signers: [...signers], steps }
}

async function instructionsOf(
  addressOf: AddressOf,
  contract: Contract | null,
  order: Order,
  guardRent: bigint,
  place: Place | null,
): Promise<Built[]> {
  const { amount, requestId } = order
  if (order.kind === 'native')
    return [memo(order), transferLamports(await addressOf(`deposit:${order.from}`), walletOf(order.to), amount)]
  if (!contract) throw new Error(`a ${order.kind} on Solana needs the address of the coin`)
  const coin = address(contract.address)
  const gas = await addressOf('gas')
  const supply = async (wallet: Address) => ({
    mint: coin,
    account: await tokenAccount(coin, wallet),
    amount,
    requestId,
    guardian: await addressOf('guardian'),
    payer: gas,
    guardRent,
  })
  if (order.kind === 'allow_list_on' || order.kind === 'allow_list_off')
    return [memo(order), switchDefaultState(coin, await addressOf('freezer'), order.kind === 'allow_list_on')]
  if (order.kind === 'list' || order.kind === 'unlist')
    return listing(coin, order, { gas, freezer: await addressOf('freezer'), place: place! })
  if (order.kind === 'burn')
    return burn({ ...(await supply(await addressOf('omnibus'))), burner: await addressOf('burner') })
  const to = walletOf(order.to)
  const opened = await openTokenAccount(gas, coin, to)
  if (order.kind === 'mint') {
    const memos = order.memo === undefined ? [] : [memoInstruction(order.memo)]
    return [opened, ...memos, ...(await mint({ ...(await supply(to)), minter: await addressOf('minter') }))]
  }
  const owner = await addressOf(order.kind === 'transfer' ? 'omnibus' : sourceKey(order.from))
  const account = await tokenAccount(coin, owner)
  const move = { mint: coin, account, to: await tokenAccount(coin, to), authority: owner, amount }
  return [opened, memo(order), transfer(move)]
}

type Listing = Extract<Order, { kind: 'list' | 'unlist' }>

/**
 * Opens the account of a wallet that is listed, so that it exists thawed. A new account is born frozen while the list is on.
 * The freezer signs the memo too, because opening alone needs no signature of it.
 */
function listing(
  coin: Address,
  order: Listing,
  { gas, freezer, place }: { gas: Address; freezer: Address; place: Place },
): Built[] {
  const change = { mint: coin, account: place.account, authority: freezer }
  if (place.isListed === (order.kind === 'list')) throw new Refusal(`${order.to} needs no ${order.kind}.`)
  const signed = { ...memo(order), accounts: [{ address: freezer, role: AccountRole.READONLY_SIGNER }] }
  if (order.kind === 'unlist') return [signed, freeze(change)]
  const opening = { from: gas, account: place.account, owner: place.owner, mint: coin }
  const opened = place.exists ? [] : [createTokenAccount(opening)]
  return place.bornFrozen || place.exists ? [signed, ...opened, thaw(change)] : [signed, ...opened]
}

function walletOf(text: string): Address {
  if (isAddress(text)) return text
  throw new Refusal(`${text} is not an address of Solana.`)
}
