import assert from 'node:assert/strict'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript, p2pkh, SigHash, Transaction } from '@scure/btc-signer'
import { z } from 'zod'
import {
  type Attempt,
  type Bundle,
  type Order,
  TemporaryRefusal,
  type RawSigner,
  Refusal,
  FeeTooHigh,
} from '../../../base/ports/chain.ts'
import type { Config } from '../../../base/config.ts'
import { bitcoinAddressOf, scriptOf } from './address.ts'
import { dust, fund, type Funding } from './funding.ts'
import { type BitcoinNode, satoshis } from './node.ts'
import type { Coin, Wallet } from './wallet.ts'

// Sends Bitcoin from a deposit address. A replacement spends the same coins, so at most one attempt can be included: the
// coins act as the nonce.

export type BitcoinContext = {
  readonly node: BitcoinNode
  readonly wallet: Wallet
  readonly signer: RawSigner
  readonly environment: Config['environment']
  readonly depth: number
}

type Native = Extract<Order, { kind: 'native' }>

const coinSchema = z.strictObject({ txid: z.string(), vout: z.int(), value: z.string().transform(BigInt) })
const termsSchema = z.strictObject({
  fee: z.string().transform(BigInt),
  vsize: z.string().transform(BigInt),
  inputs: z.array(coinSchema).min(1),
})

export const termsOf = ({ terms }: Attempt): z.infer<typeof termsSchema> => termsSchema.parse(terms)

/** Signals that the transaction may be replaced (BIP-125). */
const replaceable = 0xffff_fffd
/** Target number of blocks for inclusion. */
const targetBlocks = 6
/** At most 1,000 satoshis per byte, for any suggestion of a node. */
const maxRate = 1_000_000n
const minRate = 1_000n

export async function spend(context: BitcoinContext, { orders, earlier, others = [] }: Bundle): Promise<Attempt> {
  const [order, ...more] = orders
  assert(order?.kind === 'native' && order.asset === 'BTC' && more.length === 0, 'Bitcoin sends one payment at a time')
  const target = scriptOf(order.to, context.environment)
  if (target === null) throw new Refusal(`${order.to} is not a Bitcoin address of ${context.environment}`)
  const publicKey = await context.signer.publicKey(`deposit:${order.from}`, 'secp256k1')
  const own = scriptOf(bitcoinAddressOf(publicKey, context.environment), context.environment)!
  const funding = await fundingOf(context, order, { target, own, publicKey }, { earlier, others })
  const transaction = build(funding, order.amount, target, own)
  await signInputs(context, transaction, order, funding, publicKey)
  const raw = transaction.extract()
  assertPays(raw, order, funding, target, own)
  await simulate(context, raw)
  return { hash: transaction.id, raw, terms: termsJson(funding) }
}

type Scripts = { target: Uint8Array; own: Uint8Array; publicKey: Uint8Array }

type OtherAttempts = { readonly earlier: readonly Attempt[]; readonly others: readonly Attempt[] }

async function fundingOf(
  context: BitcoinContext,
  order: Native,
  scripts: Scripts,
  { earlier, others }: OtherAttempts,
): Promise<Funding> {
  const { wallet, depth, environment } = context
  const address = bitcoinAddressOf(scripts.publicKey, environment)
  const last = earlier.map(termsOf).toSorted((a, b) => Number(b.fee - a.fee))[0]
  const must = last?.inputs ?? []
  // A node without our other payment would list its coins again.
  const reserved = [...must, ...others.flatMap((other) => termsOf(other).inputs)]
  const unspent = async (confirmations: number) =>
    (await wallet.coins(address, confirmations)).filter((coin) => !reserved.some(same(coin)))
  const may = await unspent(depth)
  const { rate, step } = await ratesOf(context.node)
  const replaces = last ? { fee: last.fee, vsize: last.vsize, step } : null
  const payment = {
    amount: order.amount,
    target: scripts.target.length,
    own: scripts.own.length,
    rate,
    replaces,
  }
  const funding = fund(payment, must, may)
  if (funding !== null) return affordable(order, funding)
  if (fund(payment, must, await unspent(0)) !== null || others.length > 0)
    throw new TemporaryRefusal(`coins of ${address} are not final yet, so the payment waits`)
  throw new Refusal(`${address} does not have ${order.amount} satoshis and the fee`)
}

function affordable({ maxFee }: Native, funding: Funding): Funding {
  if (maxFee === undefined || funding.fee <= maxFee) return funding
  throw new FeeTooHigh(
    `the network asks for ${funding.fee} satoshis, more than the ${maxFee} that this payment may cost`,
  )
}

