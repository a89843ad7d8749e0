import { calldata } from '@specie/token/evm.ts'
import { type Address, keccak256, stringToHex } from 'viem'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'
import { contractsOf } from '../../chains/outbox/operations.ts'
import { controlChain } from './chains.ts'

/**
 * Mints UAT's stand-in for USDC. Its minter is the faucet of the chains, which also sends it: any other sender with
 * that key would take the nonce of a concurrent ether transfer. Returns the txid.
 */
export async function mintUsdc(env: Env, to: string, amount: bigint): Promise<string> {
  const coin = (await contractsOf(env.db)).get('ETH/USDC')
  if (coin === undefined) throw unavailable('There is no USDC on the chains of UAT.')
  const requestId = keccak256(stringToHex(env.ids.uuid(env.clock.now())))
  const data = calldata.mint({ requestId, to: to as Address, amount })
  const { txid } = await controlChain(env, 'ETH', 'faucet', { address: coin, data })
  return txid as string
}
