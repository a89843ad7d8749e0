import pg from 'pg'
import { listen } from './listen.ts'
import { trace } from './trace.ts'

/** Text with its values, and a name when the statement is hot enough to be prepared once per connection. */
export type Statement = { text: string; values?: unknown[]; name?: string }

/** What runs SQL: the pool, or one transaction of it. int8 and numeric arrive as bigint (money is never a float). */
export type Sql = {
  query<Row extends object = Record<string, unknown>>(statement: string | Statement, values?: unknown[]): Promise<Row[]>
}

/** A transaction under way. A distinct name, so that a function can say that it needs one. */
export type Tx = Sql & {
  readonly inTransaction: true
  /** Called once the transaction has committed, and not when it comes to nothing. Nobody waits for it. */
  afterCommit(hook: () => void): void
}

export type Db = Sql & {
  /** Commits what `work` did, or nothing. Never call the outside world inside. */
  tx<T>(work: (tx: Tx) => Promise<T>, mode?: 'read write' | 'repeatable read, read only'): Promise<T>
  /** Runs `work` while no other process of the service does anything under this name; null when one does. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /** Hears what is notified on this channel until it is ended; what is told while the connection is lost is not heard. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  /** The database role that every statement runs as; absent: the login itself. */
  role?: string
  max?: number
  onError?: (error: Error) => void
}

/** The driver's parser of text[], which keeps every digit. */
const readTexts = pg.types.getTypeParser(1009 as never) as (text: string) => (string | null)[]

const toBigInts = (text: string): (bigint | null)[] =>
  readTexts(text).map((item) => (item === null ? null : BigInt(item)))

const { INT8, NUMERIC } = pg.types.builtins
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, BigInt],
  [1016, toBigInts], // int8[]
  [1231, toBigInts], // numeric[]; the driver's own parser makes floats of them
])

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export function connect({ url, role, max = 10, onError = () => {} }: DbOptions): Db {
  const session = {
    connectionString: url,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(role ? { options: `-c role=${role}` } : {}),
  }
  const pool = new pg.Pool({ ...session, max })
  const alone = () => new pg.Client(session)
  const locks = lockKeeper(alone, onError)
  // Without these two handlers a failover of the database takes the process down.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return {
    ...sqlOf(pool),
    tx: (work, mode = 'read write') => transaction(pool, work, mode),
    exclusive: locks.exclusive,
    listen: (channel, heard) => listen(alone, channel, heard, onError),
    close: async () => {
      await locks.close()
      await pool.end()
    },
  }
}

function sqlOf(runner: Pick<pg.Pool, 'query'>): Sql {
  return {
    query: async <Row extends object>(statement: string | Statement, values?: unknown[]) => {
      const asked = typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement
      return trace(`db ${asked.name ?? asked.text.trim().split(/\s+/, 1)[0]!.toLowerCase()}`, async () => {
        const result = await runner.query<Row>(asked as pg.QueryConfig)
        return result.rows
      })
    },
  }
}

const begin = {
  'read write': 'begin',
  'repeatable read, read only': 'begin isolation level repeatable read, read only',
}

async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, mode: keyof typeof begin): Promise<T> {
  const hooks: (() => void)[] = []
  const result = await committed(pool, work, mode, hooks)
  for (const hook of hooks) hook()
  return result
}

async function committed<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  mode: keyof typeof begin,
  hooks: (() => void)[],
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin[mode])
    const afterCommit = (hook: () => void) => void hooks.push(hook)
    const result = await work({ ...sqlOf(client), inTransaction: true, afterCommit })
    await client.query('commit').catch((error: unknown) => {
      throw isConnectionLost(error) ? new OutcomeUnknown('The database was lost while it committed.', error) : error
    })
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away instead of returned to the pool.
    await client.query('rollback').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Locks that belong to a connection, not to a transaction: they may be held over calls to the outside. One connection
 * keeps them all: with one each, as many jobs as the pool is large would hold all of it and wait for each other.
 */
function lockKeeper(connect: () => pg.Client, onError: (error: Error) => void) {
  const held = new Set<string>()
  let current: Promise<pg.Client> | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** One query after the other: a connection is no queue. */
  function ask(client: pg.Client, text: string, name: string): Promise<pg.QueryResult> {
    const answer = last.then(() => client.query(text, [name]))
    last = answer.catch(() => {})
    return answer
  }

  async function open(): Promise<pg.Client> {
    const client = connect()
    // With the connection its locks are gone; whoever comes next opens another one.
    client.on('error', onError)
    client.once('end', () => (current = null))
    try {
      await client.connect()
    } catch (error) {
      current = null
      throw error
    }
    return client
  }

  async function guarded<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    const session = (current ??= open())
    const client = await session
    const lock = await ask(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held', name)
    if (!lock.rows[0].held) return null
    try {
      return await work()
    } finally {
      if (current === session)
        await ask(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', name).catch(onError)
    }
  }

  return {
    exclusive: async <T>(name: string, work: () => Promise<T>): Promise<T | null> => {
      // The database would let the same connection have the same lock again.
      if (held.has(name)) return null
      held.add(name)
      try {
        return await guarded(name, work)
      } finally {
        held.delete(name)
      }
    },
    close: async () => {
      const client = await current?.catch(() => null)
      await client?.end()
    },
  }
}

/** The database was lost at a moment at which what was asked may have been done or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'

  constructor(what: string, cause?: unknown) {
    super(`${what} Whether it is done is unknown: ask again under the same id, and it is not done twice.`, { cause })
  }
}

const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const lostStates = /^(08...|57P0[1-5]|53300|25006)$/
const lostWords = /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/i

/** True when the database could not be reached or broke off: what was asked may or may not have happened. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return lostCodes.has(code) || lostStates.test(code) || lostWords.test(error.message)
}

/** True when PostgreSQL refused with this SQLSTATE. */
export function isSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && 'code' in error && error.code === state
}
