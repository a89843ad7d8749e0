import { freshNonce } from '../client.ts'
import { type Random, oneOf, seeded } from '../seeded-random.ts'
import { type Call, calls } from './calls.ts'
import { memory, type Memory } from './memory.ts'
import { booksOf } from './money.ts'
import { rawOf } from './raw.ts'
import { asBytes, asLine, count, type Counts, type Violation } from './report.ts'
import { requestOf } from './requests.ts'
import { isDone, judge, judgeRaw } from './rules.ts'
import { answersIn, sendBytes, sender } from './wire.ts'
import type { World } from './world.ts'

// Many requests by many clients in parallel. Request n depends on the seed and n, and on the ids known by then.

export type Run = { readonly counts: Counts; readonly violations: Violation[]; readonly seconds: number }

type Options = { readonly requests: number; readonly seed: number; readonly progress?: (done: number) => void }

/** Independent of other random choices. */
const chanceOf = (seed: number, n: number): Random => {
  const chance = seeded(Math.imul(seed * 100_003 + n, 2_654_435_761) >>> 0)
  chance(2)
  return chance
}

/** Time for an answer without another limit: longer than a request may take to arrive. */
const rawMs = 8_000
/** The books are checked after this number of calls. */
const window = 500

export async function fuzz(world: World, { requests, seed, progress }: Options): Promise<Run> {
  const { origin, clients } = world
  const counts: Counts = new Map()
  const violations: Violation[] = []
  const http = sender(origin, clients.length)
  const books = await booksOf(
    world.db,
    clients.map(({ institutionid }) => institutionid),
  )
  const began = performance.now()
  let next = 0
  let done = 0

  const report = (number: number, what: string, fault: string, again: string) =>
    violations.push({ number, what, fault, again })

  async function sendRaw(n: number, chance: Random): Promise<void> {
    const raw = rawOf(chance)
    const answers = answersIn(await sendBytes(origin, raw.bytes, raw.afterwards, rawMs), raw.isHead)
    if (answers.length === 0) {
      count(counts, raw.kind, raw.mayBeSilent ? 'closed' : 'silent')
      if (!raw.mayBeSilent) report(n, raw.kind, 'no answer at all', asBytes(origin, raw))
    }
    for (const answer of answers) {
      const { outcome, fault } = judgeRaw(answer, raw.isHead)
      count(counts, raw.kind, outcome)
      if (fault !== null && !(answer === null && raw.afterwards === 'reset'))
        report(n, raw.kind, fault, asBytes(origin, raw))
    }
  }

  async function sendCall(n: number, call: Call, own: Memory, client: World['clients'][number], chance: Random) {
    if (call.access === 'signed') await world.rested(client)
    const request = requestOf(call, client, own, chance, freshNonce())
    const verdict = judge(call, await http.send(request))
    count(counts, call.name, verdict.outcome)
    if (verdict.fault !== null) report(n, call.name, verdict.fault, asLine(origin, request))
    if (verdict.code !== null || verdict.json === null) return
    own.learn(call.name, request.fields, verdict.json)
    if (isDone(verdict)) books.accept(verdict.json)
  }

  async function look(): Promise<void> {
    for (const { key, kind, institutionid, at } of await books.unexplained()) {
      const who = clients.findIndex((client) => client.institutionid === institutionid)
      const trail = trails[who]!.join('\n    ')
      report(
        done,
        `${kind} ${key}`,
        `moved money at ${at.toISOString()} and no answer told of it; last asked:\n    ${trail}`,
        '',
      )
    }
  }

  const trails: string[][] = clients.map(() => [])

  async function work(client: World['clients'][number], who: number): Promise<void> {
    const own = memory(world.told)
    while (next < requests) {
      const n = (next += 1)
      const chance = chanceOf(seed, n)
      const call = callOf(chance)
      if (call === null) await sendRaw(n, chance)
      else await sendCall(n, call, own, client, chance)
      trails[who]!.push(`${n} ${call?.name ?? 'raw'}`)
      if (trails[who]!.length > 20) trails[who]!.shift()
      done += 1
      progress?.(done)
      if (done % window === 0) await look()
    }
  }

  await Promise.all(clients.map(work))
  await look()
  await look()
  http.close()
  for (const fault of await world.complaints()) report(done, 'the service', fault, '')
  return { counts, violations, seconds: (performance.now() - began) / 1_000 }
}

const deck = calls.flatMap((call) => Array.from({ length: call.weight }, () => call))

/** Null: raw HTTP. */
const callOf = (chance: Random): Call | null => (chance(8) === 0 ? null : oneOf(chance, deck))
