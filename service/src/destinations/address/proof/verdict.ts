/** The method of a wallet's signature. It identifies the signed bytes, so that the evidence can be verified again. */
export const proofMethods = [
  'eip191',
  'eip1271',
  'erc6492',
  'solana_raw',
  'solana_offchain_v0',
  'solana_offchain_v0_short',
  'solana_offchain_v1',
  'bip322_simple',
  'bip137',
] as const
export type ProofMethod = (typeof proofMethods)[number]

/**
 * `format`: not a signature of this kind of address. `malleable`: not in its one canonical form. `mismatch`: of another
 * text or another key. `unsupported`: this kind of address cannot be proved here.
 */
export type RefusedProof = {
  readonly rule: 'format' | 'malleable' | 'mismatch' | 'unsupported'
  readonly message: string
}

/** The block at which a contract was asked. Its answer may change later. */
export type CheckedAt = { readonly chainId: number; readonly height: bigint; readonly block: string }

export type Verdict = { readonly method: ProofMethod; readonly checkedAt?: CheckedAt } | RefusedProof

export const otherSigner: RefusedProof = {
  rule: 'mismatch',
  message: 'This is not a signature of this text by the key of this address. Sign exactly the displayed text.',
}
