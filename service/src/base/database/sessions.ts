import pg from 'pg'
import { systemClock } from '../clock.ts'
import { findPrimary, askOthers } from './find-primary.ts'
import { type PreparedName, preparedNames } from './prepared.ts'
import { assertPrimary, identityColumns, type SeenServers, seenServers } from './seen-servers.ts'
import { type Stamp, stampSettings } from './trace-key.ts'
import { addressesOf, hostOf } from './url.ts'

// Sessions with the database: only with the primary of the highest timeline, with time limits, and never waiting for an
// unresponsive server.

/** The purpose of a session, which selects its limits. */
export type Kind = keyof typeof limits

/**
 * Limits in milliseconds for a statement, a lock wait and an idle transaction; the server enforces them. `total` is
 * enforced here, for a whole transaction. The server lets a commit wait for its standby without limit.
 */
export const limits = {
  requests: { statement: 5_000, lock: 2_000, idle: 10_000, total: 10_000 },
  jobs: { statement: 60_000, lock: 2_000, idle: 10_000, total: 120_000 },
  // Stopping an institution must take effect, even with many open items of which some are locked.
  acts: { statement: 60_000, lock: 20_000, idle: 10_000, total: 120_000 },
  // An operator waits for the result, and a full check of large books takes long.
  commands: { statement: 3_600_000, lock: 10_000, idle: 60_000, total: Infinity },
  // Waiting for a table lock blocks all later statements on it. Wait briefly, then retry.
  migrations: { statement: 3_600_000, lock: 2_000, idle: 60_000, total: Infinity },
} as const

/** The service repeats the same statements and plans them once; commands read much and are planned for their values. */
const planCacheMode = (kind: Kind): string =>
  kind === 'requests' || kind === 'jobs' ? 'force_generic_plan' : 'force_custom_plan'

/** The driver's connection with the state that we need. */
export type Session = pg.Client & {
  readonly address: string
  readonly timeline: number
  /** Set once the server reported a commit without confirmation by a standby. The commit may be lost in a failover. */
  readonly isUnconfirmed: boolean
  readonly preparedName: PreparedName
  /** Closes the socket at once. A server that does not answer would not process a regular termination either. */
  disconnect(why: string): void
}

/** The limits of a kind, multiplied by DATABASE_PATIENCE. */
export const limitsOf = (
  kind: Kind,
  patience: number,
): { statement: number; lock: number; idle: number; total: number } => {
  const { statement, lock, idle, total } = limits[kind]
  return { statement: statement * patience, lock: lock * patience, idle: idle * patience, total: total * patience }
}

export type Sessions = {
  /** A session of the pool until it is returned; `broken`: discard it. It is disconnected after `totalMs`. */
  take(totalMs?: number): Promise<Session>
  giveBack(session: Session, broken: boolean): void
  /** A session outside the pool; the caller ends it. */
  open(): Promise<Session>
  /** Waits for an answer on a session outside the pool, with a time limit. */
  awaitAnswer<T>(session: Session, answer: Promise<T>): Promise<T>
  close(): Promise<void>
}

type SessionOptions = {
  url: string
  role?: string | undefined
  /** For the marks of row versions. Sent when a connection begins. Statements may be logged. */
  stamp?: Stamp | null
  kind: Kind
  max: number
  patience: number
  /** Shared knowledge of the servers. Default: none yet. */
  seen?: SeenServers | undefined
  /** The name in pg_stat_activity. */
  application: string
  types: pg.CustomTypesConfig
  onError: (error: Error) => void
}

const connectTimeoutMs = 5_000

/** Time limit for the other servers once a primary has answered: longest when the timeline is unknown. */
const othersMs = { atFirst: 2_000, later: 500 }

/**
 * The other servers are asked for their timeline. This process may have been frozen together with its primary during a
 * promotion.
 */
const askOthersEveryMs = 5_000

/**
 * A server is probed when an answer has been missing for this long. A dead server is noticed within five seconds in
 * total.
 */
const probeAfterMs = 1_500
const checkEveryMs = 250
const probePauseMs = 1_000
const probeTimeoutMs = 2_000

