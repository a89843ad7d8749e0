import { type Address, getU64Decoder, type Instruction } from '@solana/kit'
import { assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { associatedTokenProgram, systemProgram, tokenProgram } from '@specie/token/solana/instructions.ts'
import { tokenAct } from '../../chains/adapters/solana/acts.ts'
import type { Step } from '@specie/protocol/sandbox/explorer.ts'
import type { Place } from './view.ts'

// The instructions of a transaction by their names in Solana's programs. The first byte identifies them.

const programs: { readonly [program: string]: { name: string; instructions: { readonly [first: number]: string } } } = {
  [systemProgram]: {
    name: 'System',
    instructions: {
      0: 'create account',
      1: 'assign',
      2: 'transfer',
      3: 'create account with seed',
      8: 'allocate',
      9: 'allocate with seed',
    },
  },
  [tokenProgram]: {
    name: 'Token-2022',
    instructions: {
      0: 'initialize coin',
      3: 'transfer',
      6: 'set authority',
      7: 'mint',
      8: 'burn',
      9: 'close account',
      10: 'freeze account',
      11: 'thaw account',
      12: 'transfer',
      14: 'mint',
      15: 'burn',
      18: 'initialize account',
      19: 'initialize guard',
      20: 'initialize coin',
      21: 'ask for the size of an account',
      22: 'initialize immutable owner',
    },
  },
  [associatedTokenProgram]: { name: 'Associated token', instructions: { 0: 'open account', 1: 'open account' } },
  ComputeBudget111111111111111111111111111111: {
    name: 'Compute budget',
    instructions: { 2: 'set limit', 3: 'set price' },
  },
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: { name: 'Memo', instructions: {} },
}

const accountAt = ({ accounts }: Instruction, position: number): Address | null => accounts?.[position]?.address ?? null

/** The names of programs on the pages. */
export const programNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(programs).map(([address, { name }]) => [address, `${name} program`]),
)

export function instructionStep(instruction: Instruction, { contracts }: Place['known']): Step {
  const { programAddress, data, accounts } = instruction
  const program = programs[programAddress]
  const first = data?.[0] ?? 0
  const act = tokenAct(instruction)
  const listed = (accounts ?? []).map(({ address }, i) => ({ name: `Account ${i + 1}`, value: address as string }))
  const asset = contracts.find(({ address }) => address === act?.mint)?.asset
  const text = (amount: bigint) =>
    asset === undefined ? String(amount) : `${formatMinor(amount, assets[asset].decimals)} ${asset}`
  const amount = act === null ? [] : [{ name: 'Amount', value: text(act.amount) }]
  const name = program ? `${program.name}: ${program.instructions[first] ?? `instruction ${first}`}` : 'Call'
  return { name, at: programAddress, fields: [...amount, ...listed] }
}

/** SOL that a transaction sends. */
export function paymentIn(
  instruction: Instruction,
): { from: Address | null; to: Address | null; lamports: bigint } | null {
  const { programAddress, data } = instruction
  if (programAddress !== systemProgram || data?.length !== 12 || data[0] !== 2) return null
  return {
    from: accountAt(instruction, 0),
    to: accountAt(instruction, 1),
    lamports: getU64Decoder().decode(data, 4),
  }
}
