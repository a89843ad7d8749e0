import { assets, type AssetCode } from '@specie/protocol/assets.ts'
import { minor, plain, shown, total } from './amounts.ts'
import { effectsBetween, type Effect } from './effects.ts'
import type { BankFact, Difference, Facts, InstitutionFact, Operation } from './facts.ts'
import type { Seen, SeenById, StopFact } from './facts-of-people.ts'
import { isFor, isSentBack, isTakenBack, isWire } from './reconcile-bank.ts'

// Suspended or offboarded institutions: only reported irrevocable operations leave them, they get no new promise, and an
// offboarded one keeps nothing.

export function stopDifferences(facts: Facts): Difference[] {
  return facts.stops.flatMap((stop) => {
    const institution = facts.institutions.find(({ id }) => id === stop.institution)!
    return [
      ...left(facts, stop, institution),
      ...promised(stop, institution),
      ...(stop.how === 'offboarded' ? [...kept(facts, institution), ...lateWires(facts, stop, institution)] : []),
    ]
  })
}

/** The agreement of two people at its offboarding. */
const isClosing = ({ how, before, payouts }: StopFact, { id, kind, claims, moves }: Operation): boolean =>
  how === 'offboarded' &&
  before[id] === undefined &&
  (kind === 'payout' || kind === 'withdrawal') &&
  (claims.length === 0 || claims.some((claim) => goesTo(payouts, Object.keys(moves)[0]!, claim)))

const goesTo = (payouts: StopFact['payouts'], asset: string, claim: Operation['claims'][number]): boolean =>
  payouts.some(({ asset: paid, to }) => {
    if (paid !== asset || to === null) return false
    return (claim.at === 'bank' || claim.at === 'chain') && claim.to !== null && plain(claim.to) === plain(to)
  })

/** A return to its sender does not leave the institution. */
const goesBack = ({ claim }: Effect): boolean =>
  (claim.at === 'provider' && claim.outcome === 'returned') ||
  (claim.at === 'chain' && claim.what === 'out' && claim.to === null)

/** An intermediate step, after which the next one waits. */
const isHalfway = ({ claim }: Effect): boolean =>
  claim.at === 'provider' || (claim.at === 'chain' && claim.what === 'burn')

function left(facts: Facts, stop: StopFact, { name, things }: InstitutionFact): Difference[] {
  const during = (operation: Operation) => effectsBetween(facts, operation, stop.began, stop.ended)
  // Money returned to the balance may be paid out to the same account with the same amount.
  const paidOut = new Set(
    things
      .filter((operation) => isClosing(stop, operation))
      .flatMap(during)
      .map(({ what }) => what),
  )
  return things.flatMap((operation) => {
    const answer = stop.reported[operation.id]
    if (answer === 'ends' || isClosing(stop, operation)) return []
    const effects = during(operation)
      .filter((effect) => !goesBack(effect) && !paidOut.has(effect.what))
      .filter((effect) => !(answer === 'partly' && isHalfway(effect)))
    if (effects.length === 0) return []
    const then = stop.before[operation.id]?.status ?? 'not there'
    const what = `${name} was ${stop.how}, its ${operation.kind} was ${then} and reported as ${answer ?? 'nothing'}: ${effects.map(({ what }) => what).join(', ')}`
    return [{ rule: 'left a stopped house', about: operation.id, what }]
  })
}

const request = new Set(['mint', 'redemption', 'withdrawal', 'payout', 'order', 'conversion'])
const arriving = new Set(['wire', 'deposit'])
const filled = new Set(['order', 'conversion'])

/** An operation accepted, credited or filled while it was stopped. */
function promised(stop: StopFact, { name, things }: InstitutionFact): Difference[] {
  const after: SeenById = stop.after ?? Object.fromEntries(things.map((operation) => [operation.id, operation]))
  const closing = new Set(things.filter((operation) => isClosing(stop, operation)).map(({ id }) => id))
  return Object.entries(after).flatMap(([id, now]) => {
    const problem = closing.has(id) ? null : promiseIn(stop.before[id], now)
    if (problem === null) return []
    return [{ rule: 'promised to a stopped house', about: id, what: `${name} was ${stop.how}: ${now.kind} ${problem}` }]
  })
}

function promiseIn(then: Seen | undefined, now: Seen): string | null {
  if (request.has(now.kind) && then === undefined && now.end !== 'undone') return `was taken (${now.status})`
  if (arriving.has(now.kind) && then?.end !== 'done' && now.end === 'done') return 'was credited'
  if (filled.has(now.kind) && then?.end === 'open' && now.end === 'done') return 'was filled'
  return null
}

/** Balances are paid out: a remainder is too little, still under review, or known to staff. */
function kept({ balanceCases }: Facts, { id, name, totals, things }: InstitutionFact): Difference[] {
  return Object.entries(totals).flatMap(([asset, amount]) => {
    const isKnown = balanceCases.some((one) => one.institution === id && one.asset === asset)
    const open = things.filter(({ end }) => end === 'open')
    const waiting = total(open.map(({ moves, halfway }) => size(moves[asset] ?? halfway[asset] ?? 0n)))
    if (isKnown || amount <= waiting + leastOf(asset)) return []
    const what = `${name} was offboarded and has ${shown(amount, asset)}, and nobody knows why`
    return [{ rule: 'kept after offboarding', about: id, what }]
  })
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** Too little for a withdrawal: less than the smallest one and its fee. */
export function leastOf(asset: string): bigint {
  const terms = assets[asset as AssetCode].blockchains.map(
    ({ min_withdraw, withdraw_fee }) => minor(min_withdraw, asset) + minor(withdraw_fee, asset) - 1n,
  )
  return terms.reduce((most, one) => (one > most ? one : most), 0n)
}

/** People review it: that does not end with the institution. */
const isReviewed = ({ status, row }: Operation): boolean =>
  status === 'held' && !['account_suspended', undefined].includes((row as { hold?: { reason: string } }).hold?.reason)

function lateWires(facts: Facts, { began }: StopFact, { name, references, things }: InstitutionFact): Difference[] {
  const reviewed = things.filter(isReviewed).flatMap(({ claims }) => claims)
  const waits = new Set(reviewed.flatMap((claim) => (claim.at === 'wire' ? [claim.bankref] : [])))
  const late = facts.bank.filter((one) => one.file > began.file && isWire(facts, one) && isFor(references, one))
  const isBack = (one: BankFact) => isTakenBack(facts.bank, one) || isSentBack(facts.bank, one)
  return late
    .filter((one) => !isBack(one) && !waits.has(one.bankref))
    .map(({ bankref, amount, currency }) => ({
      rule: 'kept after offboarding',
      about: bankref,
      what: `a wire of ${shown(amount, currency)} came for ${name} after it was offboarded, and did not go back`,
    }))
}
