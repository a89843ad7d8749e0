import { join } from 'node:path'
import { jsonCodec, openLog, wholeState } from '@specie/program/event-log.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import type { Bank } from '../bank/bank.ts'
import { announceWire, isKnownWire } from '../bank/wires.ts'
import { without } from '../pending-faults.ts'
import { applyCustody, type Custody, type CustodyEvent, newCustody } from './custody.ts'
import type { PendingProviderFault, Misbehaviour } from './misbehaviour.ts'
import { type Anchor, anchors, type Pair } from './prices.ts'
import { type Beneficiary, type Proceeds, wireOf } from './proceeds.ts'

/** The outcome of a conversion, as answered to the customer; amounts are decimal strings. */
export type Answer =
  | {
      status: 'filled'
      sell: AssetCode
      sold: string
      buy: 'CHF' | 'GBP'
      bought: string
      spread: string
      pay_to?: Beneficiary
    }
  | { status: 'rejected'; reason: string }

/** All events of the provider, one line of its log each; amounts are decimal strings. */
export type Event =
  | ({ type: 'asked' } & PendingProviderFault)
  | ({ type: 'rate'; symbol: Pair } & Anchor)
  /** The wall time since which prices and their times no longer change. Null: they change. */
  | { type: 'stale'; since: number | null }
  | { type: 'failed'; uses: Misbehaviour[] }
  | {
      type: 'taken'
      key: string
      hash: string
      answer: Answer
      proceeds: Proceeds[]
      uses: Misbehaviour[]
    }
  /** Handed to the bank. Without `of`, as in logs from before settlements, it belongs to a conversion. */
  | { type: 'wired'; key: string; of?: Wired }
  | CustodyEvent

/** The operations that end with a wire to the customer. */
type Wired = 'conversions' | 'settlements'

type TakenConversion = { hash: string; answer: Answer; proceeds: Proceeds[] }

export type State = Custody & {
  asked: PendingProviderFault[]
  anchors: { [pair in Pair]: Anchor }
  staleSince: number | null
  conversions: Map<string, TakenConversion>
  sold: Map<AssetCode, bigint>
}

const newState = (): State => ({
  asked: [],
  anchors: { ...anchors },
  staleSince: null,
  conversions: new Map(),
  sold: new Map(),
  ...newCustody(),
})

/** The only code that changes the state, from the event alone: replaying the log gives the same state. */
function apply(state: State, event: Event): void {
  if ('uses' in event) state.asked = without(state.asked, event.uses)
  switch (event.type) {
    case 'asked':
      state.asked.push({ next: event.next, count: event.count, seconds: event.seconds })
      break
    case 'rate':
      state.anchors[event.symbol] = { price: event.price, frozen: event.frozen }
      break
    case 'stale':
      state.staleSince = event.since
      break
    case 'taken': {
      const { key, hash, answer, proceeds } = event
      state.conversions.set(key, { hash, answer, proceeds })
      if (answer.status === 'filled') {
        const { sell, sold } = answer
        state.sold.set(sell, (state.sold.get(sell) ?? 0n) + parseAmount(sold, sell).minor)
      }
      break
    }
    case 'wired':
      state[event.of ?? 'conversions'].get(event.key)!.proceeds = []
      break
    case 'failed':
      break
    default:
      applyCustody(state, event)
  }
}

/** The running provider. It uses the bank's settlement time, and the bank carries its wires. */
export type Provider = {
  readonly state: State
  readonly bank: Bank
  /** Takes effect at once; resolves when it is durable. */
  record(event: Event): Promise<void>
  durable(): Promise<void>
  /** Hands the proceeds to the bank. */
  wire(of: Wired, key: string): Promise<void>
  stop(): Promise<void>
}

/** Raise it when the form of the state changes. */
const stateVersion = 1

export async function openProvider(
  folder: string,
  bank: Bank,
  snapshotEvery: number,
  onFailure: (error: Error) => void,
): Promise<Provider> {
  const state = newState()
  const log = await openLog({
    file: join(folder, 'provider.log'),
    codec: jsonCodec<Event>(),
    replay: (event) => apply(state, event),
    onFailure,
    snapshots: wholeState(state, stateVersion, snapshotEvery),
  })

  const record = (event: Event): Promise<void> => {
    apply(state, event)
    log.append(event)
    return log.durable()
  }

  async function wire(of: Wired, key: string): Promise<void> {
    await log.durable() // nothing is sent for a fill that a crash could undo
    const { proceeds } = state[of].get(key)!
    if (proceeds.length === 0) return
    for (const one of proceeds)
      if (!isKnownWire(bank.state, one.endToEndId))
        await bank.record(announceWire(bank.state, wireOf(one), new Date(one.dueAt)))
    await record({ type: 'wired', of, key })
  }

  // A crash may have hit between a fill and its wire.
  for (const kind of ['conversions', 'settlements'] as const)
    for (const [key, { proceeds }] of state[kind]) if (proceeds.length > 0) await wire(kind, key)

  return { state, bank, record, wire, durable: () => log.durable(), stop: () => log.close() }
}
