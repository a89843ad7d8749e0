import { setImmediate } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { filesOf, removeStale } from './log-files.ts'
import { openPieces, unreadable, type Pieces, type Position } from './pieces.ts'
import type { BadSetting } from './settings.ts'
import { readSnapshot, removeUnfinished, writeSnapshot, type Step } from './snapshot-file.ts'

export type { Position } from './pieces.ts'

/**
 * What happened, one line per event, in order: the whole state is what follows from it. An event counts once
 * `durable()` of that moment has resolved; a line that a crash cut short was never answered for and is dropped at the
 * next start.
 */
export type EventLog<E> = {
  /** Handed to the system before this returns, so that a kill -9 cannot take back what a reader saw. */
  append(event: E): Position
  /** Everything appended so far is on disk. */
  durable(): Promise<void>
  read(at: Position): Promise<E>
  /** When it was last written or touched, in wall milliseconds, before this process opened it. */
  lastSign: number
  /** Leaves a sign of life without an event. */
  touch(wall: number): Promise<void>
  close(): Promise<void>
}

/** An event as one line, and back. */
export type Codec<E> = { encode(event: E): string; decode(line: string): E }

/** For events that JSON gives back as they were. */
export const jsonCodec = <E>(): Codec<E> => ({
  encode: (event) => JSON.stringify(event),
  decode: (line) => JSON.parse(line) as E,
})

/** The state is written beside the log now and then: a start reads it, and replays only what came after it. */
export type Snapshots = {
  /** The version of the state’s form. A snapshot of another version is ignored. */
  version: number
  /** Taken after so many events, and at the end when there is more than a little to replay. */
  every: number
  /** What V8 can write, as it is when this returns or resolves: nothing may happen meanwhile. */
  take(): unknown
  restore(state: unknown): void | Promise<void>
  /** Events are read where they lie, for ever: no piece of the log is removed. */
  keepsLog?: boolean
  /** Runs `work` when no event is without its effect; at once, unless effects take their time. */
  whenWhole?: (work: () => Promise<void>) => Promise<void>
  /** For tests of crashes. */
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
  /** Must end the process: what was decided in memory could then not be kept. */
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

  // One fsync for whatever arrived during the last one: an idle log answers at once, a busy one amortises.
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

  /** One at a time, and after this turn: by then what was appended in it has its effect. */
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

/** Up to which byte of the log the newest snapshot that can be read goes; 0 when there is none. */
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

/** Hands over every whole event from there on; answers how many. */
async function replayed<E>({ file, codec, replay }: LogSpec<E>, pieces: Pieces, from: number): Promise<number> {
  let good = from
  let events = 0
  let damage: BadSetting | null = null
  for await (const { text, at } of pieces.lines(from)) {
    // Only the very last line can be damaged by a crash; one before it is damage that we must not pass over.
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
