import pg from 'pg'
import { systemClock } from '../clock.ts'
import { addressesOf } from './url.ts'

// Sessions with the database: only with a primary, with limits on how long anything may take, and none that waits for a
// server that no longer answers.

/** What a session is for. */
export type Kind = keyof typeof limits

/**
 * Milliseconds that a statement, a wait for a lock, and a transaction in which nothing happens may take: the server ends
 * them. `whole` is ours, for all of a transaction: the server lets a commit wait for its standby without end.
 */
export const limits = {
  requests: { statement: 5_000, lock: 2_000, idle: 10_000, whole: 10_000 },
  jobs: { statement: 60_000, lock: 2_000, idle: 10_000, whole: 120_000 },
  // A person waits for it, and a full check of large books takes its time.
  commands: { statement: 3_600_000, lock: 10_000, idle: 60_000, whole: Infinity },
  // Whoever waits for a lock on a table holds up all who come after: not long, and then again.
  migrations: { statement: 3_600_000, lock: 2_000, idle: 60_000, whole: Infinity },
} as const

/** The service asks the same again and again, and plans it once; what a person asks for reads much, and is planned for it. */
const plansOf = (kind: Kind): string =>
  kind === 'requests' || kind === 'jobs' ? 'force_generic_plan' : 'force_custom_plan'

/** A server that only reads: a standby, or one that was told to. Nothing of ours may be there. */
export class NotPrimary extends Error {
  override name = 'NotPrimary'
}

/** The driver's connection, and what we must know of it. */
export type Session = pg.Client & {
  readonly address: string
  /** Set once the server told that something was committed here and on no standby: it may be lost in a failover. */
  readonly isUnconfirmed: boolean
  /** Ends it at once: a server that does not answer does not hear a good-bye either. */
  cut(why: string): void
}

export type Sessions = {
  /** One of the pool, until it is given back: `broken` where it must not be used again. After `whole` it is ended. */
  take(whole?: number): Promise<Session>
  giveBack(session: Session, broken: boolean): void
  /** One apart from the pool, which whoever opens it ends. */
  open(): Promise<Session>
  /** Waits for an answer of a session that is not of the pool. */
  awaiting<T>(session: Session, answer: Promise<T>): Promise<T>
  close(): Promise<void>
}

type SessionOptions = {
  url: string
  role?: string | undefined
  kind: Kind
  max: number
  types: pg.CustomTypesConfig
  onError: (error: Error) => void
}

/** Where other servers can be tried, one that does not answer is not waited for as long. */
const patience = { alone: 5_000, oneOfMany: 2_000 }

/** A server is asked whether it lives when an answer has not come for so long. In all, it is noticed within five seconds. */
const suspiciousMs = 1_500
const lookEveryMs = 250
const restMs = 1_000
const signOfLifeMs = 2_000

