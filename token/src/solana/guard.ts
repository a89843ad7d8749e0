import {
  type Address,
  createAddressWithSeed,
  getAddressDecoder,
  getAddressEncoder,
  getU64Decoder,
  getU64Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit'
import { type Hex, hexToBytes, toHex } from 'viem'
import { kinds, type Receipt, type SupplyEvent } from '../request.ts'
import {
  allocateWithSeed,
  type Built,
  initializeMultisig,
  join,
  tokenProgram,
  transferLamports,
} from './instructions.ts'

// A request is processed once, on a chain where we run no program of our own. The transaction that mints, burns or seizes
// creates an account whose address follows from the request id. The account can be created once, so the whole transaction can
// succeed once.
//
// The account is a multisig of Token-2022, whose three "signers" are the record: request id, account, kind with amount. It is
// the only kind of account that stores our data without a program of ours, and that no instruction changes or closes (two of
// its three signers are not keys). The record is permanent, and so is its rent.

/** Bytes of a guard account, for the rent. */
export const guardSpace = 355n

const tag = new TextEncoder().encode('specie/1')
const words = 3
const header = 3

/** The instructions of a guard: `guardian` signs, `payer` signs and pays the rent. */
export type Guarded = { requestId: Hex; guardian: Address; payer: Address; guardRent: bigint }

/** 192 bits of the request id: a seed is text of at most 32 bytes. */
function seedOf(requestId: Hex): string {
  return Buffer.from(hexToBytes(requestId).subarray(0, 24)).toString('base64url')
}

/**
 * The address of this request's record. It belongs to the guardian: it must outlive a change of minter, and no other can take
 * it.
 */
export function guardAddress(guardian: Address, requestId: Hex): Promise<Address> {
  return createAddressWithSeed({ baseAddress: guardian, programAddress: tokenProgram, seed: seedOf(requestId) })
}

export async function guard(to: Guarded, { kind, account, amount }: Receipt<Address>): Promise<Built[]> {
  const address = await guardAddress(to.guardian, to.requestId)
  const record = join(tag, kinds.indexOf(kind) + 1, getU64Encoder().encode(amount), new Uint8Array(15))
  const word = (bytes: Uint8Array) => getAddressDecoder().decode(bytes)
  const seeded = {
    account: address,
    base: to.guardian,
    seed: seedOf(to.requestId),
    space: guardSpace,
    owner: tokenProgram,
  }
  return [
    // Not CreateAccountWithSeed: a stranger who sends a lamport to the address beforehand could then block the request.
    transferLamports(to.payer, address, to.guardRent),
    allocateWithSeed(seeded),
    initializeMultisig(address, [word(hexToBytes(to.requestId)), account, word(record)]),
  ]
}

/** The three words of a guard, or null for another account. */
export function readRecord(stored: readonly Address[]): SupplyEvent<Address> | null {
  const [id, account, last] = stored
  if (!id || !account || !last || stored.length !== words) return null
  const record = getAddressEncoder().encode(last)
  const kind = kinds[record[tag.length]! - 1]
  if (!kind || !tag.every((byte, i) => record[i] === byte)) return null
  const amount = getU64Decoder().decode(record, tag.length + 1)
  return { requestId: toHex(getAddressEncoder().encode(id) as Uint8Array), kind, account, amount }
}

/**
 * The record of the request id with this guard address; null if there is none. Lamports alone, which a stranger can send there, do
 * not count.
 */
export function readGuard(
  found: { programAddress: Address; data: ReadonlyUint8Array } | null,
): SupplyEvent<Address> | null {
  if (!found || found.programAddress !== tokenProgram || BigInt(found.data.length) !== guardSpace) return null
  const [, count, initialized] = found.data
  if (count !== words || initialized !== 1) return null
  const stored = Array.from({ length: words }, (_, i) => getAddressDecoder().decode(found.data, header + 32 * i))
  return readRecord(stored)
}
