import type pg from 'pg'
import { batcher } from './batcher.ts'
import { withoutClaim, type Claim, currentClaim } from './claim.ts'
import type { Session, Sessions } from './sessions.ts'

// Work that only one process may do. A lock keeps others out, and a claim fences off a process that lost its lock
// without noticing. A lock belongs to a session with one server. When that server freezes and another takes over, the
// lock is free there while its former holder still works. So taking a lock also increments the counter of its row, and
// every transaction of the work compares the counter before it commits. The former holder cannot commit.

export type Keeper = {
  /** Runs `work` under a claim; null if another process holds it. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /** The claim under which the calling code runs, if it belongs to this keeper. */
  claim(): Claim | null
  /** The claim was taken over. Our locks may be on a server that is no longer the primary. Takes all of them again. */
  giveUp(claim: Claim): Promise<void>
  close(): Promise<void>
}

// Prepared, because every run of every job needs them.
const lockAndClaim = {
  name: 'work.take_claims',
  text: `select case when pg_try_advisory_lock(hashtextextended(name, 0)) then work.take_claim(name, $2)::text end as token
    from unnest($1::text[]) with ordinality asked (name, place) order by place`,
}
const unlock = {
  name: 'work.let_go',
  text: 'select pg_advisory_unlock(hashtextextended(name, 0)) from unnest($1::text[]) name',
}

type LockSession = { readonly session: Session; readonly holder: string }
/** Without a token, another process holds the claim. */
type Acquired = { readonly held: Promise<LockSession>; readonly holder: string; readonly token: string | null }
type Finished = { readonly held: Promise<LockSession>; readonly name: string }

/** One session holds all locks: with a session for each, as many jobs as the pool has sessions would block each other. */
export function claimKeeper(sessions: Sessions, onError: (error: Error) => void): Keeper {
  const active = new Set<string>()
  let current: Promise<LockSession> | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one query after the other on the session. */
  function runInOrder(session: Session, statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const answer = last.then(() => sessions.awaitAnswer(session, session.query({ ...statement, values })))
    last = answer.catch(() => {})
    return answer
  }

  /** `onEnd`: when the session ends, its locks are released. */
  async function open(onEnd: () => void): Promise<LockSession> {
    const session = await sessions.open()
    session.once('end', onEnd)
    try {
      const { rows } = await session.query<{ id: string }>('select gen_random_uuid() as id')
      return { session, holder: rows[0]!.id }
    } catch (error) {
      session.end().catch(onError)
      throw error
    }
  }

  /** The current lock session, or a new one. A session that ends late must not clear its successor. */
  function lockSession(): Promise<LockSession> {
    if (current) return current
    const clear = () => {
      if (current === opening) current = null
    }
    const opening = withoutClaim(() => open(clear))
    opening.catch(clear)
    return (current = opening)
  }

  async function release(held: Promise<LockSession>, names: readonly string[]): Promise<void> {
    if (current === held) await runInOrder((await held).session, unlock, [names]).catch(onError)
  }

  async function acquireAll(names: readonly string[]): Promise<Acquired[]> {
    const held = lockSession()
    const { session, holder } = await held
    const { rows } = await runInOrder(session, lockAndClaim, [names, holder]).catch(async (error: unknown) => {
      await release(held, names) // a lock may be held although its claim was not taken
      throw error
    })
    return (rows as { token: string | null }[]).map(({ token }) => ({ held, holder, token }))
  }

  async function releaseAll(done: readonly Finished[]): Promise<Finished[]> {
    for (const [held, some] of Map.groupBy(done, (one) => one.held))
      await release(
        held,
        some.map(({ name }) => name),
      )
    return [...done]
  }

  // A pass of all jobs takes forty locks at once.
  const acquiring = batcher(acquireAll, Infinity)
  const releasing = batcher(releaseAll, Infinity)

  async function runWithClaim<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    // A claim that cannot be taken now must not prevent the others of its batch.
    const { held, holder, token } = await acquiring.submit(name).catch(async () => (await acquireAll([name]))[0]!)
    if (token === null) return null
    try {
      return await currentClaim.run({ claim: { name, holder, token: BigInt(token) }, keeper }, work)
    } finally {
      await releasing.submit({ held, name })
    }
  }

  const keeper: Keeper = {
    claim: () => {
      const store = currentClaim.getStore()
      return store?.keeper === keeper ? store.claim : null
    },
    exclusive: async (name, work) => {
      // PostgreSQL would grant the same lock to the same session again.
      if (active.has(name)) return null
      active.add(name)
      try {
        return await runWithClaim(name, work)
      } finally {
        active.delete(name)
      }
    },
    giveUp: async ({ holder }) => {
      const held = await current?.catch(() => null)
      if (held?.holder === holder) held.session.disconnect('another process has taken the claim')
    },
    close: async () => {
      const held = await current?.catch(() => null)
      await held?.session.end()
    },
  }
  return keeper
}
