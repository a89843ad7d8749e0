import { setTimeout as pause } from 'node:timers/promises'
import {
  type Address,
  getAddressDecoder,
  getU64Decoder,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { createCoin, mintAccountSpace, openTokenAccount, tokenAccount } from '@specie/token/solana/coin.ts'
import { approve, type Built, type Metadata, thaw, tokenProgram } from '@specie/token/solana/instructions.ts'
import { type Attempt, type CoinCode, type KeyName, Refusal } from '../../../base/ports/chain.ts'
import { assertGas } from '../needs-gas.ts'
import { accountAt, type Commitment } from './account.ts'
import { chainOf, type SolanaContext, openContext, type SolanaOptions } from './chain.ts'
import { compile, lifetimeNow, signPlan, simulate } from './transaction.ts'

// Creates a coin: its mint, and the omnibus wallet's token account with the burner as delegate. Each step first checks
// whether the chain has it, so that an interrupted run can be repeated.

type CoinDetails = Metadata & { readonly asset: CoinCode; readonly allowListOn: boolean }

type Step = {
  readonly what: string
  /** The minimum balance of the payer, in lamports. */
  readonly needs: bigint
  readonly signers: readonly KeyName[]
  readonly instructions: readonly Built[]
  isDone(rpc: Rpc<SolanaRpcApi>, commitment: Commitment): Promise<boolean>
}

export async function createSolanaCoin(
  options: SolanaOptions,
  { asset, allowListOn, ...metadata }: CoinDetails,
): Promise<{ address: string; txid: string }> {
  const context = openContext(options)
  const mint = await context.addressOf(`coin:${asset}`)
  await complete(context, await createMintStep(context, asset, mint, { ...metadata, allowListOn }))
  await complete(context, await delegateStep(context, asset, mint, allowListOn))
  return { address: mint, txid: await context.nodes.use(({ rpc }) => creationTxid(rpc, mint)) }
}

async function createMintStep(
  context: SolanaContext,
  asset: CoinCode,
  mint: Address,
  metadata: Metadata & { allowListOn: boolean },
): Promise<Step> {
  const { addressOf, nodes } = context
  const [payer, minter] = [await addressOf('gas'), await addressOf('minter')]
  const [freezer, seizer] = [await addressOf('freezer'), await addressOf('seizer')]
  const [pauser, admin] = [await addressOf('pauser'), await addressOf('admin')]
  const space = mintAccountSpace(metadata)
  const mintRent = BigInt(await nodes.use(({ rpc }) => rpc.getMinimumBalanceForRentExemption(space).send()))
  const authorities = { minter, freezer, seizer, pauser, admin }
  return {
    what: `create ${asset}`,
    needs: mintRent + feesAndAccount,
    signers: ['gas', `coin:${asset}`, 'minter'],
    instructions: createCoin({ payer, mint, mintRent, authorities, ...metadata }),
    isDone: async (rpc, commitment) => {
      const found = await accountAt(rpc, mint, commitment)
      if (!found) return false
      // Four flag bytes say whether an authority is set; the mint authority comes first.
      const held = found.programAddress === tokenProgram && getAddressDecoder().decode(found.data, 4)
      if (held !== minter) throw new Error(`the account ${mint} on Solana is not our ${asset}`)
      return true
    },
  }
}

/** 0.01 SOL: fees, and the rent of the omnibus wallet's token account (0.002). */
const feesAndAccount = 10_000_000n

const maxAmount = 2n ** 64n - 1n

async function delegateStep(
  { addressOf }: SolanaContext,
  asset: CoinCode,
  mint: Address,
  allowListOn: boolean,
): Promise<Step> {
  const [omnibus, burner] = [await addressOf('omnibus'), await addressOf('burner')]
  const account = await tokenAccount(mint, omnibus)
  const listed = allowListOn ? [thaw({ mint, account, authority: await addressOf('freezer') })] : []
  return {
    what: `delegate the omnibus wallet's ${asset} to the burner`,
    needs: feesAndAccount,
    signers: ['gas', 'omnibus', ...(allowListOn ? (['freezer'] as const) : [])],
    instructions: [
      await openTokenAccount(await addressOf('gas'), mint, omnibus),
      ...listed,
      approve({ mint, account, delegate: burner, authority: omnibus, amount: maxAmount }),
    ],
    isDone: async (rpc, commitment) => {
      const found = await accountAt(rpc, account, commitment)
      // Every burn reduces the delegated amount; half of the maximum is still more than any supply.
      return found !== null && delegateOf(found.data) === burner && delegatedAmount(found.data) > maxAmount / 2n
    },
  }
}

/** Layout of a token account: after the balance a flag of four bytes and the delegate, later the delegated amount. */
const delegateOf = (data: Uint8Array): Address | null => (data[72] === 1 ? getAddressDecoder().decode(data, 76) : null)
const delegatedAmount = (data: Uint8Array): bigint => getU64Decoder().decode(data, 121)

const pollMs = 200
const maxAttempts = 5

async function complete(context: SolanaContext, step: Step): Promise<void> {
  const chain = chainOf(context)
  const isDone = (commitment: Commitment) => context.nodes.use(({ rpc }) => step.isDone(rpc, commitment))
  for (let number = 1; !(await isDone('finalized')); number += 1) {
    if (number > maxAttempts) throw new Error(`Solana included none of ${maxAttempts} transactions to ${step.what}`)
    const attempt = await signStep(context, step, () => isDone('confirmed'))
    const bundle = { orders: [], nonce: null, earlier: attempt ? [attempt] : [] }
    while (!(await isDone('finalized'))) {
      if (attempt && (await chain.outcome(attempt.hash)) === null) {
        if (await chain.isOver(bundle)) break
        await chain.broadcast(attempt)
      }
      // Another run's transaction is in a block; if that block is dropped, we try again.
      if (!attempt && !(await isDone('confirmed'))) break
      await pause(pollMs)
    }
  }
}

/** Null if another run has just done it. */
async function signStep(context: SolanaContext, step: Step, isThere: () => Promise<boolean>): Promise<Attempt | null> {
  const { signer, addressOf, nodes, code } = context
  if (!signer) throw new Error('this process has no keys and creates no coins')
  if (await isThere()) return null
  const steps = step.instructions.map((instruction) => ({ instruction, order: null }))
  const plan = { payer: 'gas', signers: step.signers, steps } as const
  const payer = await addressOf('gas')
  const has = BigInt(await nodes.use(async ({ rpc }) => (await rpc.getBalance(payer).send()).value))
  assertGas({ key: 'gas', address: payer, chain: code }, { has, needs: step.needs, decimals: 9, coin: 'SOL' })
  try {
    const { transaction, lifetime } = await nodes.use(async ({ rpc }) => {
      const lifetime = await lifetimeNow(rpc)
      const transaction = compile(plan, payer, lifetime)
      await simulate(rpc, transaction, plan, payer)
      return { transaction, lifetime }
    })
    const purpose = { requestId: step.what, chain: code, intent: step.what }
    return await signPlan({ signer, addressOf }, transaction, plan, lifetime, purpose)
  } catch (error) {
    if (error instanceof Refusal && (await isThere())) return null
    throw error
  }
}

/** The transaction that created an account. The first successful transaction that names it. */
async function creationTxid(rpc: Rpc<SolanaRpcApi>, account: Address): Promise<string> {
  let first: Signature | null = null
  for (let before: { before?: Signature } = {}; ;) {
    const page = await rpc.getSignaturesForAddress(account, { commitment: 'finalized', limit: 1_000, ...before }).send()
    first = page.findLast(({ err }) => err === null)?.signature ?? first
    if (page.length === 0) break
    before = { before: page.at(-1)!.signature }
  }
  if (first === null)
    throw new Error(`The node has no record of the creation of ${account}. Use a node with the full history.`)
  return first
}
