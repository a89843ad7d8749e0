import { type Address, getU64Decoder, type Instruction } from '@solana/kit'
import type { Kind, SupplyEvent } from '../request.ts'
import { guardAddress, readRecord } from './guard.ts'
import { tokenProgram } from './instructions.ts'

// The effect of a successful transaction on the supply: the counterpart of the EVM coin's events.

const initializeMultisig = 19

/** The token instruction of each kind, and the positions of its mint and account. */
const carriedOutBy = {
  mint: { discriminator: 14, mint: 0, account: 1 },
  burn: { discriminator: 15, mint: 1, account: 0 },
  seizure: { discriminator: 12, mint: 1, account: 0 },
} as const satisfies { [K in Kind]: { discriminator: number; mint: number; account: number } }

/**
 * One for each guard of this guardian, in order; `instructions` are those of the message, not inner ones. A record is believed
 * only with its token instruction: strangers can write the same words elsewhere, but not at the guardian's address.
 */
export async function supplyEvents(
  { mint, guardian }: { mint: Address; guardian: Address },
  instructions: readonly Instruction[],
): Promise<SupplyEvent<Address>[]> {
  const ours = instructions.filter((one) => one.programAddress === tokenProgram)
  const events: SupplyEvent<Address>[] = []
  for (const one of ours) {
    if (one.data?.[0] !== initializeMultisig) continue
    const [at, ...words] = (one.accounts ?? []).map((meta) => meta.address)
    const record = readRecord(words)
    if (!record || at !== (await guardAddress(guardian, record.requestId))) continue
    if (ours.some((other) => carriesOut(other, mint, record))) events.push(record)
  }
  return events
}

function carriesOut({ data, accounts }: Instruction, mint: Address, record: SupplyEvent<Address>): boolean {
  const by = carriedOutBy[record.kind]
  if (data?.[0] !== by.discriminator || data.length < 9) return false
  if (accounts?.[by.mint]?.address !== mint || accounts[by.account]?.address !== record.account) return false
  return getU64Decoder().decode(data, 1) === record.amount
}