const same = (a: Coin) => (b: Coin) => a.txid === b.txid && a.vout === b.vout

async function ratesOf(node: BitcoinNode): Promise<{ rate: bigint; step: bigint }> {
  const { feerate } = await node.call(z.object({ feerate: satoshis.optional() }), 'estimatesmartfee', targetBlocks)
  const floors = z.object({ mempoolminfee: satoshis, minrelaytxfee: satoshis, incrementalrelayfee: satoshis })
  const { mempoolminfee, minrelaytxfee, incrementalrelayfee: step } = await node.call(floors, 'getmempoolinfo')
  const floor = [mempoolminfee, minrelaytxfee, feerate ?? 0n].reduce((a, b) => (a > b ? a : b), minRate)
  return { rate: floor > maxRate ? maxRate : floor, step }
}

function build({ inputs, change }: Funding, amount: bigint, target: Uint8Array, own: Uint8Array): Transaction {
  const transaction = new Transaction({ version: 2 })
  for (const { txid, vout, value } of inputs)
    transaction.addInput({
      txid,
      index: vout,
      sequence: replaceable,
      witnessUtxo: { script: own, amount: value },
    })
  transaction.addOutput({ script: target, amount })
  if (change > 0n) transaction.addOutput({ script: own, amount: change })
  return transaction
}

async function signInputs(
  { signer }: BitcoinContext,
  transaction: Transaction,
  { requestId, amount, from, to }: Native,
  { inputs, fee }: Funding,
  publicKey: Uint8Array,
): Promise<void> {
  const purpose = { requestId, chain: 'BTC', intent: `native ${amount} BTC to ${to}, fee ${fee}` } as const
  // BIP-143: the digest of a P2WPKH input uses the P2PKH script.
  const code = p2pkh(publicKey).script
  for (const [index, { value }] of inputs.entries()) {
    const digest = transaction.preimageWitnessV0(index, code, SigHash.ALL, value)
    const signature = await signer.sign(`deposit:${from}`, 'secp256k1', digest, purpose)
    const der = secp256k1.Signature.fromBytes(signature.subarray(0, 64)).toBytes('der')
    const partialSig: [Uint8Array, Uint8Array][] = [[publicKey, Uint8Array.of(...der, SigHash.ALL)]]
    transaction.updateInput(index, { partialSig }, true)
  }
  transaction.finalize()
}

/** Decodes the signed bytes and checks recipient, change and fee. */
function assertPays(
  raw: Uint8Array,
  { amount, maxFee }: Native,
  funding: Funding,
  target: Uint8Array,
  own: Uint8Array,
): void {
  const { inputs, fee, change } = funding
  const read = Transaction.fromRaw(raw)
  const outputs = Array.from({ length: read.outputsLength }, (_, i) => read.getOutput(i))
  const expected = [{ script: target, amount }, ...(change > 0n ? [{ script: own, amount: change }] : [])]
  assert.deepEqual(
    outputs.map(({ script, amount }) => [OutScript.decode(script!), amount]),
    expected.map(({ script, amount }) => [OutScript.decode(script), amount]),
  )
  const spent = inputs.reduce((sum, { value }) => sum + value, 0n)
  assert.equal(spent, amount + change + fee)
  assert.equal(read.inputsLength, inputs.length)
  assert(maxFee === undefined || fee <= maxFee, `a fee of ${fee} satoshis is more than this payment may cost`)
  assert(fee <= (maxRate * funding.vsize) / 500n + dust, `a fee of ${fee} satoshis is out of proportion`)
}

/** Temporary reasons; all others are permanent. */
const temporary = /fee|mempool|missing|conflict|replacement|already/

async function simulate({ node }: BitcoinContext, raw: Uint8Array): Promise<void> {
  const verdicts = z.array(z.object({ allowed: z.boolean().default(false), 'reject-reason': z.string().default('') }))
  const [verdict] = await node.call(verdicts, 'testmempoolaccept', [Buffer.from(raw).toString('hex')])
  if (verdict?.allowed) return
  const reason = verdict?.['reject-reason'] ?? 'no answer'
  if (temporary.test(reason)) throw new Error(`the Bitcoin node refuses it for now: ${reason}`)
  throw new Refusal(`Bitcoin refuses the transaction: ${reason}`)
}

function termsJson({ inputs, fee, vsize }: Funding) {
  return {
    fee: String(fee),
    vsize: String(vsize),
    inputs: inputs.map(({ txid, vout, value }) => ({ txid, vout, value: String(value) })),
  }
}
