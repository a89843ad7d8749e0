import { z } from 'zod'
import { sandboxCall } from './call.ts'
import { none } from './fields.ts'

// The explorer of the chains of UAT, in one form for all chains. Amounts are decimals in their asset; times are those of the
// blocks.

const text = z.string().nullable()

const movement = z.object({
  kind: z.enum(['mint', 'burn', 'transfer']),
  asset: z.string().meta({ description: 'The symbol of an asset, or of the chain’s own coin.' }),
  amount: z.string(),
  from: text,
  to: text,
  requestid: text,
})
export type Movement = z.infer<typeof movement>

const txRow = z.object({
  txid: z.string(),
  status: z.enum(['succeeded', 'failed', 'waiting']),
  what: z.string().meta({ description: 'Its effect, in a word or two.' }),
  height: z.int().nullable(),
  time: text,
  movements: z.array(movement),
})
export type TxRow = z.infer<typeof txRow>

const step = z.object({
  name: z.string(),
  at: text,
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
/** One call, instruction or event of a transaction. */
export type Step = z.infer<typeof step>

const coin = z.object({ amount: text, address: text, script: z.string(), txid: text })
/** An input or an output of a Bitcoin transaction. */
export type Coin = z.infer<typeof coin>

const tx = txRow.extend({
  block: text,
  confirmations: z.int(),
  final: z.boolean(),
  sender: text,
  fee: z.object({ amount: z.string(), asset: z.string() }).nullable(),
  reason: text.meta({ description: 'Why it failed.' }),
  steps: z.array(step),
  inputs: z.array(coin),
  outputs: z.array(coin),
})
export type Tx = z.infer<typeof tx>

const blockRow = z.object({ height: z.int(), hash: z.string(), time: z.string(), transactions: z.int() })
export type BlockRow = z.infer<typeof blockRow>

const block = blockRow.extend({
  parent: text,
  confirmations: z.int(),
  final: z.boolean(),
  items: z.array(txRow),
})
export type Block = z.infer<typeof block>

const address = z.object({
  address: z.string(),
  is: z.string(),
  holdings: z.array(z.object({ asset: z.string(), amount: z.string() })),
  items: z.array(txRow),
})
export type ShownAddress = z.infer<typeof address>

/** In every answer about one chain. */
const ofChain = {
  chain: z.string(),
  names: z.record(z.string(), z.string()).meta({ description: 'The names of our addresses, and of coins.' }),
}
export type Names = Readonly<Record<string, string>>

const chainView = z.object({
  ...ofChain,
  height: z.int(),
  final: z.int(),
  blocks: z.array(blockRow),
  next: z.int().nullable(),
  transactions: z.array(txRow),
})
const blockView = block.extend(ofChain)
const txView = tx.extend(ofChain)
const addressView = address.extend({ ...ofChain, ours: text.meta({ description: 'Its role for us.' }) })
const chainsView = z.object({
  items: z.array(
    z.object({
      chain: z.string(),
      name: z.string(),
      height: z.int().nullable().meta({ description: 'Null if its node does not answer.' }),
      final: z.int().nullable(),
    }),
  ),
})
export type ChainView = z.infer<typeof chainView>
export type BlockView = z.infer<typeof blockView>
export type TxView = z.infer<typeof txView>
export type AddressView = z.infer<typeof addressView>
export type ChainsView = z.infer<typeof chainsView>

const explorer = { method: 'GET', tag: 'Chains', errors: ['not_found', 'service_unavailable'] } as const
const chain = { chain: 'A chain, in capitals or not.' }

export const explorerChains = sandboxCall({
  ...explorer,
  name: 'explorerChains',
  path: '/explorer',
  summary: 'The running chains',
  description: 'Each with its height, and the height that is final.',
  request: none,
  response: chainsView,
})
export const explorerChain = sandboxCall({
  ...explorer,
  name: 'explorerChain',
  path: '/explorer/{chain}',
  parts: chain,
  summary: 'A chain',
  description: 'Its newest blocks and transactions, decoded.',
  request: z.strictObject({
    below: z.coerce
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'Blocks below this height: `next` of the previous page.' }),
  }),
  response: chainView,
})
export const explorerBlock = sandboxCall({
  ...explorer,
  name: 'explorerBlock',
  path: '/explorer/{chain}/block/{height}',
  parts: { ...chain, height: 'Its number.' },
  summary: 'A block',
  description: 'With its transactions, decoded.',
  request: none,
  response: blockView,
})
export const explorerTx = sandboxCall({
  ...explorer,
  name: 'explorerTx',
  path: '/explorer/{chain}/tx/{txid}',
  parts: { ...chain, txid: 'Its hash.' },
  summary: 'A transaction',
  description: 'The decoded effects of a transaction. Every txid of the API can be looked up here.',
  request: none,
  response: txView,
})
export const explorerAddress = sandboxCall({
  ...explorer,
  name: 'explorerAddress',
  path: '/explorer/{chain}/address/{address}',
  parts: { ...chain, address: 'An address of the chain.' },
  summary: 'An address',
  description: 'Its balances, its transactions, and its role for us.',
  request: none,
  response: addressView,
})
