import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'

// Interfaces to chains and to the keystore. The adapters are in `chains/` and `keys/`.

export type Family = (typeof chains)[ChainCode]['family']
/** The coins that Specie issues. */
export const coinCodes = ['VCHF', 'VGBP'] as const satisfies AssetCode[]
export type CoinCode = (typeof coinCodes)[number]
/** 32 bytes in hex with 0x. The id under which an effect happens once on a chain (token/src/request.ts). */
export type RequestId = `0x${string}`

/** Separate keys, each for one purpose. `gas` pays fees and rent on Solana. */
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
  'lister',
  'switcher',
] as const
export type Power = (typeof powers)[number]
/**
 * `deposit:7` is the key of the seventh deposit address; `coin:VCHF` determines the address of a Solana mint; `audit`
 * signs heads of the audit chain.
 */
export type KeyName = Power | 'audit' | `deposit:${number}` | `coin:${AssetCode}`

export type Curve = 'secp256k1' | 'ed25519'

/** The purpose of a signature; the keystore or custodian may check it, and logs it. */
export type SigningPurpose = { readonly requestId: string; readonly chain: ChainCode | null; readonly intent: string }

/** Signing keys that never leave their store: a local keystore, a KMS, a custodian's raw signing. */
export type RawSigner = {
  /** secp256k1: 33 bytes, compressed. ed25519: 32 bytes. */
  publicKey(key: KeyName, curve: Curve): Promise<Uint8Array>
  /** secp256k1 signs a digest of 32 bytes: r, s (low) and the parity, 65 bytes. ed25519 signs the message: 64 bytes. */
  sign(key: KeyName, curve: Curve, payload: Uint8Array, purpose: SigningPurpose): Promise<Uint8Array>
}

/** An intended effect on a chain; amounts are minor units of the asset. */
export type Effect =
  /** Mints coins to `to`, once per request id. Solana includes a memo; EVM has no field for one. */
  | {
      readonly kind: 'mint'
      readonly asset: CoinCode
      readonly to: string
      readonly amount: bigint
      readonly memo?: string
    }
  /** Burns coins of the omnibus wallet, once per request id. */
  | { readonly kind: 'burn'; readonly asset: CoinCode; readonly amount: bigint }
  /** Sends coins from the omnibus wallet. */
  | { readonly kind: 'transfer'; readonly asset: AssetCode; readonly to: string; readonly amount: bigint }
  /**
   * Sends tokens from a deposit address (by index) or a wallet of ours (by key), to the omnibus wallet or further. The
   * omnibus key or `gas` pays the gas.
   */
  | {
      readonly kind: 'collect'
      readonly asset: AssetCode
      readonly from: number | Power
      readonly to: string
      readonly amount: bigint
    }
  /** Sends a chain's native coin from a deposit address, which also pays the fee: at most `maxFee`, if that is given. */
  | {
      readonly kind: 'native'
      readonly asset: AssetCode
      readonly from: number
      readonly to: string
      readonly amount: bigint
      readonly maxFee?: bigint
    }
  /** Puts a holder on the allow list of a coin, or removes it. */
  | { readonly kind: 'list'; readonly asset: CoinCode; readonly to: string; readonly amount: 0n }
  | { readonly kind: 'unlist'; readonly asset: CoinCode; readonly to: string; readonly amount: 0n }
  /** Switches the allow list of a coin. */
  | { readonly kind: 'allow_list_on'; readonly asset: CoinCode; readonly amount: 0n }
  | { readonly kind: 'allow_list_off'; readonly asset: CoinCode; readonly amount: 0n }

export const effectKinds: readonly Effect['kind'][] = [
  'mint',
  'burn',
  'transfer',
  'collect',
  'native',
  'list',
  'unlist',
  'allow_list_on',
  'allow_list_off',
]

/** An effect with its permanent id. */
export type Order = { readonly id: string; readonly requestId: RequestId } & Effect

/** One signed form of a transaction. Every form that may still be included is kept, so that all of them are tracked. */
export type Attempt = {
  /** Transaction hash or signature: the txid. */
  readonly hash: string
  readonly raw: Uint8Array
  /** Data of the adapter: fees, the last block in which it may be included. */
  readonly terms: Json
}

/** The state of a transaction that is on the chain now. */
export type Outcome = {
  readonly height: bigint
  readonly block: string
  readonly ok: boolean
  readonly final: boolean
  /** The network fee, in the smallest unit of the chain's native coin. */
  readonly cost: bigint
  /** When nodes disagree about what should be final by now: their answers. Then it is not final. */
  readonly disputed: string | null
}

/** The node's answer to a broadcast. `unknown`: no usable answer; the transaction may have arrived. */
export type Broadcast = 'accepted' | 'nonce_too_low' | 'expired' | 'underpriced' | 'unknown'

/** Orders that are sent together in one transaction. */
export type Bundle = {
  readonly orders: readonly Order[]
  /** Null on chains without nonces. */
  readonly nonce: bigint | null
  readonly earlier: readonly Attempt[]
  /** Bitcoin: pending transactions of the same key. Their inputs must not be spent again. */
  readonly others?: readonly Attempt[]
}

export const movementKinds = ['mint', 'burn', 'transfer'] as const

