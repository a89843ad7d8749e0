import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Env } from '../base/env.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import { contractOn } from './outbox/operations.ts'

/** Whether the chain can be used and the coin is deployed on it. */
export async function isOnline(env: Pick<Env, 'db' | 'chains'>, coin: CoinCode, chain: ChainCode): Promise<boolean> {
  if (!env.chains.has(chain)) return false
  return (await contractOn(env.db, chain, coin)) !== null
}
