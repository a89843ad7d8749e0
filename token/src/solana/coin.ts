import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Decoder,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { guard, type Guarded } from './guard.ts'
import {
  associatedTokenProgram,
  type Built,
  burnFrom,
  createAccount,
  createTokenAccount,
  freeze,
  initializeDefaultState,
  initializeMetadata,
  initializeMetadataPointer,
  initializeMint,
  initializePausable,
  initializePermanentDelegate,
  type Metadata,
  mintTo,
  thaw,
  tokenProgram,
  transfer,
} from './instructions.ts'

// The coin on Solana: a Token-2022 mint with the powers of SpecieCoin.sol, as far as the program has them.

/** The holder of each key. The seizer is the permanent delegate; the admin changes the metadata. */
export type Authorities = { minter: Address; freezer: Address; seizer: Address; pauser: Address; admin: Address }

/** The extensions of a mint begin here: 165 bytes as long as an account, 1 for its type. */
const extensionsAt = 166
const defaultState = 6

/** A mint with its permanent delegate, pause, state of new accounts and metadata pointer, each behind 4 bytes of type and length. */
const mintSpace = BigInt(extensionsAt) + (4n + 32n) + (4n + 33n) + (4n + 1n) + (4n + 64n)

/** Bytes of a mint with its metadata, for the rent; the program itself allocates them. */
export function mintAccountSpace({ name, symbol, uri }: Metadata): bigint {
  const texts = [name, symbol, uri].reduce((sum, text) => sum + 4 + new TextEncoder().encode(text).length, 0)
  return mintSpace + 4n + 32n + 32n + BigInt(texts) + 4n
}

/** `allowListOn`: new accounts are frozen until the freezer lists them. */
export type NewCoin = {
  payer: Address
  mint: Address
  mintRent: bigint
  authorities: Authorities
  allowListOn: boolean
} & Metadata

/** One transaction, signed by payer, mint and minter. */
export function createCoin({ payer, mint, mintRent, authorities, allowListOn, ...metadata }: NewCoin): Built[] {
  const { name, symbol, uri } = metadata
  const { minter, freezer, seizer, pauser, admin } = authorities
  return [
    createAccount({ from: payer, account: mint, lamports: mintRent, space: mintSpace }),
    initializePermanentDelegate(mint, seizer),
    initializePausable(mint, pauser),
    initializeDefaultState(mint, allowListOn),
    initializeMetadataPointer(mint, admin),
    initializeMint(mint, minter, freezer),
    initializeMetadata({ mint, updateAuthority: admin, mintAuthority: minter, name, symbol, uri }),
  ]
}

/** The account in which a wallet holds the coin by convention. */
export async function tokenAccount(mint: Address, owner: Address): Promise<Address> {
  const seeds = [owner, tokenProgram, mint].map((one) => getAddressEncoder().encode(one))
  const [account] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram, seeds })
  return account
}

/** Opens a wallet's token account unless it is open; the payer signs. */
export async function openTokenAccount(payer: Address, mint: Address, owner: Address): Promise<Built> {
  return createTokenAccount({ from: payer, account: await tokenAccount(mint, owner), owner, mint })
}

type Supply = Guarded & { mint: Address; account: Address; amount: bigint }

/** Mints to a token account, once for a request id. The minter signs too. */
export async function mint({ minter, ...order }: Supply & { minter: Address }): Promise<Built[]> {
  const once = await guard(order, { kind: 'mint', account: order.account, amount: order.amount })
  return [...once, mintTo({ ...order, authority: minter })]
}

/** Burns from a token account, once for a request id. The burner signs too: the account's owner, or an approved delegate. */
export async function burn({ burner, ...order }: Supply & { burner: Address }): Promise<Built[]> {
  const once = await guard(order, { kind: 'burn', account: order.account, amount: order.amount })
  return [...once, burnFrom({ ...order, authority: burner })]
}

type Seizure = Supply & { to: Address; freezer: Address; seizer: Address }

/**
 * Moves coins out of a frozen account, once for a request id. A frozen account cannot send, so it is thawed and frozen again
 * within the transaction; thawing fails on an account that is not frozen. Freezer and seizer sign too.
 */
export async function seize({ to, freezer, seizer, ...order }: Seizure): Promise<Built[]> {
  const { mint, account, amount } = order
  const once = await guard(order, { kind: 'seizure', account, amount })
  return [
    ...once,
    thaw({ mint, account, authority: freezer }),
    transfer({ mint, account, to, authority: seizer, amount }),
    freeze({ mint, account, authority: freezer }),
  ]
}

/** Total supply, from the data of the mint's account. */
export function readSupply(data: ReadonlyUint8Array): bigint {
  return getU64Decoder().decode(data, 36)
}

/** Whether new accounts are frozen, from the data of the mint's account; null for a mint that was made without this extension. */
export function readAllowList(data: ReadonlyUint8Array): boolean | null {
  const view = new DataView(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
  for (let at = extensionsAt; at + 4 < data.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === defaultState) return data[at + 4] === 2
  return null
}

export type Holding = { mint: Address; owner: Address; amount: bigint; frozen: boolean }

/** From the data of a token account. */
export function readHolding(data: ReadonlyUint8Array): Holding {
  const key = (offset: number) => getAddressDecoder().decode(data, offset)
  return { mint: key(0), owner: key(32), amount: getU64Decoder().decode(data, 64), frozen: data[108] === 2 }
}
