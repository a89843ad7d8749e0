import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonCodec, openLog, wholeState, type EventLog, type Position, type Snapshots } from './event-log.ts'
import type { Step } from './snapshot-file.ts'

// A state with interdependent parts, so that a snapshot of a half applied event is detected.

type Event = { name: string; cents: number }
type State = { balances: Map<string, bigint>; total: bigint; newest: { name: string; at: Position }[] }

const newState = (): State => ({ balances: new Map(), total: 0n, newest: [] })

function apply(state: State, { name, cents }: Event, at: Position): void {
  state.balances.set(name, (state.balances.get(name) ?? 0n) + BigInt(cents))
  state.total += BigInt(cents)
  state.newest = [...state.newest, { name, at }].slice(-3)
}

let root: string
let count = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'specie-snapshots-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))
const newFolder = async () => mkdtemp(join(root, `${(count += 1)}-`))

type Book = {
  log: EventLog<Event>
  state: State
  replayed: number
  record(event: Event): Position
  /** Waits until no snapshot is in progress. */
  rested(): Promise<void>
}

async function open(folder: string, over: Partial<Snapshots> | null = {}): Promise<Book> {
  const state = newState()
  let replayed = 0
  let underWay: PromiseWithResolvers<void> | null = null
  const onStep = (step: Step) => {
    if (step === 'rotated') underWay = Promise.withResolvers()
    over?.onStep?.(step)
    if (step === 'tidied') underWay?.resolve()
  }
  const log = await openLog({
    file: join(folder, 'a.log'),
    codec: jsonCodec<Event>(),
    replay: (event, at) => {
      replayed += 1
      apply(state, event, at)
    },
    onFailure: (error) => {
      throw error
    },
    snapshots: over === null ? undefined : { ...wholeState(state, 1, 10), ...over, onStep },
  })
  const record = (event: Event) => {
    const at = log.append(event)
    apply(state, event, at)
    return at
  }
  const rested = async () => {
    await setImmediate() // a due snapshot has begun
    await underWay?.promise
  }
  return { log, state, replayed, record, rested }
}

const eventNumbered = (n: number): Event => ({ name: `account ${n % 7}`, cents: n * 31 })
const filesIn = (folder: string) => readdirSync(folder).toSorted()
const snapshotsIn = (folder: string) =>
  filesIn(folder)
    .filter((name) => name.endsWith('.snapshot'))
    .toSorted((a, b) => Number(a.split('.')[2]) - Number(b.split('.')[2]))

/** Some of them during a snapshot. */
async function recordAll(book: Book, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    book.record(eventNumbered(n))
    await book.log.durable()
    if (n % 5 === 0) await book.rested()
  }
}

async function stateIn(folder: string, over: Partial<Snapshots> | null = {}): Promise<State> {
  const { log, state } = await open(folder, { every: 1_000_000, ...over })
  await log.close()
  return state
}

test('a start reads the newest snapshot and replays only later events', async () => {
  const folder = await newFolder()
  const book = await open(folder)
  await recordAll(book, 0, 95)
  await book.log.close()
  const again = await open(folder, { every: 1_000_000 })
  expect(again.state).toEqual(book.state)
  expect(again.replayed).toBeLessThanOrEqual(10)
  await again.log.close()
})

test('the log does not grow without bound: two snapshots and the events after the older one', async () => {
  const folder = await newFolder()
  const book = await open(folder)
  await recordAll(book, 0, 300)
  await book.log.close()
  const snapshots = snapshotsIn(folder)
  expect(snapshots).toHaveLength(2)
  expect(filesIn(folder).length).toBeLessThanOrEqual(5)
  expect(await stateIn(folder)).toEqual(book.state)
})

test('with permanently readable events no piece is removed, and each is read at its position', async () => {
  const folder = await newFolder()
  const book = await open(folder, { keepsLog: true })
  const places: Position[] = []
  for (let n = 0; n < 60; n += 1) {
    places.push(book.record(eventNumbered(n)))
    await book.log.durable()
    await book.rested()
  }
  await book.log.close()
  const again = await open(folder, { keepsLog: true, every: 1_000_000 })
  for (const [n, at] of places.entries()) expect(await again.log.read(at)).toEqual(eventNumbered(n))
  await again.log.close()
  // Without any snapshot the whole log gives the same.
  for (const name of snapshotsIn(folder)) await rm(join(folder, name))
  expect(await stateIn(folder)).toEqual(book.state)
})

