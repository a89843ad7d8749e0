import {
  type Address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithinSizeLimit,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  type Rpc,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type SolanaRpcApi,
  type Transaction,
} from '@solana/kit'
import type { Attempt, RawSigner, SigningPurpose } from '../../../base/ports/chain.ts'
import type { Plan } from './build.ts'
import { type AddressOf, signWith } from './keys.ts'
import { failureOf } from './refusal.ts'

export type Lifetime = { readonly blockhash: Blockhash; readonly lastValidBlockHeight: bigint }
/** Stored with an attempt. The last block height at which it is valid. */
export type Terms = { readonly blockhash: string; readonly lastValidBlockHeight: number }

/** A final blockhash is valid some 13 seconds less than the newest one, but every node knows it and no fork removes it. */
export async function lifetimeNow(rpc: Rpc<SolanaRpcApi>): Promise<Lifetime> {
  return (await rpc.getLatestBlockhash({ commitment: 'finalized' }).send()).value
}

/** Micro-lamports per compute unit: at most 0.0002 SOL for a transaction. */
export const maxPriorityPrice = 1_000_000n

/** The 75th percentile of recent priority fees for this account: enough to be included soon. */
export async function priceNow(rpc: Rpc<SolanaRpcApi>, account: Address): Promise<bigint> {
  const fees = await rpc.getRecentPrioritizationFees([account]).send()
  const prices = fees.map((one) => BigInt(one.prioritizationFee)).toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const price = prices[Math.floor(prices.length * 0.75)] ?? 0n
  return price < maxPriorityPrice ? price : maxPriorityPrice
}

/** Legacy format: two bytes shorter than version 0, whose lookup tables we do not use. */
export function compile({ steps }: Plan, payer: Address, lifetime: Lifetime): Transaction {
  const transaction = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (message) => setTransactionMessageFeePayer(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) =>
      appendTransactionMessageInstructions(
        steps.map(({ instruction }) => instruction),
        message,
      ),
    (message) => compileTransaction(message),
  )
  assertIsTransactionWithinSizeLimit(transaction)
  return transaction
}

/** Throws Refusal when the chain would refuse it. */
export async function simulate(
  rpc: Rpc<SolanaRpcApi>,
  transaction: Transaction,
  plan: Plan,
  payer: Address,
): Promise<void> {
  const { value } = await rpc
    .simulateTransaction(getBase64EncodedWireTransaction(transaction), {
      commitment: 'confirmed',
      encoding: 'base64',
      replaceRecentBlockhash: true,
    })
    .send()
  if (value.err !== null) throw failureOf(value, plan, payer)
}

export async function signPlan(
  { signer, addressOf }: { signer: RawSigner; addressOf: AddressOf },
  transaction: Transaction,
  plan: Plan,
  lifetime: Lifetime,
  purpose: SigningPurpose,
): Promise<Attempt> {
  const keys = new Map(await Promise.all(plan.signers.map(async (key) => [await addressOf(key), key] as const)))
  const terms: Terms = { blockhash: lifetime.blockhash, lastValidBlockHeight: Number(lifetime.lastValidBlockHeight) }
  return { ...(await signWith(signer, transaction, keys, purpose)), terms }
}
