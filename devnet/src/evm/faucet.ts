import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getAddress, hexToBytes, isAddress, keccak256, parseEther, toHex } from 'viem/utils'
import { Refusal } from '../chain.ts'
import type { Engine } from './engine.ts'

/** Known to everyone: it has worth on these chains alone. */
const faucet = privateKeyToAccount(keccak256(toHex('specie devnet faucet')))

export const faucetGenesis = { address: hexToBytes(faucet.address), balance: parseEther('1000000000') }

const gwei = 10n ** 9n

/** Money arrives by a transaction, so that whoever watches the chain sees it. */
export async function faucetTransaction(
  engine: Engine,
  chainId: number,
  address: unknown,
  value: bigint,
): Promise<Hex> {
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    throw new Refusal('address must be an address of this chain')
  const to: Address = getAddress(address)
  const nonce = Number(await engine<Hex>('eth_getTransactionCount', [faucet.address, 'pending']))
  const gas = BigInt(await engine<Hex>('eth_estimateGas', [{ from: faucet.address, to, value: toHex(value) }]))
  return faucet.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to,
    value,
    gas,
    maxFeePerGas: 1_000n * gwei,
    maxPriorityFeePerGas: gwei,
  })
}
