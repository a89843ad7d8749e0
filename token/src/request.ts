import { encodeAbiParameters, type Hex, keccak256 } from 'viem'

// Shared by both families of chains: the id under which supply changes once, and the record of it on a chain.

/** The names of `protocol/`: environment `uat` or `production`, chain `ETH`, token `VCHF`, request its own id. */
export type Request = { environment: string; chain: string; token: string; request: string }

const strings = [{ type: 'string' }, { type: 'string' }, { type: 'string' }, { type: 'string' }] as const

/** keccak256(abi.encode(environment, chain, token, request)), four strings: no two requests encode to the same bytes. */
export function requestId({ environment, chain, token, request }: Request): Hex {
  return keccak256(encodeAbiParameters(strings, [environment, chain, token, request]))
}

/** In the order of the contract's `Kind`, whose zero means: not processed. */
export const kinds = ['mint', 'burn', 'seizure'] as const
export type Kind = (typeof kinds)[number]

/** The chain's record of a request id: minted to, burned of, or seized from `account`. */
export type Receipt<Address extends string = string> = { kind: Kind; account: Address; amount: bigint }

/** The same, read from a transaction. */
export type SupplyEvent<Address extends string = string> = Receipt<Address> & { requestId: Hex }
