import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sandbox } from '../src/client.ts'
import { seeded } from '../src/seeded-random.ts'
import { actOnce } from './actions.ts'
import { install, type Installation } from './installation.ts'
import { type Caller, caller, type Person, settleIn } from './people.ts'
import { byCall, costly, type Costly, type Goal, type Minute, picture, refusals, trend, verdicts } from './report.ts'
import { sample } from './samples.ts'
import { isFault, openTally, type Tally } from './tally.ts'

// npm run soak -- <minutes> [--clients 40] [--seed 1]: all clients at the contract's pace, on a separate installation.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { clients: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
})
const [minutes, clients, seed] = [Number(positionals[0] ?? '10'), Number(values.clients), Number(values.seed)]
if (!(minutes > 0) || !(clients > 0) || !Number.isInteger(seed)) {
  console.error('npm run soak -- <minutes> [--clients 40] [--seed 1]')
  process.exit(2)
}

/** A key has one signed call a second; a little more, so that none is too early. */
const paceMs = 1_050
/** The README's commands, now and then: they must work under load, too. */
const advanceEveryMs = 90_000
const advanceLimitMs = 90_000
const startLimitMs = 6_000
const results = new URL('../../bench/results/', import.meta.url)

const say = (line: string) => console.log(line)

async function soak(house: Installation): Promise<boolean> {
  const tally = openTally()
  const call = caller(() => house.origin, tally.take)
  const people = await settled(house)
  await house.db.query('select pg_stat_statements_reset()')
  const begun = await sample(house)
  const course = await live(house, call, tally, people)
  say(`\n${trend(course)}\n\n${byCall(course)}\n\n${refusals(tally.all())}\n\n${costly(await costliest(house))}`)
  const goals = await judge(house, tally, course, begun)
  say(`\n${verdicts(goals)}`)
  await save(course, goals)
  return goals.every(({ isMet }) => isMet)
}

/** One after the other: onboarding is not measured. */
async function settled(house: Installation): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < clients; n += 1) people.push(await settleIn(house.origin, n))
  const { status, body } = await sandbox(house.origin, 'clock/advance', { seconds: 3_600 })
  say(`${people.length} institutions have settled in; clock/advance: ${status} ${JSON.stringify(body)}`)
  return people
}

async function live(house: Installation, call: Caller, tally: Tally, people: readonly Person[]): Promise<Minute[]> {
  const ending = new AbortController()
  const everybody = people.map((person, n) => turns(ending.signal, call, person, seed + n))
  const advances = advance(ending.signal, house, tally)
  const course: Minute[] = []
  tally.closeMinute()
  for (let n = 0; n < minutes; n += 1) {
    await sleep(60_000 * Math.min(1, minutes - n))
    course.push({ sample: await sample(house), outcomes: tally.closeMinute() })
    say(
      trend(course)
        .split('\n')
        .at(n === 0 ? 0 : -1)!,
    )
    if (n === 0) say(trend(course).split('\n').at(-1)!)
  }
  ending.abort()
  await Promise.all([...everybody, advances])
  return course
}

async function turns(signal: AbortSignal, call: Caller, person: Person, chance: number): Promise<void> {
  const pick = seeded(chance)
  // At staggered moments of each second.
  await sleep(pick(paceMs))
  while (!signal.aborted) {
    const until = performance.now() + paceMs
    await actOnce({ call, person, pick })
    await sleep(Math.max(0, until - performance.now()))
  }
}

/** Three hours of settlement, as in the README; an unfinished one is abandoned at the end of the soak. */
async function advance(signal: AbortSignal, { origin }: Installation, tally: Tally): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    const status = await fetch(`${origin}/sandbox/v1/clock/advance`, {
      method: 'POST',
      headers: { 'user-agent': 'soak', 'content-type': 'application/json' },
      body: JSON.stringify({ seconds: 10_800 }),
      signal,
    }).then(
      (answer) => answer.status,
      () => (signal.aborted ? 200 : 0),
    )
    tally.take({ name: 'clock/advance', status, code: '', message: '', ms: performance.now() - began })
    await sleep(Math.max(0, advanceEveryMs - (performance.now() - began)), null, { signal }).catch(() => {})
  }
}

const costliest = ({ db }: Installation): Promise<Costly[]> =>
  db.query<Costly>(
    `select query as statement, calls::float8 as calls, total_exec_time / 1000 as seconds, max_exec_time as "mostMs"
     from pg_stat_statements where query !~ '^(begin|commit|rollback)$' order by total_exec_time desc limit 12`,
  )

const stored = new Set([
  'addOrder',
  'convert',
  'mintTokens',
  'redeemTokens',
  'withdraw',
  'wires',
  'deposits',
  'payments',
])

async function judge(
  house: Installation,
  tally: Tally,
  course: readonly Minute[],
  begun: Minute['sample'],
): Promise<Goal[]> {
  const last = course.at(-1)!.sample
  const all = tally.all()
  const faults = all.filter(isFault).length
  const operations = all.filter(({ name, status }) => stored.has(name) && status === 200).length
  const bytes = ((last.database - begun.database) * 1e6) / Math.max(1, operations)
  const longest = Math.max(0, ...all.filter(({ name }) => name === 'clock/advance').map(({ ms }) => ms))
  const deadlocks = last.deadlocks - begun.deadlocks
  await untilRest(house)
  const broken = await house.check()
  if (broken !== null) say(broken)
  const startMs = await house.startAgain()
  return [
    { name: 'no call answered with a fault', value: `${faults} of ${all.length}`, isMet: faults === 0 },
    { name: 'no deadlock', value: String(deadlocks), isMet: deadlocks === 0 },
    { name: 'specie check', value: broken === null ? 'clean' : 'broken', isMet: broken === null },
    {
      name: 'clock/advance ends under load',
      value: `${(longest / 1e3).toFixed(1)} s at most`,
      isMet: longest <= advanceLimitMs,
    },
    { name: 'second start', value: `${(startMs / 1e3).toFixed(1)} s`, isMet: startMs <= startLimitMs },
    { name: 'database for a stored operation', value: `${Math.round(bytes)} bytes`, isMet: true },
  ]
}

/** Open operations between us, the bank and the chains end before books are compared. */
async function untilRest(house: Installation): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { body } = await sandbox(house.origin, 'clock/advance', { seconds: 3_600 })
    if (body.done === true) return
  }
}

async function save(course: readonly Minute[], goals: readonly Goal[]): Promise<void> {
  await mkdir(results, { recursive: true })
  const title = `Soak: ${clients} clients at the contract’s pace, ${minutes} minutes`
  const trends = course.map(({ sample: taken, outcomes }) => ({ calls: outcomes.length, ...taken }))
  await writeFile(new URL('soak.svg', results), picture(title, course))
  await writeFile(new URL('soak.json', results), `${JSON.stringify({ title, trends, goals }, rounded, 2)}\n`)
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

const installing = install()
// Stopping the soak also stops the installation.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void installing.then(({ end }) => end()).finally(() => process.exit(1)))
const installation = await installing
try {
  process.exitCode = (await soak(installation)) ? 0 : 1
} finally {
  await installation.end()
}
