import { useParams } from '@tanstack/react-router'

// The answers of /sandbox/v1/explorer, as the service writes them (service/src/sandbox/explorer/view.ts).

export type Movement = {
  kind: 'mint' | 'burn' | 'transfer'
  asset: string
  amount: string
  from: string | null
  to: string | null
  requestid: string | null
}
export type TxRow = {
  txid: string
  status: 'succeeded' | 'failed' | 'waiting'
  what: string
  height: number | null
  time: string | null
  movements: Movement[]
}
export type Names = Readonly<Record<string, string>>
export type Coin = { amount: string | null; address: string | null; script: string; txid: string | null }
export type Step = { name: string; at: string | null; fields: { name: string; value: string }[] }
export type Tx = TxRow & {
  names: Names
  block: string | null
  confirmations: number
  final: boolean
  sender: string | null
  fee: { amount: string; asset: string } | null
  reason: string | null
  steps: Step[]
  inputs: Coin[]
  outputs: Coin[]
}
export type BlockRow = { height: number; hash: string; time: string; transactions: number }
export type Block = BlockRow & {
  names: Names
  parent: string | null
  confirmations: number
  final: boolean
  items: TxRow[]
}
export type Address = {
  address: string
  is: string
  ours: string | null
  holdings: { asset: string; amount: string }[]
  items: TxRow[]
  names: Names
}
export type Chain = {
  height: number
  final: number
  blocks: BlockRow[]
  next: number | null
  transactions: TxRow[]
  names: Names
}
export type Chains = {
  items: { chain: string; name: string; height: number | null; final: number | null }[]
}

/** The chain in the path, as the service spells it. */
export const useChain = (): string => String(useParams({ strict: false })['chain']).toUpperCase()

export const count = (number: number): string => number.toLocaleString('en')