/**
 * How long an idle session stays open. A new session plans every statement and compiles every function again. With the
 * driver's limit of ten idle seconds, a desk that is used occasionally waited for that each time, and our tests took a
 * sixth longer.
 */
const idleTimeoutMillis = 600_000

/**
 * Names without a schema are PostgreSQL's own. By default `public` and the schema named like the login follow, and a
 * function there with an exact match for our row type would win over to_jsonb or format, which accept any type.
 */
const searchPath = 'pg_catalog,pg_temp'

const stampOptions = ({ session, key }: Stamp): string =>
  `-c ${stampSettings.session}=${session} -c ${stampSettings.key}=${key} `

export function openSessions(options: SessionOptions): Sessions {
  const { url, role, stamp = null, kind, max, patience, application, types, onError, seen = seenServers() } = options
  const servers = addressesOf(url)
  const { statement, lock, idle, total: defaultTotalMs } = limitsOf(kind, patience)
  const timeouts = { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: idle }
  const connectionTimeoutMillis = patience * connectTimeoutMs
  const settings = {
    ...timeouts,
    types,
    application_name: application,
    options: `${role ? `-c role=${role} ` : ''}${stamp ? stampOptions(stamp) : ''}-c search_path=${searchPath} -c plan_cache_mode=${planCacheMode(kind)}`,
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
  }
  const live = new Set<ServiceSession>()
  const waiting = new Map<pg.Client, { readonly since: number; readonly until: number }>()
  const preparedName = preparedNames()
  let primary = servers[0]!
  let isFound = servers.length === 1
  let finding: Promise<void> | null = null

  /** Makes the next connection look for the primary again. */
  function doubt(address: string): void {
    if (primary === address) isFound = servers.length === 1
  }

  async function find(): Promise<void> {
    const wait = patience * (seen.highest() === null ? othersMs.atFirst : othersMs.later)
    primary = await findPrimary({ servers, settings, seen, answerMs: connectionTimeoutMillis, othersMs: wait })
    isFound = true
  }

  /** Concurrent callers share one search. */
  const found = (): Promise<void> | void => {
    if (!isFound) return (finding ??= find().finally(() => (finding = null)))
  }

  class ServiceSession extends pg.Client {
    readonly address = primary
    timeline = Infinity // until it is known
    isUnconfirmed = false
    readonly preparedName = preparedName

    constructor() {
      super({ ...settings, connectionString: primary })
      this.on('notice', ({ message }) => (this.isUnconfirmed ||= isLocalCommit(message)))
      this.on('error', onError)
      this.on('end', () => live.delete(this))
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const opened = this.#opened()
      if (callback === undefined) return opened
      opened.then(() => callback(undefined as never), callback)
    }

    async #opened(): Promise<this> {
      const timer = setTimeout(() => this.disconnect('it does not answer'), connectionTimeoutMillis)
      live.add(this)
      try {
        await super.connect()
        await this.#verify()
        return this
      } catch (error) {
        live.delete(this)
        doubt(this.address)
        this.end().catch(onError)
        throw error
      } finally {
        clearTimeout(timer)
      }
    }

    /** A pooler between us and the server may have dropped the settings of the connection. */
    async #verify(): Promise<void> {
      const { rows } = await this.query<Verified>(verify)
      const { standby, readonly, system, timeline, session, path, ...found } = rows[0]!
      assertPrimary({ standby, readonly }, hostOf(this.address))
      seen.accept({ system, timeline }, hostOf(this.address))
      this.timeline = timeline
      for (const [name, ms] of Object.entries(timeouts)) if (found[name] !== ms) await this.query(`set ${name} = ${ms}`)
      if (path !== searchPath) await this.query(`set search_path = ${searchPath}`)
      if (stamp === null || session === stamp.session) return
      const values = [stampSettings.session, stamp.session, stampSettings.key, stamp.key]
      await this.query('select set_config($1, $2, false), set_config($3, $4, false)', values)
    }

    disconnect(why: string): void {
      const { stream } = (this as unknown as { connection: { stream: import('node:net').Socket } }).connection
      stream.destroy(new Error(`Connection terminated: the database at ${hostOf(this.address)} is lost, ${why}`))
    }
  }

  const pool = new pg.Pool({ ...settings, max, idleTimeoutMillis, Client: ServiceSession })
  pool.on('error', () => {}) // the session reports it itself

  /** A stopped server process keeps its connections open. Only a probe shows that it does not answer. */
  let isProbing = false
  let lastProbe = 0
  async function probeServers(): Promise<void> {
    const now = systemClock.elapsed()
    for (const one of live) if (now > (waiting.get(one)?.until ?? now)) one.disconnect('it took too long')
    leaveOldPrimary()
    const suspects = [...live].filter((one) => now - (waiting.get(one)?.since ?? now) > probeAfterMs)
    if (isProbing || suspects.length === 0 || now - lastProbe < probePauseMs) return
    isProbing = true
    for (const address of new Set(suspects.map((one) => one.address))) {
      if (await isResponsive(address, probeTimeoutMs * patience)) continue
      doubt(address)
      for (const one of live) if (one.address === address) one.disconnect('it does not answer')
    }
    isProbing = false
    lastProbe = systemClock.elapsed()
  }
  const timer = setInterval(() => void probeServers(), checkEveryMs).unref()

  function leaveOldPrimary(): void {
    const highest = seen.highest()?.timeline ?? 0
    for (const one of live) {
      if (one.timeline >= highest) continue
      doubt(one.address)
      one.disconnect('it is an old primary')
    }
  }

  const othersTimer = setInterval(() => {
    const others = servers.filter((address) => address !== primary)
    if (live.size > 0) void askOthers({ servers: others, settings, seen, answerMs: connectionTimeoutMillis })
  }, askOthersEveryMs).unref()

  function wait(session: pg.Client, ms: number): void {
    const since = systemClock.elapsed()
    waiting.set(session, { since, until: since + ms })
  }

  /** With several servers, searches for the primary once more when it was unreachable. */
  async function withPrimary<T>(attempt: () => Promise<T>): Promise<T> {
    await found()
    const tried = primary
    try {
      return await attempt()
    } catch (error) {
      if (servers.length === 1) throw error
      doubt(tried)
      await found()
      return attempt()
    }
  }

  return {
    take: async (totalMs = defaultTotalMs) => {
      const session = (await withPrimary(() => pool.connect())) as unknown as ServiceSession
      wait(session, totalMs)
      return session
    },
    giveBack: (session, broken) => {
      waiting.delete(session)
      ;(session as unknown as pg.PoolClient).release(broken)
    },
    open: () => withPrimary(() => new ServiceSession().connect()),
    awaitAnswer: async (session, answer) => {
      wait(session, statement)
      return answer.finally(() => waiting.delete(session))
    },
    close: async () => {
      clearInterval(timer)
      clearInterval(othersTimer)
      await pool.end()
    },
  }
}

type Verified = {
  standby: boolean
  readonly: boolean
  system: string
  timeline: number
  session: string | null
  path: string
} & Record<string, unknown>

const inMs = (name: string) => `(extract(epoch from current_setting('${name}')::interval) * 1000)::int as ${name}`

const verify = `
  select ${identityColumns},
    current_setting('${stampSettings.session}', true) as session,
    current_setting('search_path') as path,
    ${['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(inMs).join(', ')}`

/** The server stopped waiting for its standby; such a commit exists on this server only. */
const isLocalCommit = (message: string | undefined): boolean => /wait for synchronous replication/.test(message ?? '')

/** With a longer delay, this process itself was too busy to notice the answer. */
const ownDelayMs = 500

/** True when the server gives any answer, also a refusal; and when the result is inconclusive. */
async function isResponsive(address: string, timeoutMs: number): Promise<boolean> {
  const startedAt = systemClock.elapsed()
  const probe = new pg.Client({ connectionString: address, connectionTimeoutMillis: timeoutMs })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError || systemClock.elapsed() - startedAt > timeoutMs + ownDelayMs
  } finally {
    void probe.end().catch(() => {})
  }
}
