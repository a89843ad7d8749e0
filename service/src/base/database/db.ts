import pg from 'pg'
import { type Claim, ClaimLost, claimLostState, fence } from './claim.ts'
import { claimKeeper, type Keeper } from './claim-keeper.ts'
import { listen, type Listening } from './listen.ts'
import { types } from './types.ts'
import { isRead } from './is-read.ts'
import { toObjects } from './rows.ts'
import { type Kind, limitsOf, openSessions, type Session, type Sessions } from './sessions.ts'
import { NotPrimary, type SeenServers } from './seen-servers.ts'
import { openTransaction, type Transaction } from './tx.ts'
import { trace } from '../observability/trace.ts'
import { newStamp } from './trace-key.ts'

/**
 * Text with its values. A name prepares the statement once per connection; for frequent statements. `types`: how values of
 * the answer are read, if not as usual.
 */
export type Statement = { text: string; values?: unknown[]; name?: string; types?: pg.CustomTypesConfig }

/** Runs SQL: the pool, or one of its transactions. int8 and numeric arrive as bigint (money is never a float). */
export type Sql = {
  query<Row extends object = Record<string, unknown>>(statement: string | Statement, values?: unknown[]): Promise<Row[]>
}

/** An open transaction. */
export type Tx = Transaction<Sql>

/**
 * A `check` reads one snapshot of everything: on every connection it has the time limits of a command. A `long act`
 * touches all open items of an institution: on every connection it has at least the time limits of a job.
 */
export type TxMode = 'read write' | 'long act' | 'repeatable read, read only' | 'check'

export type Db = Sql & {
  /**
   * Commits what `work` did, or rolls back all of it. Never call an outside system inside.
   */
  tx<T>(work: (tx: Tx) => T | Promise<T>, mode?: TxMode): Promise<T>
  /**
   * Runs `work` while no other process of the service works under this name; null if one does. Its statements are
   * fenced: if another process takes over unnoticed, this one can no longer commit (claim-keeper.ts).
   */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /**
   * Receives notifications on this channel until closed. Notifications sent while the connection is lost are missed, so
   * `onReconnect` is called after each connect, including the first.
   */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<Listening>
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  /** The database role that every statement runs as. Default: the login itself. */
  role?: string
  /** Marks the row versions that its statements leave (trace-key.ts). Without it they have no mark. */
  traceKey?: Uint8Array | null
  max?: number
  /** Selects the time limits. By default the limits of an operator's command apply. */
  kind?: Kind
  /** Multiplies the time limits: DATABASE_PATIENCE. */
  patience?: number
  /** Shared knowledge of the servers, for a process with several connections. */
  seen?: SeenServers
  /** The name in pg_stat_activity. */
  application?: string
  onError?: (error: Error) => void
}

export function connect(options: DbOptions): Db {
  const {
    traceKey = null,
    max = 10,
    kind = 'commands',
    patience = 1,
    application = 'specie',
    onError = () => {},
  } = options
  const stamp = traceKey && newStamp(traceKey)
  const sessions = openSessions({ ...options, stamp, max, kind, patience, application, types, onError })
  const keeper = claimKeeper(sessions, onError)
  const tx: Db['tx'] = (work, mode = 'read write') => transaction({ sessions, keeper, patience }, work, mode)
  return {
    query: async <Row extends object>(statement: string | Statement, values?: unknown[]) => {
      // A read commits nothing, so it needs no fence: one round trip instead of three.
      const isFenced = keeper.claim() !== null && !isRead(typeof statement === 'string' ? statement : statement.text)
      const run = (inside: Sql) => inside.query<Row>(statement, values)
      if (isFenced) return tx(run)
      return single<Row>(sessions, statement, values).catch((error: unknown) => {
        // Jobs have a longer time limit than requests.
        if (keeper.claim() === null || !isSqlState(error, '57014')) throw error
        return tx(run)
      })
    },
    tx,
    exclusive: keeper.exclusive,
    listen: (channel, onPayload, onReconnect = () => {}) =>
      listen(sessions, channel, { onPayload, onReconnect, onError }),
    close: async () => {
      await keeper.close()
      await sessions.close()
    },
  }
}

/** A statement outside a transaction commits by itself. If its cached plan was outdated, it has done nothing. */
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
    broken = mustDiscard(session, error)
    if (!isOutdated(error)) throw error
  } finally {
    sessions.giveBack(session, broken)
  }
  // Each session has its own plans. Every session of the pool may be outdated, but a new session is not.
  return single(sessions, statement, values)
}

