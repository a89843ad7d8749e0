import { join } from 'node:path'
import { jsonCodec, openLog, wholeState } from '@specie/program/event-log.ts'
import type { Bank } from '../bank/bank.ts'
import { wall } from '../machine.ts'
import { decisionIn } from './messages.ts'
import { post } from './post.ts'
import { apply, type Delivery, type Event, newState, type State } from './state.ts'

/** The running VASP. It uses the bank's settlement time. */
export type Vasp = {
  readonly state: State
  /** Settlement time. */
  now(): Date
  /** Takes effect at once; resolves when it is durable. Messages leave when they are due. */
  record(event: Event): Promise<void>
  /** Sends this message now, once; resolves when it was answered or failed. */
  sendNow(id: string): Promise<void>
  stop(): Promise<void>
}

/** Raise it when the form of the state changes. */
const stateVersion = 1

/** The longest interval between two looks at the clock while a message waits, because settlement time may leap. */
const heartbeat = 250
const retryMs = 1_000
const maxTries = 60

export async function openVasp(
  folder: string,
  bank: Bank,
  snapshotEvery: number,
  onFailure: (error: Error) => void,
): Promise<Vasp> {
  const state = newState()
  const log = await openLog({
    file: join(folder, 'vasp.log'),
    codec: jsonCodec<Event>(),
    replay: (event) => apply(state, event),
    onFailure,
    snapshots: wholeState(state, stateVersion, snapshotEvery),
  })
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const record = (event: Event): Promise<void> => {
    apply(state, event)
    log.append(event)
    look()
    return log.durable()
  }

  function look(): void {
    clearTimeout(timer)
    if (stopping.signal.aborted || state.deliveries.size === 0) return
    for (const delivery of state.deliveries.values()) if (isDue(delivery)) void send(delivery)
    timer = setTimeout(look, heartbeat)
  }

  const isDue = ({ dueAt, notBefore }: Delivery): boolean => notBefore <= wall() && dueAt <= bank.now().toISOString()

  function send(delivery: Delivery): Promise<void> {
    const before = underWay.get(delivery.id)
    if (before) return before
    const sending = deliver(delivery)
      .catch(onFailure)
      .finally(() => underWay.delete(delivery.id))
    underWay.set(delivery.id, sending)
    return sending
  }

  async function deliver(delivery: Delivery): Promise<void> {
    await log.durable() // nothing is sent that a crash could undo
    const answer = await post(delivery, stopping.signal)
    if (stopping.signal.aborted) return
    const isFinal = answer !== null && answer.status < 500 && answer.status !== 429
    if (!isFinal && delivery.tries + 1 < maxTries)
      return record({ type: 'failed', id: delivery.id, notBefore: wall() + retryMs })
    const decision = answer && delivery.what === 'inquiry' ? decisionIn(answer.body) : null
    if (decision) await record({ type: 'decided', id: delivery.exchange, decision })
    await record({ type: 'sent', id: delivery.id, status: answer?.status ?? null })
  }

  look()
  return {
    state,
    now: () => bank.now(),
    record,
    sendNow: async (id) => {
      const delivery = state.deliveries.get(id)
      if (delivery) await send(delivery)
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(underWay.values())
      await log.close()
    },
  }
}
