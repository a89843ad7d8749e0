import type { ShownAddress, Block, BlockRow, Tx, TxRow } from '@specie/protocol/sandbox/explorer.ts'
import type { KnownAddresses } from '../../chains/known-addresses.ts'

/** One chain; null for unknown items. */
export type Explorer = {
  head(): Promise<{ height: number; final: number }>
  /** The newest blocks below a height, and where the next page begins. */
  blocks(below: number | null): Promise<{ items: BlockRow[]; next: number | null }>
  latest(): Promise<TxRow[]>
  block(height: number): Promise<Block | null>
  tx(txid: string): Promise<Tx | null>
  address(address: string): Promise<ShownAddress | null>
}

export type Place = { url: string; known: KnownAddresses }

/** The size of a page. A node is asked for each item. */
export const max = { blocks: 20, transactions: 25 }

export const newestFirst = (a: TxRow, b: TxRow): number => (b.height ?? Infinity) - (a.height ?? Infinity)
