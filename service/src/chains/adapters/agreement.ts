import type { ChainCode } from '@specie/protocol/chains.ts'
import { canonical } from '@specie/protocol/encoding/json.ts'
import type { Broadcast, CoinTransfers, Movement, Outcome, Window } from '../../base/ports/chain.ts'

// With several nodes for a chain, no single node is trusted. Every fact that a decision depends on is requested from all
// nodes, and counts when the required number (all, unless a quorum is set) agrees.

/** Nodes contradict each other, and we cannot know which is right. An error, never an outcome. */
export class Disagreement extends Error {
  override name = 'Disagreement'
}

/** Fewer nodes answer than must agree. */
export class TooFewNodes extends Error {
  override name = 'TooFewNodes'
}

/** The answer of one node; `node` is its host. An error that is not the node's own failure is an answer too. */
export type NodeAnswer<T> = { readonly node: string; readonly answer: T }
type Answer<T> = { readonly value: T } | { readonly error: Error }
export type QueryResults<T> = {
  readonly answers: readonly NodeAnswer<Answer<T>>[]
  readonly failures: readonly Error[]
}

/** Queries all of these nodes concurrently. */
export async function queryNodes<Node extends { readonly host: string }, T>(
  nodes: readonly Node[],
  request: (node: Node) => Promise<T>,
  isFailure: (error: unknown) => boolean,
): Promise<QueryResults<T>> {
  const answers: NodeAnswer<Answer<T>>[] = []
  const failures: Error[] = []
  const results = await Promise.allSettled(nodes.map(request))
  for (const [i, one] of results.entries()) {
    const node = nodes[i]!.host
    if (one.status === 'fulfilled') answers.push({ node, answer: { value: one.value } })
    else if (isFailure(one.reason)) failures.push(one.reason as Error)
    else answers.push({ node, answer: { error: one.reason as Error } })
  }
  return { answers, failures }
}

/** The values of the answers; an error among them is thrown. */
export const valuesOf = <T>({ answers }: QueryResults<T>): NodeAnswer<T>[] =>
  answers.map(({ node, answer }) => ({ node, answer: valueOf(answer) }))

function valueOf<T>(answer: Answer<T>): T {
  if ('error' in answer) throw answer.error
  return answer.value
}

export type Panel = { readonly code: ChainCode; readonly quorum: number }

/**
 * The answer of a quorum: at least that many answers with the same key, errors included. A quorum is more than half of the
 * nodes, so at most one such group exists. `dissent` lists the nodes with other answers.
 */
export function quorumAnswer<T>(
  panel: Panel,
  what: string,
  { answers, failures }: QueryResults<T>,
  keyOf: (answer: T) => string,
): { same: T[]; dissent: string[] } {
  const key = ({ answer }: NodeAnswer<Answer<T>>) =>
    'error' in answer ? `! ${answer.error.name}` : keyOf(answer.value)
  const groups = Map.groupBy(answers, key)
  const same = [...groups.values()].find((group) => group.length >= panel.quorum)
  const dissent = answers.filter((one) => !same?.includes(one)).map((one) => `${one.node}: ${shortened(key(one))}`)
  if (same) return { same: same.map(({ answer }) => valueOf(answer)), dissent }
  if (groups.size < 2) throw tooFew(panel, what, answers.length, failures)
  throw new Disagreement(
    `The nodes of ${panel.code} disagree on ${what} (${dissent.join('; ')}). Find out which of them is right.`,
  )
}

const shortened = (key: string): string => (key.length > 120 ? `${key.slice(0, 120)}…` : key)

function tooFew({ code, quorum }: Panel, what: string, answers: number, failures: readonly Error[]): TooFewNodes {
  const why = failures.map(({ message }) => message).join('; ')
  return new TooFewNodes(`${answers} nodes of ${code} report ${what}, and ${quorum} must: ${why}`)
}

/** The highest number that a quorum of nodes has reached. */
export function quorumHeight(panel: Panel, what: string, surveyed: QueryResults<bigint>): bigint {
  const numbers = valuesOf(surveyed).map(({ answer }) => answer)
  const found = numbers.toSorted((a, b) => (a > b ? -1 : Number(a < b)))[panel.quorum - 1]
  if (found === undefined) throw tooFew(panel, what, numbers.length, surveyed.failures)
  return found
}

