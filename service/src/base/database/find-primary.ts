import pg from 'pg'
import { systemClock } from '../clock.ts'
import { assertPrimary, type Identity, identityColumns, NotPrimary, type SeenServers } from './seen-servers.ts'
import { hostOf } from './url.ts'

// All servers are asked at once, so that a slow one or a standby causes no delay. When two servers claim to be primary,
// the server with the higher timeline is the primary.

type Answer = {
  readonly address: string
  readonly standby: boolean
  readonly readonly: boolean
  readonly system: string
  readonly timeline: number
  /** The highest timeline that its database has recorded: on a standby it may be ahead of the control file. */
  readonly recorded: number
}

type PrimarySearch = {
  readonly servers: readonly string[]
  readonly settings: pg.ClientConfig
  readonly seen: SeenServers
  /** Time limit for one server's answer. */
  readonly answerMs: number
  /** Time limit for the other answers once a primary has answered. */
  readonly othersMs: number
}

/** The address of the primary. Throws `NotPrimary` with the answer of each server. */
export async function findPrimary({ servers, settings, seen, answerMs, othersMs }: PrimarySearch): Promise<string> {
  const answers: Answer[] = []
  const faults: string[] = []
  const primaryAnswered = Promise.withResolvers<void>()
  const asked = servers.map(async (address) => {
    try {
      const answer = await describe(address, settings, answerMs)
      answers.push(answer)
      if (!answer.standby) primaryAnswered.resolve()
    } catch (error) {
      faults.push(`${hostOf(address)}: ${(error as Error).message}`)
    }
  })
  const all = Promise.all(asked)
  await Promise.race([all, primaryAnswered.promise])
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, othersMs)
  await Promise.race([all, late.promise])
  clearTimeout(timer)
  for (const answer of answers) seen.learn(known(answer))
  for (const answer of answers) {
    try {
      assertPrimary(answer, hostOf(answer.address))
      seen.accept(answer, hostOf(answer.address))
      return answer.address
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  const silent = servers.length - faults.length
  if (silent > 0) faults.push(`${silent} did not answer in time`)
  throw new NotPrimary(`none of the ${servers.length} servers is a primary that can be used (${faults.join('; ')})`)
}

/** Asks the other servers for the timelines that they know, and remembers the highest. */
export async function askOthers({ servers, settings, seen, answerMs }: Omit<PrimarySearch, 'othersMs'>): Promise<void> {
  for (const one of await Promise.allSettled(servers.map((address) => describe(address, settings, answerMs)))) {
    if (one.status === 'fulfilled') seen.learn(known(one.value))
  }
}

const known = ({ system, timeline, recorded }: Answer): Identity => ({ system, timeline: Math.max(timeline, recorded) })

async function describe(address: string, settings: pg.ClientConfig, answerMs: number): Promise<Answer> {
  const client = new pg.Client({ ...settings, connectionString: address, connectionTimeoutMillis: answerMs })
  client.on('error', () => {})
  const startedAt = systemClock.elapsed()
  const timer = setTimeout(() => {
    const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection
    stream.destroy(new Error(`it has not answered in ${Math.round((systemClock.elapsed() - startedAt) / 1_000)} s`))
  }, answerMs)
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Answer, 'address' | 'recorded'>>(`select ${identityColumns}`)
    return { address, ...rows[0]!, recorded: await recordedIn(client, rows[0]!.system) }
  } finally {
    clearTimeout(timer)
    client.end().catch(() => {})
  }
}

/** The table is missing, or not readable. The database has not been prepared yet. */
const unprepared = /^(42P01|3F000|42501)$/

async function recordedIn(client: pg.Client, system: string): Promise<number> {
  try {
    const { rows } = await client.query<{ timeline: number }>('select timeline from base.server where system = $1', [
      system,
    ])
    return rows[0]?.timeline ?? 0
  } catch (error) {
    if (error instanceof pg.DatabaseError && unprepared.test(error.code ?? '')) return 0
    throw error
  }
}
