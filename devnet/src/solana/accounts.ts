import { getAddressDecoder, type Address, type EncodedAccount, type ReadonlyUint8Array } from '@solana/kit'
import { badParams } from '../rpc.ts'
import { base58ToBytes, bytesToBase58 } from './base58.ts'

/** Null: it does not exist. */
export type Account = EncodedAccount | null

export type AccountReader = (address: Address) => Account

export const systemProgram = '11111111111111111111111111111111' as Address
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address
/** Set for accounts that never pay rent. */
const exempt = 18_446_744_073_709_551_615n

type Shown = { encoding?: unknown; dataSlice?: { offset: number; length: number } }

/** `jsonParsed` falls back to base64, as a node does for accounts that it cannot parse. */
export function accountJson(
  { data, lamports, programAddress, executable, space }: EncodedAccount,
  shown: Shown,
): object {
  const { encoding, dataSlice } = shown
  const bytes = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  return { data: encoded(bytes, encoding), executable, lamports, owner: programAddress, rentEpoch: exempt, space }
}

function encoded(bytes: ReadonlyUint8Array, encoding: unknown): string | [string, string] {
  if (encoding === undefined || encoding === 'binary') return bytesToBase58(bytes)
  if (encoding === 'base58') return [bytesToBase58(bytes), 'base58']
  if (encoding === 'base64' || encoding === 'jsonParsed') return [Buffer.from(bytes).toString('base64'), 'base64']
  throw badParams('unsupported encoding; use base64')
}

const addressAt = (data: ReadonlyUint8Array, offset: number): Address =>
  getAddressDecoder().decode(data.subarray(offset, offset + 32))
const u64At = (data: ReadonlyUint8Array, offset: number): bigint => Buffer.from(data).readBigUInt64LE(offset)

const isTokenProgram = (program: Address) => program === tokenProgram || program === token2022Program

const mintSize = 82
const tokenAccountSize = 165

/** Extended accounts of Token-2022 have a type byte after the longer of the two layouts. */
const isOfKind = ({ data, programAddress }: EncodedAccount, size: number, kind: number): boolean =>
  isTokenProgram(programAddress) &&
  (data.length === size || (data.length > tokenAccountSize && data[tokenAccountSize] === kind))

export function mintOf(account: Account): { supply: bigint; decimals: number } | null {
  if (!account || !isOfKind(account, mintSize, 1)) return null
  return { supply: u64At(account.data, 36), decimals: account.data[44]! }
}

export type TokenAccount = { mint: Address; owner: Address; amount: bigint; programId: Address }

export function tokenAccountOf(account: Account): TokenAccount | null {
  if (!account || !isOfKind(account, tokenAccountSize, 2)) return null
  const { data, programAddress } = account
  return { mint: addressAt(data, 0), owner: addressAt(data, 32), amount: u64At(data, 64), programId: programAddress }
}

/** Numbers as wallets show them; `amount` is the exact one. */
export function tokenAmount(amount: bigint, decimals: number): object {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** The balances of all token accounts among these, for the meta of a transaction. */
export function tokenBalances(keys: Address[], read: AccountReader): object[] {
  return keys.flatMap((key, accountIndex) => {
    const held = tokenAccountOf(read(key))
    if (!held) return []
    const { mint, owner, amount, programId } = held
    return [
      { accountIndex, mint, owner, programId, uiTokenAmount: tokenAmount(amount, mintOf(read(mint))?.decimals ?? 0) },
    ]
  })
}

type Filter = { dataSize?: number; memcmp?: { offset: number; bytes: string; encoding?: string } }

export function passes({ data }: EncodedAccount, filters: Filter[]): boolean {
  return filters.every(({ dataSize, memcmp }) => {
    if (dataSize !== undefined) return data.length === dataSize
    if (!memcmp) throw badParams('a filter must be dataSize or memcmp')
    const { offset, bytes, encoding } = memcmp
    const there = data.subarray(offset)
    const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : Buffer.from(base58ToBytes(bytes))
    return wanted.equals(there.subarray(0, wanted.length))
  })
}
