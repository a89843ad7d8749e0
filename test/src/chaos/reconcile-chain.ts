import { plain, shown } from './amounts.ts'
import type { ChainEvent, Claim, Difference, Facts, Operation } from './facts.ts'

// Lists against chains: each completed operation has its event once, each failed one has none, and every event belongs to a
// list.

type OnChain = Extract<Claim, { at: 'chain' }>

export function chainDifferences(facts: Facts): Difference[] {
  const operations = facts.institutions.flatMap((one) => one.things)
  return [...listed(facts, operations), ...unlisted(facts, operations), ...supplies(facts)]
}

const chainClaims = (operation: Operation): OnChain[] => operation.claims.filter((one) => one.at === 'chain')

/** Events that match a claim. */
export function matching(facts: Pick<Facts, 'events' | 'ours'>, claim: OnChain): ChainEvent[] {
  const ours = new Set(facts.ours.map(plain))
  const txids = new Set(claim.txids)
  return facts.events.filter((event) => {
    if (!txids.has(event.txid) || event.asset !== claim.asset || event.amount !== claim.amount) return false
    if (claim.what === 'burn') return event.to === null
    if (claim.what === 'mint') return event.from === null && goesTo(event, claim, ours)
    if (claim.what === 'in') return event.to !== null && plain(event.to) === plain(claim.to!)
    return event.from !== null && ours.has(plain(event.from)) && goesTo(event, claim, ours)
  })
}

const goesTo = ({ to }: ChainEvent, claim: OnChain, ours: ReadonlySet<string>): boolean => {
  if (to === null) return false
  if (claim.to !== null) return plain(to) === plain(claim.to)
  return claim.what === 'out' || ours.has(plain(to))
}

function listed(facts: Facts, operations: readonly Operation[]): Difference[] {
  return operations.flatMap((operation) =>
    chainClaims(operation).flatMap((claim) => {
      const count = matching(facts, claim).length
      const allowed = { done: [1], undone: claim.what === 'in' ? [0, 1] : [0], open: [0, 1] }[operation.end]
      if (allowed.includes(count)) return []
      const what = `${operation.kind} that is ${operation.status}: ${claim.what} of ${shown(claim.amount, claim.asset)} is ${count} times on ${claim.chain}`
      return [{ rule: 'on chain', about: operation.id, what }]
    }),
  )
}

/** Every event of a chain must have its cause in a list, or be a gift of the sandbox. */
function unlisted(facts: Facts, operations: readonly Operation[]): Difference[] {
  const ours = new Set(facts.ours.map(plain))
  const inboxes = new Set(facts.institutions.flatMap((one) => one.inboxes.map(plain)))
  const strangers = new Set(facts.strangers.map(plain))
  const claimed = new Set(operations.flatMap(chainClaims).flatMap((claim) => matching(facts, claim)))
  const mentioned = new Set(operations.flatMap(hashesIn))
  return facts.events.flatMap((event) => {
    const [from, to] = [event.from && plain(event.from), event.to && plain(event.to)]
    if (claimed.has(event)) return []
    const isArrival = to !== null && inboxes.has(to)
    if (isArrival) return mentioned.has(event.txid) ? [] : [stray(event, 'has arrived and is in no list')]
    const isCollected = from !== null && to !== null && !ours.has(from) && ours.has(to)
    const isGift = from === null && to !== null && strangers.has(to)
    const isForeign = from !== null && !ours.has(from) && to !== null && !ours.has(to)
    return isCollected || isGift || isForeign ? [] : [stray(event, 'has its reason in no list')]
  })
}

const stray = ({ txid, amount, asset, chain, from, to }: ChainEvent, why: string): Difference => ({
  rule: 'stray event',
  about: txid,
  what: `${shown(amount, asset)} on ${chain} from ${from ?? 'nothing'} to ${to ?? 'nothing'} ${why}`,
})

function hashesIn({ row }: Operation): string[] {
  const { txid, txids = [], legs = [] } = row as { txid?: string; txids?: string[]; legs?: { ref: string | null }[] }
  return [txid, ...txids, ...legs.map(({ ref }) => ref)].filter((one): one is string => typeof one === 'string')
}

/** The public figures are those of the chains. */
function supplies({ reserves }: Facts): Difference[] {
  return reserves.flatMap(({ asset, shownSupply, chainSupply }) =>
    Object.entries(chainSupply).flatMap(([chain, supply]) => {
      const answer = shownSupply[chain] ?? 0n
      if (answer === supply) return []
      const what = `${asset} on ${chain}: the chain says ${shown(supply, asset)}, /client/reserves ${shown(answer, asset)}`
      return [{ rule: 'supply', about: `${asset} ${chain}`, what }]
    }),
  )
}
