import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Config } from '../../../base/config.ts'

// The text that the owner of a wallet signs. It is one line of printable ASCII: hardware wallets show only that (a
// Ledger at most 1,212 bytes), and a clipboard may change line breaks.

export type ProofSubject = {
  readonly environment: Config['environment']
  readonly institution: { readonly id: string; readonly name: string }
  readonly blockchain: ChainCode
  readonly address: string
  readonly at: Date
  /** Random: a text is never used twice. */
  readonly nonce: string
}

export function proofText({ environment, institution, blockchain, address, at, nonce }: ProofSubject): string {
  const network = environment === 'production' ? '' : ' (UAT)'
  return [
    `Specie${network}: ${asciiName(institution.name)}, institution ${institution.id},`,
    `states that it controls the address ${address} on ${asciiName(chains[blockchain].name)} (${blockchain}).`,
    'Purpose: to register it as a withdrawal address. This signature moves no funds.',
    `Time: ${at.toISOString()}. Nonce: ${nonce}.`,
  ].join(' ')
}

/** Accents are dropped, and other letters become question marks: the id identifies the institution. */
const asciiName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, '?')
