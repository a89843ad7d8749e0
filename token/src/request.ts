import { encodeAbiParameters, type Hex, keccak256 } from 'viem'

// What both families of chain share: the id under which supply changes once, and what a chain remembers of it.

/** The names of `protocol/`: environment `uat` or `production`, chain `ETH`, token `VCHF`, request its own id. */
export type Request = { environment: string; chain: string; token: string; request: string }

const strings = [{ type: 'string' }, { type: 'string' }, { type: 'string' }, { type: 'string' }] as const

/** keccak256(abi.encode(environment, chain, token, request)), four strings: no two requests read as the same bytes. */
export function requestId({ environment, chain, token, request }: Request): Hex {
  return keccak256(encodeAbiParameters(strings, [environment, chain, token, request]))
}

/** In the order of the contract's `Kind`, whose zero is: nothing was processed. */
export const kinds = ['mint', 'burn', 'seizure'] as const
export type Kind = (typeof kinds)[number]

/** What a chain stores under a request id: minted to, burned of, or seized from `account`. */
export type Receipt<Address extends string = string> = { kind: Kind; account: Address; amount: bigint }

/** The same, as a transaction tells it. */
export type SupplyEvent<Address extends string = string> = Receipt<Address> & { requestId: Hex }
