// The parts of a transaction other than its SQL. This file must not import db.ts, which imports it.

type Query = { query(text: string): Promise<unknown> }

/** `S`: the interface that runs SQL. */
export type Transaction<S> = S & {
  /** A separate type, so that a function can require a transaction. */
  readonly inTransaction: true
  /** The last statements before the commit: `run` gets all its items together. For locks that all writers need. */
  atCommit<T>(run: (sql: S, items: T[]) => Promise<void>, item: T): void
  /** Called after the transaction has committed, never after a rollback. It is not awaited. */
  afterCommit(hook: () => void): void
  /** When `work` throws, only its changes are rolled back. The transaction can continue. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

type Run<S> = (sql: S, items: never[]) => Promise<void>

/** Deferred work. A savepoint that is rolled back discards its part. */
type Deferred<S> = { atCommit: { run: Run<S>; item: unknown }[]; afterCommit: (() => void)[] }

export type OpenTransaction<S> = {
  tx: Transaction<S>
  /** Runs the work deferred until the commit. */
  finish(): Promise<void>
  /** Runs the work deferred until after the commit. */
  committed(): void
}

export function openTransaction<S extends Query>(sql: S): OpenTransaction<S> {
  const put: Deferred<S> = { atCommit: [], afterCommit: [] }
  return {
    tx: {
      ...sql,
      inTransaction: true,
      atCommit: (run, item) => void put.atCommit.push({ run, item }),
      afterCommit: (hook) => void put.afterCommit.push(hook),
      savepoint: (work) => savepoint(sql, put, work),
    },
    finish: async () => {
      const groups = Map.groupBy(put.atCommit, ({ run }) => run)
      for (const [run, group] of groups) await run(sql, group.map(({ item }) => item) as never[])
    },
    committed: () => {
      for (const hook of put.afterCommit) hook()
    },
  }
}

async function savepoint<S extends Query, T>(sql: S, put: Deferred<S>, work: () => Promise<T>): Promise<T> {
  const [atCommit, afterCommit] = [put.atCommit.length, put.afterCommit.length]
  await sql.query('savepoint attempt')
  try {
    const result = await work()
    await sql.query('release savepoint attempt')
    return result
  } catch (error) {
    await sql.query('rollback to savepoint attempt')
    await sql.query('release savepoint attempt')
    put.atCommit.length = atCommit
    put.afterCommit.length = afterCommit
    throw error
  }
}