/** A transfer, mint or burn as reported by the chain. */
export type Movement = {
  readonly txid: string
  /** Index within the effects of the transaction; unique on the chain together with the txid. */
  readonly index: number
  readonly height: bigint
  readonly block: string
  readonly final: boolean
  readonly kind: (typeof movementKinds)[number]
  readonly asset: AssetCode
  /** Wallet addresses, also on Solana; null for minted or burned coins. */
  readonly from: string | null
  readonly to: string | null
  readonly amount: bigint
  /** The request that a mint or a burn of our coins carries. */
  readonly requestId: RequestId | null
}

export type Contract = { readonly asset: AssetCode; readonly address: string }

export type Watched = {
  readonly contracts: readonly Contract[]
  /** Wallets whose incoming movements are watched: all of ours. */
  readonly addresses: ReadonlySet<string>
}

/** Movements from the cursor to the newest block, and the cursor to continue from once they are stored. */
export type Window = {
  readonly movements: readonly Movement[]
  /** Everything up to here is final and never read again. The format is the adapter's. */
  readonly cursor: Json
  readonly latest: bigint
  readonly final: bigint
}

/** A final transfer of a coin of ours, of any holder. Amounts are above zero. */
export type CoinTransfer = {
  readonly txid: string
  readonly index: number
  readonly height: bigint
  /** The time of its block. */
  readonly at: Date
  /** Wallet addresses; null for minted or burned coins. */
  readonly from: string | null
  readonly to: string | null
  readonly amount: bigint
}

/** The next final transfers of a coin, and where to continue. */
export type CoinTransfers = {
  readonly transfers: readonly CoinTransfer[]
  readonly cursor: Json
  /** Everything up to this height has been read. */
  readonly height: bigint
  /** The time of the block at that height; null if blocks are final so quickly that their time does not matter. */
  readonly at: Date | null
  /** False: there are more final blocks. */
  readonly complete: boolean
}

/** The chain differs from what it was at the cursor. A reorganisation of blocks that were reported as final. */
export class BrokenFinality extends Error {
  override name = 'BrokenFinality'
}

/** The chain would refuse this transaction for the given reason; retrying it unchanged cannot help. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The chain refuses it now but may accept it later. The coin is paused, an allowance is used up. */
export class TemporaryRefusal extends Error {
  override name = 'TemporaryRefusal'
}

/** The network fee exceeds the limit of this order. Other orders from the same address may be sent first. */
export class FeeTooHigh extends TemporaryRefusal {
  override name = 'FeeTooHigh'
}

export type Wallets = { readonly [name in Power]?: string }

/** A digest (hex, 0x) and the claimed signature of an account. */
export type SignedDigest = { readonly address: string; readonly digest: string; readonly signature: string }

/**
 * The answer of an account about a signature at a block. `accepts` is null for an account without a contract: its key
 * decides.
 */
export type WalletAnswer = {
  readonly height: bigint
  readonly hash: string
  readonly hasCode: boolean
  readonly accepts: boolean | null
}

/** The allow lists of our coins on a chain, at the final block. */
export type AllowListReader = {
  /** Null: the coin was made without an allow list. */
  isOn(contract: Contract): Promise<boolean | null>
  isListed(contract: Contract, holder: string): Promise<boolean>
  /** Where a new mode leaves existing accounts as they are: all of them, for the issuer to list or not. */
  accounts?(contract: Contract): Promise<readonly HolderAccount[]>
}

/** A token account on Solana. The holder is its owner, or the account itself if it is not the owner's usual one. */
export type HolderAccount = { readonly holder: string; readonly isListed: boolean }

/** One chain of any family. Every call may throw; then the outcome is unknown. */
export type Chain = {
  readonly code: ChainCode
  readonly family: Family
  /** How many orders of the same kind and asset fit into one transaction. */
  readonly bundleSize: number
  heads(): Promise<{ readonly latest: bigint; readonly final: bigint }>
  window(cursor: Json | null, watched: Watched): Promise<Window>
  /** The cursor that corresponds to this height, as the chain is now. */
  cursorAt(height: bigint): Promise<Json>
  /** All final transfers of a coin after the cursor; without one, after the height `start`. Only chains with coins of ours. */
  transfers?(contract: Contract, cursor: Json | null, start: bigint): Promise<CoinTransfers>
  /** The total supply at the final block. */
  supply(contract: Contract): Promise<bigint>
  /** At the final block; `contract` null: the chain's native coin. */
  balance(contract: Contract | null, address: string): Promise<bigint>
  /** Missing where none of our coins is. */
  readonly allowList?: AllowListReader
  /** The highest nonce used on the chain, plus one; null on chains without nonces. */
  nextNonce(key: KeyName): Promise<bigint | null>
  /** True when the chain has executed this order: only for kinds that it records (not transfers). */
  isDone(contract: Contract, order: Order): Promise<boolean>
  /** Simulates and signs. Throws Refusal when the chain would refuse it, TemporaryRefusal when only temporarily. Sends nothing. */
  sign(contract: Contract | null, bundle: Bundle): Promise<Attempt>
  broadcast(attempt: Attempt): Promise<Broadcast>
  outcome(hash: string): Promise<Outcome | null>
  /**
   * True once none of these forms can be included any longer. The nonce is used finally, or the blockhash has expired.
   */
  isOver(bundle: Bundle): Promise<boolean>
  /** EVM only: asks the account whether it accepts a signature, at the final block or at an earlier one. */
  askWallet?(signed: SignedDigest, height?: bigint): Promise<WalletAnswer & { readonly chainId: number }>
}

/** By chain code; a chain that is missing is offline. */
export type Chains = ReadonlyMap<ChainCode, Chain>
