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
import { approve, type Built, type Metadata, tokenProgram } from '@specie/token/solana/instructions.ts'
import { type Attempt, type CoinCode, type KeyName, Refusal } from '../../../base/ports/chain.ts'
import { accountAt, chainOf, type Commitment, type SolanaDesk, openDesk, type SolanaOptions } from './chain.ts'
import { compile, lifetimeNow, signPlan, simulate } from './transaction.ts'

// Brings a coin into being: its mint, and the omnibus wallet's account with the burner entrusted. Each step looks first
// whether the chain has it, so that a run which was cut off is simply run again.

type CoinDetails = Metadata & { readonly asset: CoinCode }

type Step = {
  readonly what: string
  readonly signers: readonly KeyName[]
  readonly instructions: readonly Built[]
  isDone(rpc: Rpc<SolanaRpcApi>, commitment: Commitment): Promise<boolean>
}

export async function createSolanaCoin(
  options: SolanaOptions,
  { asset, ...metadata }: CoinDetails,
): Promise<{ address: string; txid: string }> {
  const desk = openDesk(options)
  const mint = await desk.addressOf(`coin:${asset}`)
  await achieve(desk, await minting(desk, asset, mint, metadata))
  await achieve(desk, await entrusting(desk, asset, mint))
  return { address: mint, txid: await desk.nodes.use(({ rpc }) => firstOf(rpc, mint)) }
}

async function minting(desk: SolanaDesk, asset: CoinCode, mint: Address, metadata: Metadata): Promise<Step> {
  const { addressOf, nodes } = desk
  const [payer, minter] = [await addressOf('gas'), await addressOf('minter')]
  const [freezer, seizer] = [await addressOf('freezer'), await addressOf('seizer')]
  const [pauser, admin] = [await addressOf('pauser'), await addressOf('admin')]
  const space = mintAccountSpace(metadata)
  const mintRent = BigInt(await nodes.use(({ rpc }) => rpc.getMinimumBalanceForRentExemption(space).send()))
  const authorities = { minter, freezer, seizer, pauser, admin }
  return {
    what: `create ${asset}`,
    signers: ['gas', `coin:${asset}`, 'minter'],
    instructions: createCoin({ payer, mint, mintRent, authorities, ...metadata }),
    isDone: async (rpc, commitment) => {
      const found = await accountAt(rpc, mint, commitment)
      if (!found) return false
      // An authority is there when the four bytes before it say so; the mint's stands first.
      const held = found.programAddress === tokenProgram && getAddressDecoder().decode(found.data, 4)
      if (held !== minter) throw new Error(`at ${mint} on Solana there is something else than our ${asset}`)
      return true
    },
  }
}

const everything = 2n ** 64n - 1n

async function entrusting({ addressOf }: SolanaDesk, asset: CoinCode, mint: Address): Promise<Step> {
  const [omnibus, burner] = [await addressOf('omnibus'), await addressOf('burner')]
  const account = await tokenAccount(mint, omnibus)
  return {
    what: `entrust the omnibus wallet's ${asset} to the burner`,
    signers: ['gas', 'omnibus'],
    instructions: [
      await openTokenAccount(await addressOf('gas'), mint, omnibus),
      approve({ mint, account, delegate: burner, authority: omnibus, amount: everything }),
    ],
    isDone: async (rpc, commitment) => {
      const found = await accountAt(rpc, account, commitment)
      // Every burn takes from what is entrusted; half of everything is still more than any supply.
      return found !== null && delegateOf(found.data) === burner && entrustedIn(found.data) > everything / 2n
    },
  }
}

/** In the data of a token account: a flag of four bytes and the delegate behind the balance, its amount further on. */
const delegateOf = (data: Uint8Array): Address | null => (data[72] === 1 ? getAddressDecoder().decode(data, 76) : null)
const entrustedIn = (data: Uint8Array): bigint => getU64Decoder().decode(data, 121)

const pollMs = 200
const mostAttempts = 5

async function achieve(desk: SolanaDesk, step: Step): Promise<void> {
  const chain = chainOf(desk)
  const isDone = (commitment: Commitment) => desk.nodes.use(({ rpc }) => step.isDone(rpc, commitment))
  for (let number = 1; !(await isDone('finalized')); number += 1) {
    if (number > mostAttempts) throw new Error(`Solana took none of ${mostAttempts} transactions to ${step.what}`)
    const attempt = await attemptAt(desk, step, () => isDone('confirmed'))
    const bundle = { orders: [], nonce: null, earlier: attempt ? [attempt] : [] }
    while (!(await isDone('finalized'))) {
      if (attempt && (await chain.outcome(attempt.hash)) === null) {
        if (await chain.isOver(bundle)) break
        await chain.broadcast(attempt)
      }
      // Another run's transaction is in a block; if that is dropped, it is our turn again.
      if (!attempt && !(await isDone('confirmed'))) break
      await pause(pollMs)
    }
  }
}

/** Null when somebody else has just done it. */
async function attemptAt(desk: SolanaDesk, step: Step, isThere: () => Promise<boolean>): Promise<Attempt | null> {
  const { signer, addressOf, nodes, code } = desk
  if (!signer) throw new Error('this process has no keys and creates no coins')
  if (await isThere()) return null
  const steps = step.instructions.map((instruction) => ({ instruction, order: null }))
  const plan = { payer: 'gas', signers: step.signers, steps } as const
  const payer = await addressOf('gas')
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

/** The transaction that created an account: the first that names it and succeeded. */
async function firstOf(rpc: Rpc<SolanaRpcApi>, account: Address): Promise<string> {
  let first: Signature | null = null
  for (let before: { before?: Signature } = {}; ;) {
    const page = await rpc.getSignaturesForAddress(account, { commitment: 'finalized', limit: 1_000, ...before }).send()
    first = page.findLast(({ err }) => err === null)?.signature ?? first
    if (page.length === 0) break
    before = { before: page.at(-1)!.signature }
  }
  if (first === null)
    throw new Error(`Solana has forgotten how ${account} came into being; use a node with its history`)
  return first
}
