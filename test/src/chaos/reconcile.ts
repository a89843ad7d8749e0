import { plain } from './amounts.ts'
import type { Difference, Facts, Operation } from './facts.ts'
import { balanceDifferences } from './reconcile-balances.ts'
import { bankDifferences, providerDifferences } from './reconcile-bank.ts'
import { chainDifferences } from './reconcile-chain.ts'
import { debtDifferences } from './reconcile-debts.ts'
import { forgeryDifferences } from './reconcile-forged.ts'
import { promiseDifferences } from './reconcile-promises.ts'
import { stopDifferences } from './reconcile-stops.ts'

/** All differences; none if everything agrees. Pure: it knows only the facts. */
export function differencesIn(facts: Facts): Difference[] {
  return [
    ...balanceDifferences(facts),
    ...bankDifferences(facts),
    ...providerDifferences(facts),
    ...chainDifferences(facts),
    ...promiseDifferences(facts),
    ...stopDifferences(facts),
    ...debtDifferences(facts),
    ...forgeryDifferences(facts),
    ...neverEnded(facts),
  ]
}

/** At the end only items for people are open: a hold, a wire of a third party. */
const mayStay = new Set(['held', 'below_minimum', 'screening'])

function neverEnded({ institutions, revocations }: Facts): Difference[] {
  // A transfer to a revoked wallet waits for a person, too.
  const revoked = new Set(revocations.filter(({ ended }) => ended === null).map(({ address }) => plain(address)))
  const isStopped = ({ to }: Operation) => to !== null && revoked.has(plain(to))
  return institutions.flatMap(({ name, things }) =>
    things
      .filter((operation) => operation.end === 'open' && !mayStay.has(operation.status) && !isStopped(operation))
      .map(({ id, kind, status, row }: Operation) => ({
        rule: 'never ended',
        about: id,
        what: `${name}: ${kind} is ${status} (${(row as { stage?: string }).stage ?? 'no stage'})`,
      })),
  )
}