const steps: Step[] = ['rotated', 'half written', 'written', 'named', 'tidied']

test.each(steps)('a kill -9 when a snapshot is %s loses and duplicates nothing', async (step) => {
  const folder = await newFolder()
  const crashes: { folder: string; state: State }[] = []
  let book: Book
  const onStep = (now: Step) => {
    if (now !== step) return
    // The files are with the system: a copy of them is what a kill at this moment leaves.
    const crashed = join(root, `crash-${(count += 1)}`)
    cpSync(folder, crashed, { recursive: true })
    crashes.push({ folder: crashed, state: structuredClone(book.state) })
  }
  book = await open(folder, { onStep })
  await recordAll(book, 0, 60)
  await book.log.close()
  expect(crashes.length).toBeGreaterThanOrEqual(3)
  for (const { folder: crashed, state } of crashes) {
    const survivor = await open(crashed)
    expect(survivor.state).toEqual(state)
    // It continues from there, through the next snapshot, and can be restored again.
    for (let n = 0; n < 25; n += 1) survivor.record(eventNumbered(n))
    await survivor.log.close()
    expect(await stateIn(crashed)).toEqual(survivor.state)
  }
})

test('a truncated or altered snapshot is skipped for the previous one', async () => {
  const folder = await newFolder()
  const book = await open(folder)
  await recordAll(book, 0, 60)
  await book.log.close()
  const newest = snapshotsIn(folder).at(-1)!
  const { length } = readFileSync(join(folder, newest))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: length - 1 }), fc.boolean(), async (byte, cut) => {
      const damaged = join(root, `damaged-${(count += 1)}`)
      cpSync(folder, damaged, { recursive: true })
      if (cut) truncateSync(join(damaged, newest), byte)
      else {
        const bytes = readFileSync(join(damaged, newest))
        bytes[byte]! ^= 0x5a
        writeFileSync(join(damaged, newest), bytes)
      }
      expect(await stateIn(damaged)).toEqual(book.state)
    }),
    { numRuns: 40 },
  )
})

test('for any events and snapshot times: snapshot and rest give what the whole log gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.string(), cents: fc.integer() }), { maxLength: 80 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 79 }),
      async (events, every, restartAt) => {
        const [folder, plain] = [await newFolder(), await newFolder()]
        let book = await open(folder, { every, keepsLog: true })
        const whole = await open(plain, null)
        for (const [n, event] of events.entries()) {
          if (n === restartAt) {
            await book.log.close()
            book = await open(folder, { every, keepsLog: true })
          }
          book.record(event)
          whole.record(event)
          if (n % 9 === 0) await book.log.durable()
        }
        await book.log.close()
        await whole.log.close()
        expect(await stateIn(folder)).toEqual(await stateIn(plain, null))
      },
    ),
    { numRuns: 30 },
  )
})

test('a log older than snapshots starts, and gets one', async () => {
  const folder = await newFolder()
  const before = await open(folder, null)
  for (let n = 0; n < 40; n += 1) before.record(eventNumbered(n))
  await before.log.close()
  const after = await open(folder)
  expect(after.state).toEqual(before.state)
  await after.log.close()
  expect(snapshotsIn(folder)).toHaveLength(1)
  expect(await stateIn(folder)).toEqual(before.state)
})

test('a snapshot of another version is skipped; if the log before it is gone, the error says so', async () => {
  const folder = await newFolder()
  const book = await open(folder)
  await recordAll(book, 0, 9)
  await book.log.close()
  expect(await stateIn(folder, { version: 2 })).toEqual(book.state)
  const more = await open(folder)
  await recordAll(more, 9, 80)
  await more.log.close()
  await expect(stateIn(folder, { version: 2 })).rejects.toThrow('the beginning of the log is gone')
})
