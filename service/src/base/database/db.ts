import pg from 'pg'
import { type Claim, ClaimLost, claimLostState, fence } from '../jobs/claim.ts'
import { claimKeeper, type Keeper } from '../jobs/claim-keeper.ts'
import { listen, type Listening } from './listen.ts'
import { preparedName } from './prepared.ts'
import { isRead } from './is-read.ts'
import { type Kind, limits, NotPrimary, openSessions, type Session, type Sessions } from './sessions.ts'
import { trace } from '../observability/trace.ts'

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
  /**
   * Runs `work` while no other process of the service does anything under this name; null when one does. Whatever it asks of
   * the database is fenced: should another process take over unnoticed, nothing more of it is committed (jobs/claim-keeper.ts).
   */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /**
   * Hears what is notified on this channel until it is closed; what is told while the connection is lost is not heard:
   * `again` says so, at the start too.
   */
  listen(channel: string, heard: (payload: string) => void, again?: () => void): Promise<Listening>
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  /** The database role that every statement runs as; absent: the login itself. */
  role?: string
  max?: number
  /** How long anything may take; absent: as for an operator's command. */
  kind?: Kind
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

export function connect({ url, role, max = 10, kind = 'commands', onError = () => {} }: DbOptions): Db {
  const sessions = openSessions({ url, role, max, kind, types, onError })
  const keeper = claimKeeper(sessions, onError)
  const tx: Db['tx'] = (work, mode = 'read write') => transaction({ sessions, keeper }, work, mode)
  return {
    query: async <Row extends object>(statement: string | Statement, values?: unknown[]) => {
      // What only reads commits nothing, so there is nothing to fence: one round trip instead of three.
      const isFenced = keeper.claim() !== null && !isRead(typeof statement === 'string' ? statement : statement.text)
      const asked = (inside: Sql) => inside.query<Row>(statement, values)
      if (isFenced) return tx(asked)
      return single<Row>(sessions, statement, values).catch((error: unknown) => {
        // A job has more time for it than a request.
        if (keeper.claim() === null || !isSqlState(error, '57014')) throw error
        return tx(asked)
      })
    },
    tx,
    exclusive: keeper.exclusive,
    listen: (channel, heard, again = () => {}) => listen(sessions, channel, { heard, again, onError }),
    close: async () => {
      await keeper.close()
      await sessions.close()
    },
  }
}

/** A statement by itself is committed when it is answered. One that met an outdated plan has done nothing. */
async function single<Row extends object>(
  sessions: Sessions,
  statement: string | Statement,
  values?: unknown[],
): Promise<Row[]> {
  const session = await sessions.take()
  let broken = false
  try {
    return await sqlOf(session).query<Row>(statement, values)
  } catch (error) {
    broken = isSpoiled(session, error)
    if (!isOutdated(error)) throw error
  } finally {
    sessions.giveBack(session, broken)
  }
  // Each session has plans of its own: as many may be outdated as there are, and a new one has none.
  return single(sessions, statement, values)
}

function sqlOf(session: Session): Sql {
  return {
    query: async <Row extends object>(statement: string | Statement, values?: unknown[]) => {
      const asked = typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement
      const name = asked.name ?? preparedName(asked.text)
      return trace(`db ${asked.name ?? asked.text.trim().split(/\s+/, 1)[0]!.toLowerCase()}`, async () => {
        const result = await session.query<Row>({ ...asked, ...(name ? { name } : {}) } as pg.QueryConfig)
        assertConfirmed(session)
        return rowsOf(result)
      })
    },
  }
}

/** Text that holds several statements has several results. */
const rowsOf = <Row extends object>(result: pg.QueryResult<Row> | pg.QueryResult<Row>[]): Row[] =>
  Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows

const begin = {
  'read write': 'begin',
  'repeatable read, read only': 'begin isolation level repeatable read, read only',
}

type Means = { sessions: Sessions; keeper: Keeper }

async function transaction<T>(means: Means, work: (tx: Tx) => Promise<T>, mode: keyof typeof begin): Promise<T> {
  const hooks: (() => void)[] = []
  const result = await committed(means, work, mode, hooks)
  for (const hook of hooks) hook()
  return result
}

/** Under a claim it has the time of jobs, and is committed only while the claim stands. */
async function committed<T>(
  { sessions, keeper }: Means,
  work: (tx: Tx) => Promise<T>,
  mode: keyof typeof begin,
  hooks: (() => void)[],
): Promise<T> {
  const claim = keeper.claim()
  const session = await sessions.take(claim ? limits.jobs.whole : undefined)
  let broken = false
  try {
    await session.query(claim ? `${begin[mode]}; set local statement_timeout = ${limits.jobs.statement}` : begin[mode])
    const afterCommit = (hook: () => void) => void hooks.push(hook)
    const result = await work({ ...sqlOf(session), inTransaction: true, afterCommit })
    await commit(session, claim)
    return result
  } catch (error) {
    broken = isSpoiled(session, error)
    // A session that cannot even roll back is thrown away instead of returned to the pool.
    if (!broken) await session.query('rollback').catch(() => (broken = true))
    if (error instanceof ClaimLost) await keeper.renounce(claim!)
    throw error
  } finally {
    sessions.giveBack(session, broken)
  }
}

/** Fence and commit travel together: where the fence raises, the commit is not looked at. */
async function commit(session: Session, claim: Claim | null): Promise<void> {
  try {
    await session.query(claim ? `${fence(claim)}; commit` : 'commit')
  } catch (error) {
    if (claim && isSqlState(error, claimLostState)) throw new ClaimLost((error as Error).message, { cause: error })
    throw isConnectionLost(error) ? new OutcomeUnknown('The database was lost while it committed.', error) : error
  }
  assertConfirmed(session)
}

/** What only one server has is not yet safe: whoever is told that it is done would lose it in a failover (D1). */
function assertConfirmed({ isUnconfirmed }: Session): void {
  if (isUnconfirmed) throw new OutcomeUnknown('The database has no confirmation of its standby.')
}

/** A table has got another shape under a prepared statement, by the migration of a newer version. */
const isOutdated = (error: unknown): boolean =>
  isSqlState(error, '0A000') && /cached plan must not change result type/.test((error as Error).message)

/** A session that must not be used again. One with a server that turned read-only is left, too. */
const isSpoiled = (session: Session, error: unknown): boolean =>
  session.isUnconfirmed || isConnectionLost(error) || (error instanceof OutcomeUnknown && error.cause !== undefined)

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
  if (error instanceof NotPrimary || isOutdated(error)) return true
  const code = 'code' in error ? String(error.code) : ''
  return lostCodes.has(code) || lostStates.test(code) || lostWords.test(error.message)
}

/** Wrong password, no such database, no right to it. */
export const isRefusedLogin = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(28...|3D000|42501)$/.test(String(error.code))

/** True when PostgreSQL refused with this SQLSTATE. */
export function isSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && 'code' in error && error.code === state
}
