import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureDatabase, type Postgres, startPostgres } from '@specie/local/postgres.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect } from '@specie/service/base/database/db.ts'
import { prepareDatabase } from '@specie/service/database.ts'
import type { CheckRow } from '@specie/service/checks/rule.ts'
import { seeded } from '../seeded-random.ts'
import { check } from '../checks.ts'

export type Aftermath = {
  acknowledged: number
  /** Acknowledged, and missing or incomplete. */
  lost: string[]
  /** Entries beyond the four that each journal has. */
  surplus: bigint
  broken: CheckRow[]
  /** The longest time from a kill to the next acknowledgement, in milliseconds. */
  slowestRecovery: number
}

type Poster = { process: ChildProcessByStdio<null, Readable, null>; acknowledged: string[]; next(): Promise<void> }

/** Kills PostgreSQL and the posting process in turn, this number of times, at seeded moments; then checks the result. */
export async function crash({ kills, seed }: { kills: number; seed: number }): Promise<Aftermath> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-crash-'))
  const pick = seeded(seed)
  let postgres = await startPostgres({ folder })
  try {
    await prepared(postgres)
    const acknowledged: string[] = []
    let slowestRecovery = 0
    let poster = startPoster(postgres.url('crash'), 'p0', acknowledged)
    for (let kill = 1; kill <= kills; kill++) {
      // After some acknowledgements, at any moment of the current batch.
      for (let i = pick(150); i >= 0; i--) await poster.next()
      await sleep(pick(15))
      const killed = performance.now()
      if (kill % 2 === 0) {
        poster = await killPoster(poster, postgres, `p${kill}`)
      } else {
        postgres = await killPostgres(postgres, folder)
      }
      await poster.next()
      slowestRecovery = Math.max(slowestRecovery, performance.now() - killed)
    }
    await ended(poster)
    return { ...(await aftermath(postgres, acknowledged)), slowestRecovery }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepared(postgres: Postgres): Promise<void> {
  await ensureDatabase(postgres, 'crash')
  const owner = connect({ url: postgres.url('crash'), max: 1 })
  await prepareDatabase(owner, 'uat', systemClock.now())
  await owner.close()
}

function startPoster(url: string, word: string, acknowledged: string[]): Poster {
  const script = fileURLToPath(new URL('poster.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, word], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  lines.on('line', (key) => acknowledged.push(key))
  const gone = once(child, 'close').then(() => 'gone' as const)
  const next = async () => {
    const first = await Promise.race([once(lines, 'line'), gone])
    if (first === 'gone') throw new Error('The poster ended by itself; its error is above.')
  }
  return { process: child, acknowledged, next }
}

async function ended({ process: child }: Poster): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

async function killPoster(poster: Poster, postgres: Postgres, word: string): Promise<Poster> {
  await ended(poster)
  return startPoster(postgres.url('crash'), word, poster.acknowledged)
}

async function killPostgres(postgres: Postgres, folder: string): Promise<Postgres> {
  process.kill(postgres.pid(), 'SIGKILL')
  await postgres.exited
  return startPostgres({ folder })
}

async function aftermath(postgres: Postgres, acknowledged: string[]): Promise<Omit<Aftermath, 'slowestRecovery'>> {
  const db = connect({ url: postgres.url('crash'), max: 1 })
  try {
    const rows = await db.query<{ key: string; entries: bigint }>(
      `select key, count(*) as entries from ledger.journal join ledger.entry on journal_id = journal.id group by key`,
    )
    const entries = new Map(rows.map((row) => [row.key, row.entries]))
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((key) => entries.get(key) !== 4n),
      surplus: rows.reduce((sum, row) => sum + row.entries - 4n, 0n),
      broken: (await check(db)).filter((row) => !row.ok),
    }
  } finally {
    await db.close()
  }
}
