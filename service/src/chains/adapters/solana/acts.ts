import { type Address, getU64Decoder, type Instruction } from '@solana/kit'
import { tokenProgram } from '@specie/token/solana/instructions.ts'

// What an instruction of the token program does to balances, as its bytes say.

type Act<Kind extends string> = {
  readonly kind: Kind
  readonly mint: Address
  readonly account: Address
  readonly authority: Address
  readonly amount: bigint
}
export type TokenAct = Act<'mint'> | Act<'burn'> | (Act<'transfer'> & { readonly to: Address })

/** Where its mint, account and authority stand, by discriminator. Plain Transfer (3) is left out: the program refuses it
 * for a coin that can be paused, because it does not name the mint. */
const forms = {
  7: { kind: 'mint', mint: 0, account: 1 },
  14: { kind: 'mint', mint: 0, account: 1 },
  8: { kind: 'burn', mint: 1, account: 0 },
  15: { kind: 'burn', mint: 1, account: 0 },
  12: { kind: 'transfer', mint: 1, account: 0 },
} as const

export function tokenAct({ programAddress, data, accounts }: Instruction): TokenAct | null {
  if (programAddress !== tokenProgram || !data || data.length < 9) return null
  const form = forms[data[0] as keyof typeof forms]
  if (!form) return null
  const at = (position: number): Address | undefined => accounts?.[position]?.address
  const [mint, account, third, fourth] = [at(form.mint), at(form.account), at(2), at(3)]
  if (!mint || !account || !third) return null
  const amount = getU64Decoder().decode(data, 1)
  if (form.kind !== 'transfer') return { kind: form.kind, mint, account, authority: third, amount }
  return fourth ? { kind: 'transfer', mint, account, to: third, authority: fourth, amount } : null
}
