import type { KnownAddresses } from '../../chains/known-addresses.ts'

// What the explorer of UAT shows of any chain. Amounts are decimals in their asset; times are those of the blocks.

export type Movement = {
  kind: 'mint' | 'burn' | 'transfer'
  /** The symbol of an asset, or of the chain's own coin. */
  asset: string
  amount: string
  from: string | null
  to: string | null
  requestid: string | null
}

export type TxRow = {
  txid: string
  status: 'succeeded' | 'failed' | 'waiting'
  /** What it does, in a word or two. */
  what: string
  height: number | null
  time: string | null
  movements: Movement[]
}

/** One call, instruction or event of a transaction. */
export type Step = { name: string; at: string | null; fields: { name: string; value: string }[] }

/** Inputs and outputs of a Bitcoin transaction. */
export type Coin = { amount: string | null; address: string | null; script: string; txid: string | null }

export type Tx = TxRow & {
  block: string | null
  confirmations: number
  final: boolean
  sender: string | null
  fee: { amount: string; asset: string } | null
  /** Why it failed. */
  reason: string | null
  steps: Step[]
  inputs: Coin[]
  outputs: Coin[]
}

export type BlockRow = { height: number; hash: string; time: string; transactions: number }
export type Block = BlockRow & { parent: string | null; confirmations: number; final: boolean; items: TxRow[] }
type Holding = { asset: string; amount: string }
export type AddressView = { address: string; is: string; holdings: Holding[]; items: TxRow[] }

/** One chain; null for what it does not have. */
export type Explorer = {
  head(): Promise<{ height: number; final: number }>
  /** The newest below a height, and where the next page begins. */
  blocks(below: number | null): Promise<{ items: BlockRow[]; next: number | null }>
  latest(): Promise<TxRow[]>
  block(height: number): Promise<Block | null>
  tx(txid: string): Promise<Tx | null>
  address(address: string): Promise<AddressView | null>
}

export type Place = { url: string; known: KnownAddresses }

/** Nobody reads more at once, and a node is asked for each of them. */
export const most = { blocks: 20, transactions: 25 }

export const newestFirst = (a: TxRow, b: TxRow): number => (b.height ?? Infinity) - (a.height ?? Infinity)
