import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm'
import { bytesToBase58 } from './base58.ts'

/** The outcome of a transaction, in the words of Solana's JSON-RPC. */
export type Outcome = {
  err: unknown
  logs: string[]
  unitsConsumed: bigint
  fee: bigint
  innerInstructions: object[]
  returnData: object | null
}

export function outcomeOf(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = result instanceof FailedTransactionMetadata
  const meta = failed ? result.meta() : result
  const { innerInstructions, returnData } = {
    innerInstructions: meta.innerInstructions(),
    returnData: meta.returnData(),
  }
  const returned = returnData.data()
  return {
    err: failed ? errorJson(result.toString()) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    fee: feeIn(result.toString()),
    innerInstructions: innerInstructions.flatMap((inner, index) =>
      inner.length === 0 ? [] : [{ index, instructions: inner.map(innerJson) }],
    ),
    returnData:
      returned.length === 0
        ? null
        : {
            programId: bytesToBase58(returnData.programId()),
            data: [Buffer.from(returned).toString('base64'), 'base64'],
          },
  }
}

type Inner = ReturnType<TransactionMetadata['innerInstructions']>[number][number]

function innerJson(inner: Inner): object {
  const instruction = inner.instruction()
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: [...instruction.accounts()],
    data: bytesToBase58(instruction.data()),
    stackHeight: inner.stackHeight(),
  }
}

/** litesvm 1.4.1 has the fee only in its printed form, at the end. */
const feeIn = (printed: string): bigint => BigInt(/.*fee: (\d+)/s.exec(printed)?.[1] ?? '0')

/** litesvm gives errors as numbers of an enum that it does not export; its printed form has the names of the JSON-RPC. */
export function errorJson(printed: string): unknown {
  const name = /err: (.+?), meta: /s.exec(printed)?.[1] ?? 'SanitizeFailure'
  const instruction = /^InstructionError\((\d+), (\w+)(?:\((\d+)\))?/.exec(name)
  if (instruction) {
    const [, index, kind, custom] = instruction
    return { InstructionError: [Number(index), custom === undefined ? kind : { [kind!]: Number(custom) }] }
  }
  const account = /^(\w+) \{ account_index: (\d+) \}/.exec(name)
  if (account) return { [account[1]!]: { account_index: Number(account[2]) } }
  const indexed = /^(\w+)\((\d+)\)/.exec(name)
  if (indexed) return { [indexed[1]!]: Number(indexed[2]) }
  return name
}

const sentences: Record<string, string> = {
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  SignatureFailure: 'Transaction did not pass signature verification',
}

export function sentenceOf(err: unknown): string {
  if (typeof err === 'string') return sentences[err] ?? err
  const { InstructionError } = err as { InstructionError?: [number, unknown] }
  if (!InstructionError) return JSON.stringify(err)
  const [index, kind] = InstructionError
  const { Custom } = (kind ?? {}) as { Custom?: number }
  const what = Custom === undefined ? String(kind) : `custom program error: 0x${Custom.toString(16)}`
  return `Error processing Instruction ${index}: ${what}`
}
