import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getU32Encoder,
  getU64Encoder,
  type Instruction,
  type ReadonlyUint8Array,
} from '@solana/kit'

// The instructions of the system, Token-2022 and associated-token programs that a coin needs, byte by byte: the published
// clients of Token-2022 are incompatible with our version of Kit.

export const systemProgram = address('11111111111111111111111111111111')
export const tokenProgram = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

export const decimals = 6

/** The shape of every instruction here: Kit's, with all fields required. */
export type Built = Required<Pick<Instruction, 'programAddress' | 'accounts' | 'data'>>
type Meta = { address: Address; role: AccountRole }

const readonly = (address: Address): Meta => ({ address, role: AccountRole.READONLY })
const writable = (address: Address): Meta => ({ address, role: AccountRole.WRITABLE })
const signer = (address: Address): Meta => ({ address, role: AccountRole.READONLY_SIGNER })
const payer = (address: Address): Meta => ({ address, role: AccountRole.WRITABLE_SIGNER })

const u32 = (n: number) => getU32Encoder().encode(n)
const u64 = (n: bigint) => getU64Encoder().encode(n)
const key = (address: Address) => getAddressEncoder().encode(address)
const utf8 = (text: string) => new TextEncoder().encode(text)
const text32 = (text: string) => join(u32(utf8(text).length), utf8(text))

/** A number is one byte. */
export function join(...parts: (number | ReadonlyUint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))
}

const system = (accounts: Meta[], ...data: ReadonlyUint8Array[]): Built => ({
  programAddress: systemProgram,
  accounts,
  data: join(...data),
})
const token = (accounts: Meta[], ...data: (number | ReadonlyUint8Array)[]): Built => ({
  programAddress: tokenProgram,
  accounts,
  data: join(...data),
})

type NewAccount = { from: Address; account: Address; lamports: bigint; space: bigint }
export const createAccount = ({ from, account, lamports, space }: NewAccount): Built =>
  system([payer(from), payer(account)], u32(0), u64(lamports), u64(space), key(tokenProgram))

export const transferLamports = (from: Address, to: Address, lamports: bigint): Built =>
  system([payer(from), writable(to)], u32(2), u64(lamports))

type Seeded = { account: Address; base: Address; seed: string; space: bigint; owner: Address }
/** Allocates and assigns. Unlike CreateAccountWithSeed it accepts an address that already has lamports. */
export const allocateWithSeed = ({ account, base, seed, space, owner }: Seeded): Built =>
  system(
    [writable(account), signer(base)],
    u32(9),
    key(base),
    u64(BigInt(utf8(seed).length)),
    utf8(seed),
    u64(space),
    key(owner),
  )

export const initializePermanentDelegate = (mint: Address, delegate: Address): Built =>
  token([writable(mint)], 35, key(delegate))
export const initializePausable = (mint: Address, authority: Address): Built =>
  token([writable(mint)], 44, 0, key(authority))
/** New accounts of the coin are frozen until they are listed, or not. The freeze authority switches it later. */
export const initializeDefaultState = (mint: Address, frozen: boolean): Built =>
  token([writable(mint)], 28, 0, accountState(frozen))
export const switchDefaultState = (mint: Address, authority: Address, frozen: boolean): Built =>
  token([writable(mint), signer(authority)], 28, 1, accountState(frozen))
const accountState = (frozen: boolean) => (frozen ? 2 : 1)
/** The mint itself holds the metadata. */
export const initializeMetadataPointer = (mint: Address, authority: Address): Built =>
  token([writable(mint)], 39, 0, key(authority), key(mint))
export const initializeMint = (mint: Address, mintAuthority: Address, freezeAuthority: Address): Built =>
  token([writable(mint)], 20, decimals, key(mintAuthority), 1, key(freezeAuthority))

/** sha256('spl_token_metadata_interface:initialize_account'), the first 8 bytes. */
const metadataInitialize = Uint8Array.of(0xd2, 0xe1, 0x1e, 0xa2, 0x58, 0xb8, 0x4d, 0x8d)
export type Metadata = { name: string; symbol: string; uri: string }
type MetadataInit = { mint: Address; updateAuthority: Address; mintAuthority: Address } & Metadata
export const initializeMetadata = ({ mint, updateAuthority, mintAuthority, name, symbol, uri }: MetadataInit): Built =>
  token(
    [writable(mint), readonly(updateAuthority), readonly(mint), signer(mintAuthority)],
    metadataInitialize,
    text32(name),
    text32(symbol),
    text32(uri),
  )

/** The words become the signers of a multisig: 32 bytes each, stored unchanged, without signatures. */
export const initializeMultisig = (account: Address, words: readonly Address[]): Built =>
  token([writable(account), ...words.map(readonly)], 19, words.length)

type Move = { mint: Address; account: Address; authority: Address; amount: bigint }
export const mintTo = ({ mint, account, authority, amount }: Move): Built =>
  token([writable(mint), writable(account), signer(authority)], 14, u64(amount), decimals)
export const burnFrom = ({ mint, account, authority, amount }: Move): Built =>
  token([writable(account), writable(mint), signer(authority)], 15, u64(amount), decimals)

/** By the owner, an approved delegate, or the permanent delegate. */
export const transfer = ({ mint, account, to, authority, amount }: Move & { to: Address }): Built =>
  token([writable(account), readonly(mint), writable(to), signer(authority)], 12, u64(amount), decimals)
/** One delegate for an account: a new approval replaces the last. */
export const approve = ({ mint, account, delegate, authority, amount }: Move & { delegate: Address }): Built =>
  token([writable(account), readonly(mint), readonly(delegate), signer(authority)], 13, u64(amount), decimals)

type Freeze = { mint: Address; account: Address; authority: Address }
export const freeze = ({ mint, account, authority }: Freeze): Built =>
  token([writable(account), readonly(mint), signer(authority)], 10)
export const thaw = ({ mint, account, authority }: Freeze): Built =>
  token([writable(account), readonly(mint), signer(authority)], 11)

export const pause = (mint: Address, authority: Address): Built => token([writable(mint), signer(authority)], 44, 1)
export const resume = (mint: Address, authority: Address): Built => token([writable(mint), signer(authority)], 44, 2)

type Opening = { from: Address; account: Address; owner: Address; mint: Address }
/** Idempotent: an existing account stays unchanged. */
export const createTokenAccount = ({ from, account, owner, mint }: Opening): Built => ({
  programAddress: associatedTokenProgram,
  accounts: [
    payer(from),
    writable(account),
    readonly(owner),
    readonly(mint),
    readonly(systemProgram),
    readonly(tokenProgram),
  ],
  data: Uint8Array.of(1),
})
