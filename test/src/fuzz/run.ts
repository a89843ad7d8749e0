import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureDatabase, startPostgres } from '@specie/local/postgres.ts'
import { brokenInvariants } from '../chains/books.ts'
import { drawnSeed } from '../seeded-random.ts'
import { databaseOn } from '../database.ts'
import { fuzz, type Run } from './fuzz.ts'
import { sendAgain } from './again.ts'
import { table } from './report.ts'
import { openWorld, type World } from './world.ts'

// npm run fuzz -- [count]      SEED=… repeats a run; --again '…' repeats one signed request of a report

const { positionals, values } = parseArgs({ allowPositionals: true, options: { again: { type: 'string' } } })
const requests = Number(positionals[0] ?? 20_000)
const seed = drawnSeed()
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  console.error('How many requests? For example: SEED=7 npm run fuzz -- 20000')
  process.exit(2)
}
/** Clients at once. */
const people = 24

await inWorld(values.again === undefined ? people : 1, async (world) => {
  if (values.again !== undefined) return sendAgain(world, values.again)
  console.log(`${requests} requests, SEED=${seed}`)
  const run = await fuzz(world, { requests, seed, progress: progressOf(requests) })
  console.log(`\n${table(run.counts)}\n`)
  const broken = await brokenAfter(world)
  process.exitCode = reported(run, broken) ? 0 : 1
})

async function inWorld(size: number, work: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-fuzz-'))
  const postgres = await startPostgres({ folder: join(folder, 'postgres') })
  try {
    await ensureDatabase(postgres, 'postgres') // it also creates the login of the service
    const world = await openWorld(await databaseOn((name) => postgres.url(name)), size)
    await work(world).finally(() => world.uat.end())
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Pending chain operations finish; then the books are checked in full. */
async function brokenAfter({ uat }: World): Promise<string[]> {
  const underWay = `select 1 from chains.operation where state in ('queued', 'working') limit 1`
  for (let tries = 0; tries < 100 && (await uat.database.owner.query(underWay)).length > 0; tries += 1) await sleep(200)
  const rows = await brokenInvariants(uat)
  return rows.map(({ invariant, what, detail }) => `${invariant} ${what}: ${detail}`)
}

/** True if everything is in order. */
function reported({ violations, seconds }: Run, broken: readonly string[]): boolean {
  for (const { number, what, fault, again } of violations.slice(0, 50))
    console.log(`request ${number}, ${what}\n  ${fault}\n  ${again}\n`)
  if (violations.length > 50) console.log(`and ${violations.length - 50} more\n`)
  for (const line of broken) console.log(`specie check: ${line}`)
  console.log(
    `${requests} requests in ${seconds.toFixed(1)} s, SEED=${seed}: ${violations.length} violations, ${broken.length} invariants broken`,
  )
  return violations.length + broken.length === 0
}

function progressOf(all: number): (done: number) => void {
  let next = performance.now() + 5_000
  return (done) => {
    if (performance.now() < next) return
    next = performance.now() + 5_000
    console.log(`${done} of ${all}`)
  }
}
