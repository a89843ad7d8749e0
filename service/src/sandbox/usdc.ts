import { calldata } from '@specie/token/evm.ts'
import { type Address, createWalletClient, type Hex, http, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Env } from '../base/env.ts'
import { unavailable } from '../base/http/errors.ts'
import { inTurn, type Turns } from '../base/turns.ts'
import { contractsOf } from '../chains/operations.ts'
import { faucetKey } from './set-up.ts'

/** Mints UAT's stand-in for USDC, whose minter is the faucet of the chains. Answers the txid. */
export async function mintUsdc(env: Env, to: string, amount: bigint): Promise<string> {
  const { devnetUrl } = env.config
  const coin = (await contractsOf(env.db)).get('ETH/USDC')
  if (devnetUrl === null || coin === undefined) throw unavailable('There is no USDC on the chains of UAT.')
  const client = createWalletClient({
    account: privateKeyToAccount(faucetKey),
    transport: http(new URL('/ETH', devnetUrl).href),
  })
  const requestId = keccak256(stringToHex(env.ids.uuid(env.clock.now())))
  const data = calldata.mint({ requestId, to: to as Address, amount })
  // One at a time: two that are sent at once would take the same nonce.
  return inTurn(turns, 'USDC', () => again(() => client.sendTransaction({ chain: null, to: coin as Hex, data })))
}

const turns: Turns = new Map()

/** The chains' own faucet uses the same key: whoever takes a nonce second asks for the next. */
async function again<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries === 1 || !/nonce/i.test(String(error))) throw error
    return again(work, tries - 1)
  }
}