export function openSessions({ url, role, kind, max, types, onError }: SessionOptions): Sessions {
  const servers = addressesOf(url)
  const { statement, lock, idle, whole: usual } = limits[kind]
  const wanted = { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: idle }
  const connectionTimeoutMillis = servers.length > 1 ? patience.oneOfMany : patience.alone
  const settings = {
    ...wanted,
    types,
    options: `${role ? `-c role=${role} ` : ''}-c plan_cache_mode=${plansOf(kind)}`,
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
  }
  const live = new Set<OwnSession>()
  const waiting = new Map<pg.Client, { readonly since: number; readonly until: number }>()
  let best = 0

  /** Whoever comes next tries the next server. */
  function leave(address: string): void {
    if (servers[best] === address) best = (best + 1) % servers.length
  }

  class OwnSession extends pg.Client {
    readonly address = servers[best]!
    isUnconfirmed = false

    constructor() {
      super({ ...settings, connectionString: servers[best]! })
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
      const late = setTimeout(() => this.cut('it does not answer'), connectionTimeoutMillis)
      try {
        await super.connect()
        await this.#verify()
        live.add(this)
        return this
      } catch (error) {
        leave(this.address)
        this.end().catch(onError)
        throw error
      } finally {
        clearTimeout(late)
      }
    }

    /** A pooler between us and the server may have dropped what was asked for at the start. */
    async #verify(): Promise<void> {
      const { rows } = await this.query<Verified>(verify)
      const { standby, readonly, ...found } = rows[0]!
      const host = hostOf(this.address)
      if (standby) throw new NotPrimary(`the server at ${host} is a standby: name the primary, or all servers`)
      if (readonly) throw new NotPrimary(`the server at ${host} takes no writes (default_transaction_read_only)`)
      for (const [name, ms] of Object.entries(wanted)) if (found[name] !== ms) await this.query(`set ${name} = ${ms}`)
    }

    cut(why: string): void {
      const { stream } = (this as unknown as { connection: { stream: import('node:net').Socket } }).connection
      stream.destroy(new Error(`Connection terminated: the database at ${hostOf(this.address)} is lost, ${why}`))
    }
  }

  const pool = new pg.Pool({ ...settings, max, Client: OwnSession })
  pool.on('error', () => {}) // told by the session itself

  /** A stopped process keeps its connections: nothing but a question shows that nobody is there. */
  let looking = false
  let lastLook = 0
  async function look(): Promise<void> {
    const now = systemClock.elapsed()
    for (const one of live) if (now > (waiting.get(one)?.until ?? now)) one.cut('it took too long')
    const suspects = [...live].filter((one) => now - (waiting.get(one)?.since ?? now) > suspiciousMs)
    if (looking || suspects.length === 0 || now - lastLook < restMs) return
    looking = true
    for (const address of new Set(suspects.map((one) => one.address))) {
      if (await answers(address)) continue
      leave(address)
      for (const one of live) if (one.address === address) one.cut('it does not answer')
    }
    looking = false
    lastLook = systemClock.elapsed()
  }
  const timer = setInterval(() => void look(), lookEveryMs).unref()

  function wait(session: pg.Client, ms: number): void {
    const since = systemClock.elapsed()
    waiting.set(session, { since, until: since + ms })
  }

  async function first<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = servers.length; ; left -= 1) {
      try {
        return await attempt()
      } catch (error) {
        if (left <= 1) throw error
      }
    }
  }

  return {
    take: async (whole = usual) => {
      const session = (await first(() => pool.connect())) as unknown as OwnSession
      wait(session, whole)
      return session
    },
    giveBack: (session, broken) => {
      waiting.delete(session)
      ;(session as unknown as pg.PoolClient).release(broken)
    },
    open: () => first(() => new OwnSession().connect()),
    awaiting: async (session, answer) => {
      wait(session, statement)
      return answer.finally(() => waiting.delete(session))
    },
    close: async () => {
      clearInterval(timer)
      await pool.end()
    },
  }
}

type Verified = { standby: boolean; readonly: boolean; [limit: string]: boolean | number }

const inMs = (name: string) => `(extract(epoch from current_setting('${name}')::interval) * 1000)::int as ${name}`

const verify = `
  select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as readonly,
    ${['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(inMs).join(', ')}`

/** The server gave up waiting for its standby; what it then calls committed is here alone. */
const isLocalCommit = (message: string | undefined): boolean => /wait for synchronous replication/.test(message ?? '')

/** Later than this, it was we who had no time to listen. */
const ownDelayMs = 500

/** True when the server says anything at all, be it that it refuses us; and where we cannot tell. */
async function answers(address: string): Promise<boolean> {
  const began = systemClock.elapsed()
  const probe = new pg.Client({ connectionString: address, connectionTimeoutMillis: signOfLifeMs })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError || systemClock.elapsed() - began > signOfLifeMs + ownDelayMs
  } finally {
    void probe.end().catch(() => {})
  }
}

/** Without the login, which may hold a password. */
function hostOf(address: string): string {
  const { host, searchParams } = new URL(address, 'postgres://base')
  return searchParams.get('host') ?? host
}
