import type { Address } from '@solana/kit'
import { associatedTokenProgram, systemProgram, tokenProgram } from '@specie/token/solana/instructions.ts'
import { TemporaryRefusal, Refusal } from '../../../base/ports/chain.ts'
import type { Plan } from './build.ts'

// Turns a failed simulation into an error that names the cure.

type SimulationResult = { readonly err: unknown; readonly logs: readonly string[] | null }

/** A Refusal when the chain would always refuse; another error when a retry may succeed. */
export function failureOf({ err, logs }: SimulationResult, { payer, steps }: Plan, payerAddress: Address): Error {
  const failed = instructionError(err)
  if (!failed) {
    if (outOfMoney.has(nameOf(err))) return outOfGas(payer, payerAddress)
    return new Error(`the transaction cannot be run now: ${nameOf(err)}`)
  }
  const { instruction, order } = steps[failed.index] ?? {}
  const program = instruction?.programAddress
  // We provide rent and fees. They fail no order.
  const isRent = failed.custom === 1 && (program === systemProgram || program === associatedTokenProgram)
  if (isRent && order?.kind !== 'native') return outOfGas(payer, payerAddress)
  const what = order ? `The ${order.kind} of ${order.amount} ${order.asset} (${order.id})` : 'The transaction'
  const isGuard = order !== null && program === systemProgram && failed.custom === 0
  const why = isGuard ? 'this request id was processed before; its guard is there' : reason(failed, program, logs)
  const message = `${what} would be refused by Solana: ${why}.`
  return program === tokenProgram && failed.custom === paused ? new TemporaryRefusal(message) : new Refusal(message)
}

const outOfMoney = new Set([
  'InsufficientFundsForFee',
  'InsufficientFundsForRent',
  'AccountNotFound',
  'InvalidAccountForFee',
])

const outOfGas = (payer: string, address: Address): Error =>
  new Error(`the wallet ${payer} on Solana has too little SOL for fees and rent; send some to ${address}`)

const nameOf = (err: unknown): string => (typeof err === 'string' ? err : (Object.keys(err as object)[0] ?? 'unknown'))

type InstructionError = { readonly index: number; readonly name: string; readonly custom: number | null }

function instructionError(err: unknown): InstructionError | null {
  const found = (err as { InstructionError?: readonly [number | bigint, unknown] }).InstructionError
  if (typeof err !== 'object' || !found) return null
  const [index, kind] = found
  const custom = (kind as { Custom?: number | bigint }).Custom
  return { index: Number(index), name: nameOf(kind), custom: custom === undefined ? null : Number(custom) }
}

const paused = 67

/** Error codes of Token-2022. */
const tokenErrors: { readonly [code: number]: string } = {
  1: 'the account has too few coins, or the burner’s allowance is too low',
  3: 'the account belongs to another coin',
  4: 'our key has no authority over the coin or the account',
  14: 'the supply would exceed the maximum of the token program',
  17: 'the account is frozen',
  [paused]: 'the coin is paused',
}

function reason(
  { name, custom }: InstructionError,
  program: Address | undefined,
  logs: SimulationResult['logs'],
): string {
  if (program === systemProgram && custom === 0) return 'the address of the new account is taken'
  if (program === systemProgram && custom === 1) return 'there is not enough SOL at the address, fee included'
  const logged = logs?.findLast((line) => line.startsWith('Program log: Error: '))?.slice('Program log: Error: '.length)
  if (program === tokenProgram && custom !== null)
    return tokenErrors[custom] ?? logged ?? `error ${custom} of the token`
  return logged ?? (custom === null ? name : `error ${custom} of ${program}`)
}