/** A transaction as one node reports it; `settled` when that node calls it final. */
export type Landed = Omit<Outcome, 'final' | 'disputed'> & { readonly settled: boolean }

/**
 * The outcome of a transaction. It is final when a quorum of nodes agrees. If nodes differ, some have it on the chain. It is
 * neither resent nor trusted. A difference below the final block is a dispute.
 */
export function outcomeBy(
  panel: Panel,
  hash: string,
  answers: readonly NodeAnswer<Landed | null>[],
  final: bigint,
): Outcome | null {
  const keyOf = (one: Landed | null) => (one ? `${one.height} ${one.block} ${one.ok}` : 'nothing')
  const same = [...Map.groupBy(answers, ({ answer }) => keyOf(answer)).values()].find(
    (group) => group.length >= panel.quorum,
  )
  if (same) {
    const [{ answer }] = same as [NodeAnswer<Landed | null>]
    const isFinal = same.every((one) => one.answer?.settled) && answer!.height <= final
    return answer && outcomeOf(answer, isFinal, null)
  }
  const found = answers.flatMap(({ answer }) => answer ?? [])
  if (found.length === 0) throw tooFew(panel, `the outcome of ${hash}`, answers.length, [])
  const isDisputed = answers.length >= panel.quorum && found.some(({ height }) => height <= final)
  const sides = answers.map(({ node, answer }) => `${node}: ${answer ? (answer.ok ? 'done' : 'failed') : 'not there'}`)
  const disputed = isDisputed ? `The nodes of ${panel.code} disagree on ${hash} (${sides.join('; ')}).` : null
  return outcomeOf(found[0]!, false, disputed)
}

const outcomeOf = ({ height, block, ok, cost }: Landed, final: boolean, disputed: string | null): Outcome => ({
  height,
  block,
  ok,
  cost,
  final,
  disputed,
})

/** The best answer to a broadcast. One node that accepted the bytes is enough. */
export const bestOf = (answers: readonly NodeAnswer<Broadcast>[]): Broadcast =>
  bestFirst.find((best) => answers.some(({ answer }) => answer === best)) ?? 'unknown'

const bestFirst: readonly Broadcast[] = ['accepted', 'nonce_too_low', 'expired', 'underpriced']

/** The part of a window on which nodes must agree: everything final. Their newest blocks may differ. */
export const finalPart = ({ movements, final }: Window): string =>
  canonical([
    String(final),
    ...movements
      .filter((one) => one.final)
      .map(plain)
      .toSorted(),
  ])

const plain = ({ height, amount, ...one }: Movement): string =>
  canonical({ ...one, height: String(height), amount: String(amount) })

/** Nodes must agree on all of it: it is final. */
export const transfersKey = ({ transfers, cursor, height }: CoinTransfers): string =>
  canonical([
    cursor,
    String(height),
    ...transfers.map((one) =>
      canonical({ ...one, height: String(one.height), amount: String(one.amount), at: one.at.toISOString() }),
    ),
  ])

/** Merges windows with equal final parts; keeps non-final movements only if all of them have them. */
export function commonPart(windows: readonly Window[]): Window {
  const [first, ...others] = windows as [Window, ...Window[]]
  const sets = others.map(({ movements }) => new Set(movements.map(plain)))
  const movements = first.movements.filter((one) => one.final || sets.every((set) => set.has(plain(one))))
  const latest = others.reduce((lowest, one) => (one.latest < lowest ? one.latest : lowest), first.latest)
  return { ...first, movements, latest }
}

/** Clears cached answers after a disagreement. One of the nodes was wrong, and may be right next time. */
export async function clearOnDisagreement<T>(reading: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Disagreement) forget()
    throw error
  }
}

/** Reports a problem to operators. Never includes a node's URL, which may contain a password: only its host. */
export type OnTrouble = (message: string, details: Record<string, unknown>) => void

const quietMs = 60_000

/** Chains are read many times a second; the same problem is reported once a minute. */
export function oncePerMinute(report: OnTrouble): OnTrouble {
  const recent = new Set<string>()
  return (message, details) => {
    const key = [message, ...Object.values(details).filter((value) => typeof value === 'string')].join(' ')
    if (recent.has(key)) return
    recent.add(key)
    setTimeout(() => recent.delete(key), quietMs).unref()
    report(message, details)
  }
}
