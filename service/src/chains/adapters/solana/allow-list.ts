import { type Address, address, type Rpc, type SolanaRpcApi } from '@solana/kit'
import { readAllowList, readHolding, tokenAccount } from '@specie/token/solana/coin.ts'
import { tokenProgram } from '@specie/token/solana/instructions.ts'
import type { Contract, HolderAccount, Order } from '../../../base/ports/chain.ts'
import { accountAt, type Commitment } from './account.ts'

// The allow list of a coin on Solana: new token accounts are frozen, and a listed one is thawed (ADR 96).

/** The token account of a holder, as it is now. */
export type Place = {
  readonly account: Address
  readonly owner: Address
  readonly exists: boolean
  /** What a new account would be. */
  readonly bornFrozen: boolean
  readonly isListed: boolean
}

export async function placeOf(
  rpc: Rpc<SolanaRpcApi>,
  contract: Contract,
  holder: string,
  commitment: Commitment,
): Promise<Place> {
  const mint = address(contract.address)
  const own = await accountAt(rpc, address(holder), commitment)
  // A holder is a wallet, or one of several accounts of a wallet.
  const isAccount = own?.programAddress === tokenProgram && readHolding(own.data).mint === mint
  const account = isAccount ? address(holder) : await tokenAccount(mint, address(holder))
  const found = isAccount ? own : await accountAt(rpc, account, commitment)
  const exists = found?.programAddress === tokenProgram
  const held = exists ? readHolding(found.data) : null
  const bornFrozen = (await allowListOn(rpc, contract, commitment)) === true
  return { account, owner: held?.owner ?? address(holder), exists, bornFrozen, isListed: held !== null && !held.frozen }
}

export async function allowListOn(
  rpc: Rpc<SolanaRpcApi>,
  contract: Contract,
  commitment: Commitment,
): Promise<boolean | null> {
  const mint = await accountAt(rpc, address(contract.address), commitment)
  if (mint?.programAddress !== tokenProgram) throw new Error(`there is no coin at ${contract.address} on Solana`)
  return readAllowList(mint.data)
}

/** Whether the chain is as this order wants it; false for orders of other kinds. */
export async function isOnList(rpc: Rpc<SolanaRpcApi>, contract: Contract, order: Order): Promise<boolean> {
  switch (order.kind) {
    case 'list':
    case 'unlist':
      return (await placeOf(rpc, contract, order.to, 'confirmed')).isListed === (order.kind === 'list')
    case 'allow_list_on':
    case 'allow_list_off':
      return (await allowListOn(rpc, contract, 'confirmed')) === (order.kind === 'allow_list_on')
    default:
      return false
  }
}

/** For orders about the list: the place of each holder. */
export function placesFor(
  rpc: Rpc<SolanaRpcApi>,
  contract: Contract | null,
  orders: readonly Order[],
): Promise<(Place | null)[]> {
  return Promise.all(
    orders.map(async (order) =>
      contract !== null && (order.kind === 'list' || order.kind === 'unlist')
        ? placeOf(rpc, contract, order.to, 'confirmed')
        : null,
    ),
  )
}

/** Every account of a coin. A node answers this for a coin with few holders; large ones need an indexing provider. */
export async function accountsOf(rpc: Rpc<SolanaRpcApi>, contract: Contract): Promise<HolderAccount[]> {
  const mint = address(contract.address)
  const filters = [{ memcmp: { offset: 0n, bytes: mint as string, encoding: 'base58' } }] as const
  const found = await rpc
    .getProgramAccounts(tokenProgram, { commitment: 'finalized', encoding: 'base64', filters: filters as never })
    .send()
  const accounts = found.map(({ pubkey, account }) => ({ pubkey, data: Buffer.from(account.data[0], 'base64') }))
  const holders = await Promise.all(
    accounts
      .filter(({ data }) => data.length === plainSize || data[plainSize] === accountType)
      .map(async (one) => {
        const { owner, frozen } = readHolding(one.data)
        const isUsual = (await tokenAccount(mint, owner)) === one.pubkey
        return { holder: isUsual ? owner : one.pubkey, isListed: !frozen }
      }),
  )
  return holders.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
}

/** A token account without extensions, and the byte behind it that tells an account from a mint. */
const plainSize = 165
const accountType = 2
