import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getAddress, hexToBytes, isAddress, isHex, keccak256, parseEther, toHex } from 'viem/utils'
import { Refusal, smallestUnits } from '../chain.ts'
import type { Engine } from './engine.ts'

/** Publicly known: it has value on these chains only. */
const faucet = privateKeyToAccount(keccak256(toHex('specie devnet faucet')))

export const faucetGenesis = { address: hexToBytes(faucet.address), balance: parseEther('1000000000') }

const gwei = 10n ** 9n

export type FaucetPayment = {
  readonly to: Address
  readonly value: bigint
  /** A contract call that the faucet may make, instead of a payment. */
  readonly data?: Hex
}

export function faucetPaymentOf(body: Record<string, unknown>): FaucetPayment {
  const { address, data } = body
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    throw new Refusal('address must be an address of this chain')
  const to = getAddress(address)
  if (data === undefined) return { to, value: smallestUnits(body) }
  if (!isHex(data) || data.length % 2 === 1) throw new Refusal('data must be text of hexadecimal digits after 0x')
  return { to, value: 0n, data }
}

/** The coins are sent by a transaction, so that watchers of the chain see it. */
export async function faucetTransaction(engine: Engine, chainId: number, gift: FaucetPayment): Promise<Hex> {
  const nonce = Number(await engine<Hex>('eth_getTransactionCount', [faucet.address, 'pending']))
  const request = { ...gift, value: toHex(gift.value), from: faucet.address }
  const gas = BigInt(await engine<Hex>('eth_estimateGas', [request, 'pending']))
  return faucet.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    ...gift,
    gas: 2n * gas, // earlier transactions may change its cost
    maxFeePerGas: 1_000n * gwei,
    maxPriorityFeePerGas: gwei,
  })
}
