import { armingControls, forgets, smallestUnits, wholeNumber, type Chain, type Controls, type LogAt } from '../chain.ts'
import type { SolanaSpec } from '../chains.ts'
import { badParams, noSuchMethod, type Handle } from '../rpc.ts'
import { accountReads } from './account-reads.ts'
import { chainReads } from './chain-reads.ts'
import { anchorAt, drip, happen, openNode, run, schedule, send, slotNow, type Node } from './node.ts'
import { blockhashOf, genesisHash } from './slots.ts'
import { transactionReads } from './transaction-reads.ts'
import { decodeWire } from './transaction.ts'
import { createView, optionsOf, type Reads } from './view.ts'

export async function openSolana(spec: SolanaSpec, log: LogAt, onFailure: (error: Error) => void): Promise<Chain> {
  const { code, slotMs: blockMs, confirmed, finalized, blockhashSlots } = spec
  const node = await openNode(spec, log, onFailure)
  const height = () => slotNow(node)
  const view = createView(node.state, spec, height)
  const reads: Reads = { ...chainReads(view), ...accountReads(view), ...transactionReads(view) }
  const handle: Handle = async (method, params) => {
    if (method === 'sendTransaction') {
      const { encoding, skipPreflight } = optionsOf(params[1])
      return send(node, decodeWire(params[0], encoding), skipPreflight === true)
    }
    if (method === 'requestAirdrop') return drip(node, params[0], lamportsOf(params[1]))
    const read = Object.hasOwn(reads, method) ? reads[method] : undefined
    if (!read) throw noSuchMethod(method)
    return read(params)
  }
  const facts = {
    code,
    family: 'solana' as const,
    online: true,
    genesisHash,
    blockMs,
    confirmed,
    finalized,
    blockhashSlots,
  }
  return {
    code,
    handle,
    describe: () => ({ ...facts, height: height(), stalled: node.state.slots.stalledAt !== null }),
    controls: controlsOf(node),
    stop: async () => {
      if (node.timer) clearTimeout(node.timer)
      await node.log.close()
    },
  }
}

function controlsOf(node: Node): Controls {
  const { slots, queue } = node.state
  return {
    ...armingControls(node.faults),
    stall: async () => {
      slots.stalledAt ??= slotNow(node)
      return { stalled: true }
    },
    resume: async () => {
      const slot = slotNow(node)
      slots.stalledAt = null
      anchorAt(node, slot)
      schedule(node)
      return { stalled: false }
    },
    mine: async (body) => {
      const slot = slotNow(node) + wholeNumber(body, 'blocks', 1, 10_000, 1)
      if (queue.size > 0) run(node, Math.max(slotNow(node), node.state.lastRun) + 1)
      if (slots.stalledAt !== null) slots.stalledAt = slot
      anchorAt(node, slot)
      await node.log.durable()
      return { height: slotNow(node) }
    },
    reorg: async (body) => {
      const depth = wholeNumber(body, 'depth', 1, node.spec.finalized - 1)
      const at = slotNow(node)
      happen(node, { fork: at - depth, at, forget: forgets(body) })
      schedule(node)
      await node.log.durable()
      return { height: slotNow(node), hash: blockhashOf(slots, slotNow(node)) }
    },
    faucet: async (body) => ({ txid: await drip(node, body['address'], smallestUnits(body)) }),
  }
}

function lamportsOf(value: unknown): bigint {
  if ((typeof value === 'number' && Number.isSafeInteger(value)) || typeof value === 'bigint') return BigInt(value)
  throw badParams('lamports must be a whole number')
}
