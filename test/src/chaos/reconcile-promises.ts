import { cents, plain, shown, total } from './amounts.ts'
import { effectsBetween } from './effects.ts'
import type { Difference, Facts, HoldFact, ReserveFact, RevocationFact } from './facts.ts'
import { matching } from './reconcile-chain.ts'

// The promises made on the way: a held operation does not move (S1), a revoked address receives nothing, one bad price does not
// empty the desk, the public figure is not better than the truth, and the service's own check agrees.

export function promiseDifferences(facts: Facts): Difference[] {
  return [
    ...facts.holds.flatMap((hold) => holdBroken(facts, hold)),
    ...facts.revocations.flatMap((one) => revocationBroken(facts, one)),
    ...facts.reserves.flatMap(coverageOverstated),
    ...lossTooLarge(facts),
    ...facts.halts.map((what) => ({ rule: 'halted', about: what, what: `${what} is halted at the end` })),
    ...(isClean(facts)
      ? []
      : [{ rule: 'specie check', about: 'check', what: `exits ${facts.check.code}:\n${facts.check.said}` }]),
  ]
}

/** During a hold an operation is `held`, or was canceled by its owner. */
const stillStatuses = ['held', 'canceled']
/** A held operation is returned when its institution is offboarded. */
const overStatuses = ['rejected', 'failed', 'returned', 'pending']

function holdBroken(facts: Facts, hold: HoldFact): Difference[] {
  if (!hold.wasOpen || hold.answer === 'too_late') return []
  const operation = facts.institutions.flatMap((one) => one.things).find(({ id }) => id === hold.thing)
  if (!operation) return [{ rule: 'hold', about: hold.thing, what: `the held ${hold.kind} is in no list` }]
  const effects =
    hold.answer === 'partly' ? [] : effectsBetween(facts, operation, hold.began, hold.ended).map(({ what }) => what)
  const isOver = facts.stops.some(
    ({ institution, how }) => how === 'offboarded' && institution === operation.institution,
  )
  const isStill = [...stillStatuses, ...(isOver ? overStatuses : [])].includes(hold.statusThen)
  if (effects.length === 0 && isStill) return []
  const answer = hold.answer ?? 'taken without a word'
  const what = `${hold.kind} was ${hold.statusAt} when its hold was answered (${answer}); before it was decided on it was ${hold.statusThen}${effects.length > 0 ? ` and had done: ${effects.join(', ')}` : ''}`
  return [{ rule: 'hold', about: hold.thing, what }]
}

/** The exit code of a check that finds only debts. */
const owing = 4

const isClean = ({ check, institutions }: Facts): boolean =>
  check.code === 0 || (check.code === owing && institutions.some(({ owed }) => Object.keys(owed).length > 0))

function revocationBroken(facts: Facts, { address, chain, began, ended, underWay, addressid }: RevocationFact) {
  const allowed = new Set(underWay)
  const operations = facts.institutions.flatMap((one) => one.things)
  const late = facts.events.filter(
    (event) =>
      event.chain === chain &&
      event.to !== null &&
      plain(event.to) === plain(address) &&
      event.block > (began.blocks[chain] ?? 0) &&
      (ended === null || event.block <= (ended.blocks[chain] ?? 0)),
  )
  return late.flatMap((event): Difference[] => {
    const owner = operations.find((operation) =>
      operation.claims.some((claim) => claim.at === 'chain' && matching(facts, claim).includes(event)),
    )
    if (owner && allowed.has(owner.id)) return []
    const what = `${shown(event.amount, event.asset)} went to ${address} on ${chain} after it was revoked (${addressid}), by ${owner?.kind ?? 'nothing in a list'}`
    return [{ rule: 'revoked', about: owner?.id ?? event.txid, what }]
  })
}

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

/** The uncommitted part of the reserves over all existing coins. Ten thousandths, rounded down. */
export function trueCoverage(reserve: ReserveFact): bigint | null {
  const supply = cents(total(Object.values(reserve.chainSupply)))
  if (supply === 0n) return null
  const owed = atLeastZero(reserve.redeemed - reserve.sweptOut)
  const givenBack = atLeastZero(reserve.sweptOut - reserve.redeemed)
  const ahead = atLeastZero(reserve.sweptIn - reserve.minted - givenBack)
  return ((reserve.bankBalance - owed - ahead) * 10_000n) / supply
}

function coverageOverstated(reserve: ReserveFact): Difference[] {
  const { asset, currency, shownCoverage, shownBalance, bankBalance } = reserve
  const truth = trueCoverage(reserve)
  const differences: Difference[] = []
  if (shownBalance > bankBalance) {
    const what = `the reserve shows ${shown(shownBalance, currency)}, the bank has ${shown(bankBalance, currency)}`
    differences.push({ rule: 'reserve', about: asset, what })
  }
  if (shownCoverage !== null && truth !== null && shownCoverage > truth)
    differences.push({ rule: 'coverage', about: asset, what: `shown ${shownCoverage}, true ${truth} (of 10000)` })
  return differences
}

/** The value of each asset in UAT, in millionths of a franc per whole unit, and its decimals. */
const worth: Record<string, readonly [micro: bigint, decimals: bigint]> = {
  CHF: [1_000_000n, 2n],
  VCHF: [1_000_000n, 6n],
  GBP: [1_125_000n, 2n],
  VGBP: [1_125_000n, 6n],
  USDC: [885_000n, 6n],
  ETH: [2_950_000_000n, 18n],
  BTC: [92_500_000_000n, 8n],
}

/** In cents of a franc. */
const valueOf = (amount: bigint, asset: string): bigint => {
  const [micro, decimals] = worth[asset]!
  return (amount * micro) / 10_000n / 10n ** decimals
}

/** A client's gain from a trade beyond the two percent by which prices wander in UAT. */
function gainOf({ bought, bought_currency, sold, sold_currency }: Facts['trades'][number]): bigint {
  const paidFor = valueOf(sold, sold_currency)
  return atLeastZero(valueOf(bought, bought_currency) - (paidFor * 102n) / 100n)
}

function lossTooLarge({ trades, allowedLoss }: Facts): Difference[] {
  const gains = trades.map((trade) => ({ trade, gain: gainOf(trade) })).filter(({ gain }) => gain > 0n)
  const loss = total(gains.map(({ gain }) => gain))
  if (loss <= allowedLoss) return []
  const worst = gains.toSorted((a, b) => (a.gain < b.gain ? 1 : -1))[0]!.trade
  const what = `those who quote have lost ${shown(loss, 'CHF')} in ${gains.length} trades, allowed are ${shown(allowedLoss, 'CHF')}; the worst: ${shown(worst.bought, worst.bought_currency)} for ${shown(worst.sold, worst.sold_currency)}`
  return [{ rule: 'price', about: worst.id, what }]
}
