import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/json.ts'

// What the service asks of a chain and of whoever keeps our keys, as types alone: the adapters live in `chains/`.

export type Family = (typeof chains)[ChainCode]['family']
export type CoinCode = Extract<AssetCode, 'VCHF' | 'VGBP'>
/** 32 bytes in hex with 0x: the name under which something happens once on a chain (token/src/request.ts). */
export type RequestId = `0x${string}`

/** Keys with a power of their own, apart from each other. `gas` pays fees and rent on Solana. */
export const powers = [
  'admin',
  'minter',
  'burner',
  'omnibus',
  'pauser',
  'freezer',
  'seizer',
  'upgrader',
  'guardian',
  'gas',
] as const
export type Power = (typeof powers)[number]
/**
 * `deposit:7` is the key of the seventh deposit address; `coin:VCHF` gives a Solana mint its address; `audit` signs the
 * head of the audit chain.
 */
export type KeyName = Power | 'audit' | `deposit:${number}` | `coin:${AssetCode}`

export type Curve = 'secp256k1' | 'ed25519'

/** Why a signature is asked for; whoever keeps the key may look at it, and logs it. */
export type SigningPurpose = { readonly requestId: string; readonly chain: ChainCode | null; readonly intent: string }

/** Keys that sign and never leave: a local keystore, a KMS, a custodian's raw signing. */
export type RawSigner = {
  /** secp256k1: 33 bytes, compressed. ed25519: 32 bytes. */
  publicKey(key: KeyName, curve: Curve): Promise<Uint8Array>
  /** secp256k1 signs a digest of 32 bytes: r, s (low) and the parity, 65 bytes. ed25519 signs the message: 64 bytes. */
  sign(key: KeyName, curve: Curve, payload: Uint8Array, purpose: SigningPurpose): Promise<Uint8Array>
}

/** What is to happen on a chain; amounts are minor units of the asset. */
export type Effect =
  /** New coins for `to`: once for the request id, whatever happens. Solana carries a memo; EVM has no place for one. */
  | {
      readonly kind: 'mint'
      readonly asset: CoinCode
      readonly to: string
      readonly amount: bigint
      readonly memo?: string
    }
  /** Coins of the omnibus wallet cease to be: once for the request id. */
  | { readonly kind: 'burn'; readonly asset: CoinCode; readonly amount: bigint }
  /** Coins leave the omnibus wallet. */
  | { readonly kind: 'transfer'; readonly asset: AssetCode; readonly to: string; readonly amount: bigint }
  /**
   * Tokens leave a deposit address (by its index) or a wallet of ours (by its key): to the omnibus wallet or further. Its
   * gas is paid by the omnibus key or by `gas`.
   */
  | {
      readonly kind: 'collect'
      readonly asset: AssetCode
      readonly from: number | Power
      readonly to: string
      readonly amount: bigint
    }
  /** A chain's own coin leaves a deposit address, which pays the fee on top: never more than `mostFee`, if that is given. */
  | {
      readonly kind: 'native'
      readonly asset: AssetCode
      readonly from: number
      readonly to: string
      readonly amount: bigint
      readonly mostFee?: bigint
    }

/** An effect with the id that is its own for ever. */
export type Order = { readonly id: string; readonly requestId: RequestId } & Effect

/** One signed form of a transaction. Whatever may land stays known, so that every one of them is looked for. */
export type Attempt = {
  /** Transaction hash or signature: the txid. */
  readonly hash: string
  readonly raw: Uint8Array
  /** What the adapter must remember of it: fees, the last block in which it may land. */
  readonly terms: Json
}

/** What became of a transaction that is on the chain now. */
export type Outcome = {
  readonly height: bigint
  readonly block: string
  readonly ok: boolean
  readonly final: boolean
  /** What the network took, in the smallest unit of the chain's own coin. */
  readonly cost: bigint
  /** Where nodes tell different things of what should be final by now: what they say. Then it is not final. */
  readonly disputed: string | null
}

/** The node's answer to a broadcast. `unknown`: no answer, or one that says nothing; it may be there. */
export type Broadcast = 'accepted' | 'nonce_too_low' | 'expired' | 'underpriced' | 'unknown'

/** Orders that go out together, in one transaction. */
export type Bundle = {
  readonly orders: readonly Order[]
  /** Null on chains that count none. */
  readonly nonce: bigint | null
  readonly earlier: readonly Attempt[]
  /** On Bitcoin: forms of other transactions of the same key that are under way. What they spend is spent. */
  readonly others?: readonly Attempt[]
}

/** Coins or money that moved on the chain, as it tells it. */
export type Movement = {
  readonly txid: string
  /** Position within the transaction's own effects; with the txid it is unique on the chain. */
  readonly index: number
  readonly height: bigint
  readonly block: string
  readonly final: boolean
  readonly kind: 'mint' | 'burn' | 'transfer'
  readonly asset: AssetCode
  /** Wallet addresses, also on Solana; null for coins that come into being or cease. */
  readonly from: string | null
  readonly to: string | null
  readonly amount: bigint
  /** Of a mint or a burn of our coins. */
  readonly requestId: RequestId | null
}

export type Contract = { readonly asset: AssetCode; readonly address: string }

export type Watched = {
  readonly contracts: readonly Contract[]
  /** Wallets whose incoming movements matter: all of ours. */
  readonly addresses: ReadonlySet<string>
}

/** What the chain holds since the cursor, up to its newest block, and where to go on when that is stored. */
export type Window = {
  readonly movements: readonly Movement[]
  /** Everything up to here is final and is never read again. Adapter's own form. */
  readonly cursor: Json
  readonly latest: bigint
  readonly final: bigint
}

/** The chain is not what it was at the cursor: a reorganisation below what it had called final. */
export class BrokenFinality extends Error {
  override name = 'BrokenFinality'
}

/** The chain would refuse this transaction, and says why; trying again as it is cannot help. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The chain refuses it now and may not later: the coin is paused, an allowance is used up. */
export class NotNow extends Error {
  override name = 'NotNow'
}

export type Wallets = { readonly [name in Power]?: string }

/** One chain, whatever its family. Every call may throw: then nothing is known. */
export type Chain = {
  readonly code: ChainCode
  readonly family: Family
  /** How many orders of one kind and asset fit into one transaction. */
  readonly bundleSize: number
  heads(): Promise<{ readonly latest: bigint; readonly final: bigint }>
  window(cursor: Json | null, watched: Watched): Promise<Window>
  /** The cursor of whoever has read up to this height, as the chain is now. */
  cursorAt(height: bigint): Promise<Json>
  /** All coins in being, at the final block. */
  supply(contract: Contract): Promise<bigint>
  /** At the final block; `contract` null: the chain's own coin. */
  balance(contract: Contract | null, address: string): Promise<bigint>
  /** The highest nonce that the chain has seen used, plus one; null on chains that count none. */
  nextNonce(key: KeyName): Promise<bigint | null>
  /** True when the chain has done this: only for what it remembers (mint, burn, and collect on EVM). */
  isDone(contract: Contract, order: Order): Promise<boolean>
  /** Simulates and signs. Throws Refusal when the chain would refuse it, NotNow when that will pass. Nothing leaves. */
  sign(contract: Contract | null, bundle: Bundle): Promise<Attempt>
  broadcast(attempt: Attempt): Promise<Broadcast>
  outcome(hash: string): Promise<Outcome | null>
  /** True once none of these can land any more, for good: the nonce is used up finally, the blockhash is past. */
  isOver(bundle: Bundle): Promise<boolean>
}

/** By chain code; what is not there is offline. */
export type Chains = ReadonlyMap<ChainCode, Chain>
