import type { KeyPairSigner, Signature } from '@solana/kit'
import { jsonCodec, openLog, type EventLog } from '@specie/program/event-log.ts'
import { leaveInDoubt, type LogAt } from '../chain.ts'
import type { SolanaSpec } from '../chains.ts'
import { createFaults, type Faults } from '../faults.ts'
import { wall } from '../machine.ts'
import { badParams, RpcError } from '../rpc.ts'
import { setTime, simulate } from './bank.ts'
import { faucetSigner, faucetTransaction } from './faucet.ts'
import { sentenceOf, type Outcome } from './outcome.ts'
import { beginOf, blockhashOf, slotAt, slotOfBlockhash } from './slots.ts'
import { snapshotsOf } from './snapshot.ts'
import { apply, createState, type ChainStep, type State } from './state.ts'
import { decodeWire, type Sent } from './transaction.ts'

/** The running chain. Its events are written down, one after another. */
export type Node = {
  spec: SolanaSpec
  state: State
  log: EventLog<ChainStep>
  faults: Faults
  faucet: KeyPairSigner
  drips: number
  timer: NodeJS.Timeout | null
  onFailure: (error: Error) => void
}

/** High enough for a full queue of blockhashes behind it. */
const firstSlot = 1_000

export async function openNode(spec: SolanaSpec, at: LogAt, onFailure: (error: Error) => void): Promise<Node> {
  const faucet = await faucetSigner()
  const state = createState(faucet.address)
  const log = await openLog({
    file: at.file,
    codec: jsonCodec<ChainStep>(),
    replay: (event) => apply(state, spec, event),
    onFailure,
    snapshots: snapshotsOf(state, at),
  })
  const node: Node = { spec, state, log, faults: createFaults(), faucet, drips: 0, timer: null, onFailure }
  const { anchor } = state.slots
  if (anchor.slot === 0) anchorAt(node, firstSlot)
  else if (anchor.pace !== spec.slotMs) anchorAt(node, slotNow(node))
  schedule(node)
  return node
}

export function happen({ log, state, spec }: Node, event: ChainStep): void {
  log.append(event)
  apply(state, spec, event)
}

export const slotNow = ({ state }: Node): number => slotAt(state.slots, wall())

export const anchorAt = (node: Node, slot: number): void =>
  happen(node, { anchor: { slot, wall: wall(), pace: node.spec.slotMs } })

/** Runs the queue, in this slot. */
export function run(node: Node, slot: number): void {
  const fails = [...node.state.queue.keys()].filter(() => node.faults.take('revert-next'))
  happen(node, { slot, time: Math.floor(beginOf(node.state.slots, slot) / 1000), fails })
}

/** When the next slot begins, if the queue is not empty. */
export function schedule(node: Node): void {
  const { queue, slots, lastRun } = node.state
  if (node.timer || queue.size === 0 || slots.stalledAt !== null) return
  const next = Math.max(slotNow(node), lastRun) + 1
  node.timer = setTimeout(() => due(node), Math.max(1, beginOf(slots, next) - wall()))
}

function due(node: Node): void {
  const { queue, slots, lastRun } = node.state
  node.timer = null
  try {
    if (queue.size > 0 && slots.stalledAt === null && slotNow(node) > lastRun) run(node, slotNow(node))
    schedule(node)
  } catch (error) {
    node.onFailure(error as Error)
  }
}

/** On disk when this resolves. */
async function store(node: Node, sent: Sent): Promise<void> {
  happen(node, { tx: sent.wire })
  if (node.faults.take('drop-next')) happen(node, { drop: sent.signature })
  schedule(node)
  await node.log.durable()
}

export async function send(node: Node, sent: Sent, skipPreflight: boolean): Promise<Signature> {
  if (!isSigned(node, sent)) throw new RpcError(-32003, 'Transaction signature verification failure')
  if (node.state.queue.has(sent.signature)) return sent.signature
  const against = objection(node, sent)
  if (against && !skipPreflight) throw preflightFailure(against.err, against.outcome)
  // Without preflight a node accepts any transaction; one that cannot even run disappears.
  if (against && !against.outcome) return sent.signature
  await store(node, sent)
  leaveInDoubt(node.faults)
  return sent.signature
}

/** A transfer like any other, so that watchers of the chain see it. */
export async function drip(node: Node, to: unknown, amount: bigint): Promise<Signature> {
  if (amount >= 2n ** 63n) throw badParams('amount must fit 63 bits')
  node.drips += 1
  const blockhash = blockhashOf(node.state.slots, slotNow(node))
  const sent = decodeWire(await faucetTransaction(node.faucet, to, amount, blockhash, node.drips), 'base64')
  await store(node, sent)
  return sent.signature
}

const isSigned = ({ state }: Node, sent: Sent): boolean =>
  Object.values(sent.transaction.signatures).every(Boolean) &&
  simulate(state.bank, sent, true).err !== 'SignatureFailure'

/** Why a node refuses it; with an outcome if it was run. */
function objection({ state, spec }: Node, sent: Sent): { err: unknown; outcome?: Outcome } | null {
  const { bank, slots } = state
  const slot = slotAt(slots, wall())
  if (bank.landed.has(sent.signature)) return { err: 'AlreadyProcessed' }
  if (slotOfBlockhash(slots, sent.message.lifetimeToken, slot, spec.blockhashSlots) === null)
    return { err: 'BlockhashNotFound' }
  setTime(bank, slot, Math.floor(beginOf(slots, slot) / 1000))
  const outcome = simulate(bank, sent, true)
  return outcome.err === null ? null : { err: outcome.err, outcome }
}

function preflightFailure(err: unknown, outcome: Outcome | undefined): RpcError {
  return new RpcError(-32002, `Transaction simulation failed: ${sentenceOf(err)}`, {
    err,
    logs: outcome?.logs ?? [],
    unitsConsumed: outcome?.unitsConsumed ?? 0,
    returnData: outcome?.returnData ?? null,
    accounts: null,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    replacementBlockhash: null,
  })
}
