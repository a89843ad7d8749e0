import pg from 'pg'
import { trace } from './trace.ts'

/** Text with its values, and a name when the statement is hot enough to be prepared once per connection. */
export type Statement = { text: string; values?: unknown[]; name?: string }

/** What runs SQL: the pool, or one transaction of it. int8 and numeric arrive as bigint (money is never a float). */
export type Sql = {
  query<Row extends object = Record<string, unknown>>(statement: string | Statement, values?: unknown[]): Promise<Row[]>
}

/** A transaction under way. A distinct name, so that a function can say that it needs one. */
export type Tx = Sql & { readonly inTransaction: true }

export type Db = Sql & {
  /** Commits what `work` did, or nothing. Never call the outside world inside. */
  tx<T>(work: (tx: Tx) => Promise<T>, mode?: 'read write' | 'repeatable read, read only'): Promise<T>
  /** Runs `work` while no other process of the service does anything under this name; null when one does. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T | null>
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
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(role ? { options: `-c role=${role}` } : {}),
  })
  // Without these two handlers a failover of the database takes the process down.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return {
    ...sqlOf(pool),
    tx: (work, mode = 'read write') => transaction(pool, work, mode),
    exclusive: (name, work) => exclusive(pool, name, work),
    close: () => pool.end(),
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
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin[mode])
    const result = await work({ ...sqlOf(client), inTransaction: true })
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away instead of returned to the pool.
    await client.query('rollback').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    client.release(broken)
  }
}

/** The lock belongs to a connection, not to a transaction: it may be held over calls to the outside. */
async function exclusive<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | null> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const lock = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [name])
    if (!lock.rows[0].held) return null
    try {
      return await work()
    } finally {
      await client
        .query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
        .catch((error: Error) => (broken = error))
    }
  } finally {
    client.release(broken)
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
