import type { Mark } from './basic-facts.ts'
import type { ChainEvent, Claim, Facts, Operation } from './facts.ts'
import { paid } from './reconcile-bank.ts'
import { matching } from './reconcile-chain.ts'

/** The outside effects of an operation. */
export type Effect = { readonly claim: Claim; readonly what: string }

const isBetween = (began: Mark, ended: Mark | null, { chain, block }: ChainEvent): boolean =>
  block > (began.blocks[chain] ?? 0) && (ended === null || block <= (ended.blocks[chain] ?? 0))

/** The outside effects of an operation after a moment and until another one, or until now. */
export function effectsBetween(facts: Facts, operation: Operation, began: Mark, ended: Mark | null): Effect[] {
  const wasGone = (arrival: string, at: Mark | null) => at === null || at.gone.includes(arrival)
  return operation.claims.flatMap((claim): Effect[] => {
    if (claim.at === 'chain' && claim.what !== 'in')
      return matching(facts, claim)
        .filter((event) => isBetween(began, ended, event))
        .map(({ txid }) => ({ claim, what: `${claim.what} ${txid}` }))
    if (claim.at === 'bank')
      return paid(facts, claim)
        .debits.filter(({ file }) => file > began.file && (ended === null || file <= ended.file))
        .map(({ bankref }) => ({ claim, what: `payout ${bankref}` }))
    if (claim.at !== 'provider' || wasGone(claim.arrival, began) || !wasGone(claim.arrival, ended)) return []
    const isGone = facts.provider.some(({ id, gone }) => id === claim.arrival && gone !== null)
    return isGone ? [{ claim, what: `${claim.outcome} at the provider` }] : []
  })
}
