import type { Token } from '../names/token.ts'
import type { Coverage } from './coverage.ts'

// Whether two names can be near each other, from which of their words can be paired. match/person-score.ts and
// match/company-score.ts take more off for what is left than these bounds.

/** What may be taken off 1 so that two names are still near (match/comparison.ts: `nearFrom`). */
const mostTakenOff = 0.286

const leastMissing = { initial: 0.012, name: 0.07 }

/** All words of one name are in the other one; or each has one word more, in another place. */
export function personsCanBeNear(one: readonly Token[], other: readonly Token[], coverage: Coverage): boolean {
  const { leftOne, leftOther } = coverage
  if (leftOne > 0 && leftOther > 0) return leftOne === 1 && leftOther === 1 && one.length > 2 && other.length > 2
  const missing = leftOne > 0 ? missingOf(one, coverage.one) : leftOther > 0 ? missingOf(other, coverage.other) : 0
  return missing <= mostTakenOff
}

function missingOf(tokens: readonly Token[], covered: Uint8Array): number {
  let sum = 0
  for (const [n, { role }] of tokens.entries()) {
    if (covered[n] === 0) sum += role === 'initial' ? leastMissing.initial : leastMissing.name
  }
  return sum
}

const missingName = { first: 0.23, more: 0.161, ofMany: 0.55, conflicting: 0.5 }

/** Only words that say little may be left in one name when the other one has some left too. */
export function companiesCanBeNear(one: readonly Token[], other: readonly Token[], coverage: Coverage): boolean {
  const [names, others] = [leftNames(one, coverage.one), leftNames(other, coverage.other)]
  if (names > 0 && others > 0) return false
  // A known word with a typing error.
  if (coverage.leftOne === 1 && coverage.leftOther === 1) return true
  if (hasSubstance(one, coverage.one) && hasSubstance(other, coverage.other)) return false
  const left = names + others
  if (left === 0) return true
  const cost = missingName.first + (left - 1) * missingName.more
  return cost * missingName.ofMany * missingName.conflicting <= mostTakenOff
}

/** A name that the lists have may be part of one that is paired. */
function leftNames(tokens: readonly Token[], covered: Uint8Array): number {
  let left = 0
  for (const [n, { role, concept }] of tokens.entries()) {
    if (covered[n] === 0 && role === 'name' && concept === null) left += 1
  }
  return left
}

const hasSubstance = (tokens: readonly Token[], covered: Uint8Array): boolean =>
  tokens.some(
    ({ role, concept }, n) => covered[n] === 0 && role !== 'filler' && concept !== 'national' && concept !== 'state',
  )