function sqlOf(session: Session): Sql {
  return {
    query: async <Row extends object>(statement: string | Statement, values?: unknown[]) => {
      const query = typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement
      const name = query.name ?? session.preparedName(query.text)
      return trace(`db ${query.name ?? query.text.trim().split(/\s+/, 1)[0]!.toLowerCase()}`, async () => {
        const result = await session.query({ ...query, ...(name ? { name } : {}), rowMode: 'array' })
        assertConfirmed(session)
        return rowsOf<Row>(result)
      })
    },
  }
}

/** Text with several statements has several results. */
const rowsOf = <Row extends object>(result: pg.QueryArrayResult | pg.QueryArrayResult[]): Row[] =>
  Array.isArray(result) ? result.flatMap(toObjects<Row>) : toObjects(result)

const begin: { readonly [mode in TxMode]: string } = {
  'read write': 'begin',
  'long act': 'begin',
  'repeatable read, read only': 'begin isolation level repeatable read, read only',
  check: 'begin isolation level repeatable read, read only',
}

const setLocal = ({ statement, lock, idle }: { statement: number; lock: number; idle: number }): string =>
  `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; set local idle_in_transaction_session_timeout = ${idle}`

/** The kind whose time limits apply to a transaction; null: the kind of its connection. */
function kindOf(mode: TxMode, claim: Claim | null): Kind | null {
  if (mode === 'check') return 'commands'
  if (mode === 'long act') return 'acts'
  return claim ? 'jobs' : null
}

type Connections = { sessions: Sessions; keeper: Keeper; patience: number }

/** Under a claim the time limits of jobs apply, and the commit succeeds only while the claim is valid. */
async function transaction<T>(
  { sessions, keeper, patience }: Connections,
  work: (tx: Tx) => T | Promise<T>,
  mode: TxMode,
): Promise<T> {
  const claim = keeper.claim()
  const kind = kindOf(mode, claim)
  const limits = kind && limitsOf(kind, patience)
  const session = await sessions.take(limits?.total)
  const { tx, finish, committed } = openTransaction(sqlOf(session))
  let broken = false
  let result: T
  try {
    await session.query(limits ? `${begin[mode]}; ${setLocal(limits)}` : begin[mode])
    result = await work(tx)
    await finish()
    await commit(session, claim)
  } catch (error) {
    broken = mustDiscard(session, error)
    // A session that cannot roll back is discarded instead of returned to the pool.
    if (!broken) await session.query('rollback').catch(() => (broken = true))
    if (error instanceof ClaimLost) await keeper.giveUp(claim!)
    throw error
  } finally {
    sessions.giveBack(session, broken)
  }
  committed()
  return result
}

/** Fence and commit are sent together: if the fence raises, the server skips the commit. */
async function commit(session: Session, claim: Claim | null): Promise<void> {
  try {
    await session.query(claim ? `${fence(claim)}; commit` : 'commit')
  } catch (error) {
    if (claim && isSqlState(error, claimLostState)) throw new ClaimLost((error as Error).message, { cause: error })
    throw isConnectionLost(error) ? new OutcomeUnknown('The database was lost while it committed.', error) : error
  }
  assertConfirmed(session)
}

/** A commit without confirmation by the standby could be lost in a failover, so it must not be acknowledged (D1). */
function assertConfirmed({ isUnconfirmed }: Session): void {
  if (isUnconfirmed) throw new OutcomeUnknown('The database has no confirmation of its standby.')
}

/** A migration of a newer version has changed a table that a prepared statement uses. */
const isOutdated = (error: unknown): boolean =>
  isSqlState(error, '0A000') && /cached plan must not change result type/.test((error as Error).message)

/** A session that must not be used again. This includes a session whose server has become read-only. */
const mustDiscard = (session: Session, error: unknown): boolean =>
  session.isUnconfirmed || isConnectionLost(error) || (error instanceof OutcomeUnknown && error.cause !== undefined)

/** The connection was lost at a moment when the statement may or may not have been executed. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'

  constructor(what: string, cause?: unknown) {
    super(`${what} The outcome is unknown. Send it again under the same id; it is not executed twice.`, { cause })
  }
}

const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const lostStates = /^(08...|57P0[1-5]|53300|25006)$/
const lostMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/i

/** True when the database could not be reached or the connection was lost. The statement may or may not have run. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NotPrimary || isOutdated(error)) return true
  const code = 'code' in error ? String(error.code) : ''
  return lostCodes.has(code) || lostStates.test(code) || lostMessages.test(error.message)
}

/** Wrong password, unknown database, or missing privilege. */
export const isRefusedLogin = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(28...|3D000|42501)$/.test(String(error.code))

/** True when PostgreSQL refused with this SQLSTATE. */
export function isSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && 'code' in error && error.code === state
}
