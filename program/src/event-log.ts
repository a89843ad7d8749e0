import { setImmediate } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { filesOf, removeStale } from './log-files.ts'
import { openPieces, unreadable, type Pieces, type Position } from './pieces.ts'
import type { BadSetting } from './settings.ts'
import { readSnapshot, removeUnfinished, writeSnapshot, type Step } from './snapshot-file.ts'

export type { Position } from './pieces.ts'

/**
 * A log of events, one line per event, in order: the whole state follows from it. An event counts once the `durable()` of its
 * moment has resolved; a line truncated by a crash was never acknowledged and is dropped at the next start.
 */
export type EventLog<E> = {
  /** Handed to the system before this returns, so that a kill -9 cannot undo what a reader has seen. */
  append(event: E): Position
  /** Resolves when every appended event is on disk. */
  durable(): Promise<void>
  read(at: Position): Promise<E>
  /** The time of the last write or touch, in wall milliseconds, before this process opened it. */
  lastSign: number
  /** Touches the log without an event. */
  touch(wall: number): Promise<void>
  close(): Promise<void>
}

/** Encodes an event as one line, and decodes it. */
export type Codec<E> = { encode(event: E): string; decode(line: string): E }

/** For events that survive JSON unchanged. */
export const jsonCodec = <E>(): Codec<E> => ({
  encode: (event) => JSON.stringify(event),
  decode: (line) => JSON.parse(line) as E,
})

/** Writes the state next to the log from time to time. A start reads it, and replays only later events. */
export type Snapshots = {
  /** The version of the state’s form. A snapshot of another version is ignored. */
  version: number
  /** A snapshot is taken after this number of events, and at the end if replaying would take noticeable time. */
  every: number
  /** A value that V8 can serialise, at the moment of the return or resolution. No event may happen meanwhile. */
  take(): unknown
  restore(state: unknown): void | Promise<void>
  /** Events are read at their positions permanently. No part of the log is removed. */
  keepsLog?: boolean
  /** Runs `work` when every event has its effect; at once, unless effects are asynchronous. */
  whenWhole?: (work: () => Promise<void>) => Promise<void>
  /** For crash tests. */
  onStep?: (step: Step) => void
}

/** For a state that is one object of plain values. */
export const wholeState = (state: object, version: number, every: number): Snapshots => ({
  version,
  every,
  take: () => state,
  restore: (kept) => void Object.assign(state, kept),
})

export type LogSpec<E> = {
  file: string
  codec: Codec<E>
  replay: (event: E, at: Position) => void | Promise<void>
  /** Must end the process: later decisions could not be stored. */
  onFailure: (error: Error) => void
  snapshots?: Snapshots | undefined
}

export async function openLog<E>(spec: LogSpec<E>): Promise<EventLog<E>> {
  const { file, codec, onFailure, snapshots } = spec
  await removeUnfinished(file)
  const from = await restored(file, snapshots)
  const pieces = openPieces(file, from)
  let since = await replayed(spec, pieces, from)

  let syncing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let snapping: Promise<void> | null = null

  // One fsync for all events of the last one's duration. An idle log answers at once, a busy one amortises.
  const sync = (): Promise<void> =>
    (next ??= syncing.then(() => {
      next = null
      return (syncing = pieces.sync())
    }))

  async function snapshot({ version, take, keepsLog = false, whenWhole = atOnce, onStep = () => {} }: Snapshots) {
    let at = 0
    let body: Buffer = Buffer.alloc(0)
    await whenWhole(async () => {
      const state = take()
      body = serialize(state instanceof Promise ? await state : state)
      at = pieces.rotate()
      since = 0
    })
    onStep('rotated')
    await writeSnapshot(file, { version, at }, body, onStep)
    await removeStale(file, keepsLog)
    onStep('tidied')
  }

  /**
   * One snapshot at a time, after the current turn of the event loop, because by then its events have their effects.
   */
  function snapshotSoon(least: number): void {
    if (!snapshots || snapping || since < least) return
    snapping = setImmediate()
      .then(() => snapshot(snapshots))
      .catch(onFailure)
      .then(() => {
        snapping = null
      })
  }
  snapshotSoon(snapshots?.every ?? 0)

  return {
    lastSign: pieces.lastSign,
    append: (event) => {
      let at: Position
      try {
        at = pieces.append(codec.encode(event))
      } catch (error) {
        onFailure(error as Error)
        throw error
      }
      sync().catch(onFailure)
      since += 1
      snapshotSoon(snapshots?.every ?? 0)
      return at
    },
    durable: () => next ?? syncing,
    read: async (at) => codec.decode(await pieces.read(at)),
    touch: (wall) => pieces.touch(wall),
    close: async () => {
      await snapping
      snapshotSoon((snapshots?.every ?? 0) / 20)
      await snapping
      await (next ?? syncing)
      await pieces.close()
    },
  }
}

const atOnce = (work: () => Promise<void>): Promise<void> => work()

/** The byte of the log up to which the newest readable snapshot goes; 0 without one. */
async function restored(file: string, snapshots: Snapshots | undefined): Promise<number> {
  if (!snapshots) return 0
  for (const at of filesOf(file).snapshots.toReversed()) {
    const found = await readSnapshot(file, { version: snapshots.version, at })
    if (found === null) continue
    await snapshots.restore(found.state)
    return at
  }
  return 0
}

/** Passes every whole event from there on; returns their number. */
async function replayed<E>({ file, codec, replay }: LogSpec<E>, pieces: Pieces, from: number): Promise<number> {
  let good = from
  let events = 0
  let damage: BadSetting | null = null
  for await (const { text, at } of pieces.lines(from)) {
    // A crash can damage the last line only; damage before it must be reported.
    if (damage) throw damage
    const event = decoded(codec, text)
    if (event === null) damage = unreadable(file, good)
    else {
      await replay(event, at)
      good += at.length
      events += 1
    }
  }
  await pieces.cutAt(good)
  return events
}

function decoded<E>({ decode }: Codec<E>, line: string): E | null {
  try {
    return decode(line)
  } catch {
    return null
  }
}
