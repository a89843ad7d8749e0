import { type Address, getU64Decoder, type Instruction } from '@solana/kit'
import { tokenProgram } from '@specie/token/solana/instructions.ts'

// Decodes the effects of a token program instruction on balances.

type Act<Kind extends string> = {
  readonly kind: Kind
  readonly mint: Address
  readonly account: Address
  readonly authority: Address
  readonly amount: bigint
}
export type TokenAct = Act<'mint'> | Act<'burn'> | (Act<'transfer'> & { readonly to: Address })

/**
 * Positions of mint and account, by discriminator. Plain Transfer (3) is left out. The program refuses it for a pausable
 * coin because it does not name the mint.
 */
const layouts = {
  7: { kind: 'mint', mint: 0, account: 1 },
  14: { kind: 'mint', mint: 0, account: 1 },
  8: { kind: 'burn', mint: 1, account: 0 },
  15: { kind: 'burn', mint: 1, account: 0 },
  12: { kind: 'transfer', mint: 1, account: 0 },
} as const

export function tokenAct({ programAddress, data, accounts }: Instruction): TokenAct | null {
  if (programAddress !== tokenProgram || !data || data.length < 9) return null
  const layout = layouts[data[0] as keyof typeof layouts]
  if (!layout) return null
  const at = (position: number): Address | undefined => accounts?.[position]?.address
  const [mint, account, third, fourth] = [at(layout.mint), at(layout.account), at(2), at(3)]
  if (!mint || !account || !third) return null
  const amount = getU64Decoder().decode(data, 1)
  if (layout.kind !== 'transfer') return { kind: layout.kind, mint, account, authority: third, amount }
  return fourth ? { kind: 'transfer', mint, account, to: third, authority: fourth, amount } : null
}
