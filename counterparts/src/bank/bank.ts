import { join } from 'node:path'
import { openLog, wholeState } from '@specie/program/event-log.ts'
import { shortId, wall } from '../machine.ts'
import { resumed, settlementAt, wallUntil } from './clock.ts'
import { nextDue, nextStep, closeNext, type Step } from './due.ts'
import { codec, type Event, type Fact } from './events.ts'
import { apply, newState, type File, type State } from './state.ts'

/** The running bank: its state, its log, and the one timer that lets time pass. */
export type Bank = {
  readonly state: State
  /** Settlement time. */
  now(): Date
  /** Takes effect at once; resolves when it is durable. Consequences follow a moment later. */
  record(fact: Fact): Promise<void>
  /** Executes everything due up to now, in order; resolves when it is durable. */
  catchUp(): Promise<void>
  /** Statements for every account with an open day, before its end; returns their names. */
  closeDay(): Promise<string[]>
  /** Waits until the current state is durable. No state may be shown before this, because a crash could undo it. */
  durable(): Promise<void>
  text(file: File): Promise<string>
  stop(): Promise<void>
}

/** The longest interval between two looks at the clock. It catches leaps of the machine's clock, and keeps the log alive. */
const heartbeat = 15_000

/** Raise it when the form of the state changes. */
const stateVersion = 1

export async function openBank(
  folder: string,
  snapshotEvery: number,
  onFailure: (error: Error) => void,
): Promise<Bank> {
  const state = newState()
  const log = await openLog({
    file: join(folder, 'bank.log'),
    codec,
    replay: (event, at) => apply(state, event, at),
    onFailure,
    // A file is served permanently, from the position of its event.
    snapshots: { ...wholeState(state, stateVersion, snapshotEvery), keepsLog: true },
  })
  let timer: NodeJS.Timeout | undefined
  let waking: Promise<void> | null = null
  let stopped = false

  const now = () => new Date(Math.floor(settlementAt(state.clock, wall())))

  function happen(fact: Fact, at = now()): void {
    const event: Event = { at: at.toISOString(), wall: wall(), ...fact }
    apply(state, event, log.append(event))
  }

  /** Takes one step after the other until none is due, then waits for the time of the next. */
  function go(next: () => Step | null): Fact[] {
    const facts: Fact[] = []
    for (let step = next(); step !== null; step = next()) {
      happen(step.fact, step.at)
      facts.push(step.fact)
    }
    clearTimeout(timer)
    const due = nextDue(state)
    const wait = due && wallUntil(state.clock, wall(), due.getTime())
    if (!stopped) timer = setTimeout(beat, Math.min(wait ?? heartbeat, heartbeat))
    return facts
  }

  const passTime = () => go(() => nextStep(state, now()))

  function beat(): void {
    log.touch(wall()).catch(onFailure)
    passTime()
  }

  // Bookings that arrive during one fsync share a file. A busy bank sends fewer, larger ones.
  function wake(): void {
    waking ??= log
      .durable()
      .then(() => {
        waking = null
        passTime()
      })
      .catch(onFailure)
  }

  if (state.id === '') happen({ type: 'founded', id: shortId() })
  const clock = state.clock && resumed(state.clock, log.lastSign, wall())
  if (clock) happen({ type: 'clock', settlement: new Date(clock.settlement).toISOString(), speed: clock.speed })
  passTime()
  await log.durable()

  return {
    state,
    now,
    record: (fact) => {
      happen(fact)
      wake()
      return log.durable()
    },
    catchUp: () => {
      passTime()
      return log.durable()
    },
    closeDay: async () => {
      passTime()
      const closed = go(() => closeNext(state, now()))
      await log.durable()
      return closed.flatMap((fact) => (fact.type === 'file' ? fact.names : []))
    },
    durable: () => log.durable(),
    text: async (file) => {
      const event = await log.read(file.text)
      if (event.type !== 'file') throw new Error(`the log has no file at byte ${file.text.offset}`)
      return file.type === 'mt940' ? event.beside!.text : event.text
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await waking
      await log.close()
    },
  }
}
