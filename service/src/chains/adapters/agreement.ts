import type { ChainCode } from '@specie/protocol/chains.ts'
import { canonical } from '@specie/protocol/json.ts'
import type { Broadcast, Movement, Outcome, Window } from '../../base/ports/chain.ts'

// Where several nodes serve a chain, none is believed alone. What decides something is asked of all of them, and holds
// when as many as the settings demand (all, unless a quorum is set) say the same.

/** Nodes say different things of what can only be one: nobody knows which is true. Trouble, and never an outcome. */
export class Disagreement extends Error {
  override name = 'Disagreement'
}

/** Fewer nodes answer than must agree. */
export class TooFewNodes extends Error {
  override name = 'TooFewNodes'
}

/** What one node said; `node` is its host. An error that is no failure of the node itself is an answer, too. */
export type NodeAnswer<T> = { readonly node: string; readonly answer: T }
type Answer<T> = { readonly value: T } | { readonly error: Error }
export type Surveyed<T> = { readonly said: readonly NodeAnswer<Answer<T>>[]; readonly failures: readonly Error[] }

/** Asks all of these nodes at once. */
export async function survey<Node extends { readonly host: string }, T>(
  nodes: readonly Node[],
  put: (node: Node) => Promise<T>,
  isFailure: (error: unknown) => boolean,
): Promise<Surveyed<T>> {
  const said: NodeAnswer<Answer<T>>[] = []
  const failures: Error[] = []
  const results = await Promise.allSettled(nodes.map(put))
  for (const [i, one] of results.entries()) {
    const node = nodes[i]!.host
    if (one.status === 'fulfilled') said.push({ node, answer: { value: one.value } })
    else if (isFailure(one.reason)) failures.push(one.reason as Error)
    else said.push({ node, answer: { error: one.reason as Error } })
  }
  return { said, failures }
}

/** The plain answers; an error among them is thrown. */
export const valuesOf = <T>({ said }: Surveyed<T>): NodeAnswer<T>[] =>
  said.map(({ node, answer }) => ({ node, answer: valueOf(answer) }))

function valueOf<T>(answer: Answer<T>): T {
  if ('error' in answer) throw answer.error
  return answer.value
}

export type Panel = { readonly code: ChainCode; readonly quorum: number }

/**
 * What a quorum of nodes says alike: at least so many answers with the same key, also if they are an error. A quorum is
 * more than half of the nodes, so there is one such group at most. `dissent` are those who say something else.
 */
export function agreed<T>(
  panel: Panel,
  what: string,
  { said, failures }: Surveyed<T>,
  keyOf: (answer: T) => string,
): { same: T[]; dissent: string[] } {
  const key = ({ answer }: NodeAnswer<Answer<T>>) =>
    'error' in answer ? `! ${answer.error.name}` : keyOf(answer.value)
  const groups = Map.groupBy(said, key)
  const same = [...groups.values()].find((group) => group.length >= panel.quorum)
  const dissent = said.filter((one) => !same?.includes(one)).map((one) => `${one.node}: ${shown(key(one))}`)
  if (same) return { same: same.map(({ answer }) => valueOf(answer)), dissent }
  if (groups.size < 2) throw tooFew(panel, what, said.length, failures)
  throw new Disagreement(
    `The nodes of ${panel.code} disagree on ${what} (${dissent.join('; ')}). Find out which of them is right.`,
  )
}

const shown = (key: string): string => (key.length > 120 ? `${key.slice(0, 120)}…` : key)

function tooFew({ code, quorum }: Panel, what: string, answers: number, failures: readonly Error[]): TooFewNodes {
  const why = failures.map(({ message }) => message).join('; ')
  return new TooFewNodes(`${answers} nodes of ${code} tell ${what}, and ${quorum} must: ${why}`)
}

/** The highest number that a quorum of nodes says or exceeds. */
export function reached(panel: Panel, what: string, surveyed: Surveyed<bigint>): bigint {
  const numbers = valuesOf(surveyed).map(({ answer }) => answer)
  const found = numbers.toSorted((a, b) => (a > b ? -1 : Number(a < b)))[panel.quorum - 1]
  if (found === undefined) throw tooFew(panel, what, numbers.length, surveyed.failures)
  return found
}

/** A transaction as one node has it: `settled` where the node itself calls it final. */
export type Landed = Omit<Outcome, 'final' | 'disputed'> & { readonly settled: boolean }

/**
 * What became of a transaction. Done or failed for good is what a quorum of nodes says alike. One of which they tell
 * different things is on the chain for some of them: it is neither sent again nor believed. Below the final block that
 * is a dispute.
 */
export function outcomeBy(
  panel: Panel,
  hash: string,
  said: readonly NodeAnswer<Landed | null>[],
  final: bigint,
): Outcome | null {
  const keyOf = (one: Landed | null) => (one ? `${one.height} ${one.block} ${one.ok}` : 'nothing')
  const same = [...Map.groupBy(said, ({ answer }) => keyOf(answer)).values()].find(
    (group) => group.length >= panel.quorum,
  )
  if (same) {
    const [{ answer }] = same as [NodeAnswer<Landed | null>]
    const isFinal = same.every((one) => one.answer?.settled) && answer!.height <= final
    return answer && outcomeOf(answer, isFinal, null)
  }
  const found = said.flatMap(({ answer }) => answer ?? [])
  if (found.length === 0) throw tooFew(panel, `what became of ${hash}`, said.length, [])
  const isDisputed = said.length >= panel.quorum && found.some(({ height }) => height <= final)
  const sides = said.map(({ node, answer }) => `${node}: ${answer ? (answer.ok ? 'done' : 'failed') : 'not there'}`)
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

/** What several nodes said to a broadcast comes to the best of it: one that took the bytes suffices. */
export const bestOf = (said: readonly NodeAnswer<Broadcast>[]): Broadcast =>
  bestFirst.find((best) => said.some(({ answer }) => answer === best)) ?? 'unknown'

const bestFirst: readonly Broadcast[] = ['accepted', 'nonce_too_low', 'expired', 'underpriced']

/** What nodes must tell alike of a window: all that is final. Their newest blocks may differ. */
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

/** Of windows whose final parts are alike: of what is not final, only what all of them tell. */
export function commonPart(windows: readonly Window[]): Window {
  const [first, ...others] = windows as [Window, ...Window[]]
  const told = others.map(({ movements }) => new Set(movements.map(plain)))
  const movements = first.movements.filter((one) => one.final || told.every((all) => all.has(plain(one))))
  const latest = others.reduce((least, one) => (one.latest < least ? one.latest : least), first.latest)
  return { ...first, movements, latest }
}

/** What is remembered of nodes that contradict each other is not kept: one of them lied, and may tell the truth next. */
export async function unlessDisputed<T>(reading: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Disagreement) forget()
    throw error
  }
}

/** Something that an operator should hear of. Never the address of a node, which may hold a password: its host alone. */
export type OnTrouble = (message: string, details: Record<string, unknown>) => void

const quietMs = 60_000

/** Chains are read many times a second; whoever is told of a trouble wants to hear it once a minute. */
export function onceAMinute(tell: OnTrouble): OnTrouble {
  const told = new Set<string>()
  return (message, details) => {
    const key = [message, ...Object.values(details).filter((value) => typeof value === 'string')].join(' ')
    if (told.has(key)) return
    told.add(key)
    setTimeout(() => told.delete(key), quietMs).unref()
    tell(message, details)
  }
}
