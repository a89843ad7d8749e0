import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Session, Sessions } from './sessions.ts'

// Work that only one process may be at: a lock keeps the others away, and a claim fences off whoever lost the lock without
// knowing. A lock belongs to a session with one server. When that server is frozen and another takes over, the lock is free
// there, while its former holder still works. So whoever gets a lock also raises the counter of its row, and every
// transaction of the work compares the counter before it commits: the former holder cannot.

export type Claim = { readonly name: string; readonly holder: string; readonly token: bigint }

/** Another process has this work now; nothing of the transaction was done. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** SQLSTATE of work.assert_claim. */
export const claimLostState = 'SP001'

const current = new AsyncLocalStorage<{ readonly claim: Claim; readonly of: Keeper } | null>()

/** For what goes on after the work that began it, or serves others too: it is under no claim. */
export const apart = <T>(work: () => T): T => current.run(null, work)

/** The statement that refuses to commit what was done under a claim that has passed to another. */
export const fence = ({ name, holder, token }: Claim): string =>
  `select work.assert_claim(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(holder)}, ${token})`

export type Keeper = {
  /** Runs `work` under a claim; null when somebody else is at it. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /** What the code that asks is at, if that is work of this keeper's. */
  claim(): Claim | null
  /** This claim has passed to another: our locks may be with a server that the others have left. All are taken anew. */
  renounce(claim: Claim): Promise<void>
  close(): Promise<void>
}

// Prepared: they are asked for each run of each job.
const take = {
  name: 'work.take_claims',
  text: `select case when pg_try_advisory_lock(hashtextextended(name, 0)) then work.take_claim(name, $2)::text end as token
    from unnest($1::text[]) with ordinality asked (name, place) order by place`,
}
const letGo = {
  name: 'work.let_go',
  text: 'select pg_advisory_unlock(hashtextextended(name, 0)) from unnest($1::text[]) name',
}

type Held = { readonly session: Session; readonly holder: string }
/** Without a token somebody else is at it. */
type Taken = { readonly held: Promise<Held>; readonly holder: string; readonly token: string | null }

/** Who asks while a question is under way is asked for with all who do so: a pass of the jobs asks for forty locks at once. */
function together<In, Out>(run: (items: readonly In[]) => Promise<readonly Out[]>): (item: In) => Promise<Out> {
  let next: { readonly items: In[]; readonly answers: Promise<readonly Out[]> } | null = null
  let last: Promise<unknown> = Promise.resolve()
  return async (item) => {
    if (next === null) {
      const items: In[] = []
      const answers = apart(() =>
        last.then(() => {
          next = null
          return run(items)
        }),
      )
      last = answers.catch(() => {})
      next = { items, answers }
    }
    const place = next.items.push(item) - 1
    return (await next.answers)[place]!
  }
}

/** One session keeps all locks: with one each, as many jobs as the pool is large would hold all of it and wait for each other. */
export function claimKeeper(sessions: Sessions, onError: (error: Error) => void): Keeper {
  const mine = new Set<string>()
  let kept: Promise<Held> | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** One query after the other: a session is no queue. */
  function ask(session: Session, statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const answer = last.then(() => sessions.awaiting(session, session.query({ ...statement, values })))
    last = answer.catch(() => {})
    return answer
  }

  async function open(): Promise<Held> {
    const session = await sessions.open()
    // With the session its locks are gone; whoever comes next opens another one.
    session.once('end', () => (kept = null))
    const { rows } = await session.query<{ id: string }>('select gen_random_uuid() as id')
    return { session, holder: rows[0]!.id }
  }

  function opened(): Promise<Held> {
    if (kept) return kept
    kept = apart(open)
    kept.catch(() => (kept = null))
    return kept
  }

  async function release(held: Promise<Held>, names: readonly string[]): Promise<void> {
    if (kept === held) await ask((await held).session, letGo, [names]).catch(onError)
  }

  async function takeAll(names: readonly string[]): Promise<Taken[]> {
    const held = opened()
    const { session, holder } = await held
    const { rows } = await ask(session, take, [names, holder]).catch(async (error: unknown) => {
      await release(held, names) // a lock may be ours, though its claim is not
      throw error
    })
    return (rows as { token: string | null }[]).map(({ token }) => ({ held, holder, token }))
  }

  const takeTogether = together(takeAll)
  const releaseTogether = together(async (done: readonly { held: Promise<Held>; name: string }[]) => {
    for (const [held, some] of Map.groupBy(done, (one) => one.held))
      await release(
        held,
        some.map(({ name }) => name),
      )
    return done
  })

  async function guarded<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    // One that cannot be had now must not cost the others theirs.
    const { held, holder, token } = await takeTogether(name).catch(async () => (await takeAll([name]))[0]!)
    if (token === null) return null
    try {
      return await current.run({ claim: { name, holder, token: BigInt(token) }, of: keeper }, work)
    } finally {
      await releaseTogether({ held, name })
    }
  }

  const keeper: Keeper = {
    claim: () => {
      const under = current.getStore()
      return under?.of === keeper ? under.claim : null
    },
    exclusive: async (name, work) => {
      // The database would let the same session have the same lock again.
      if (mine.has(name)) return null
      mine.add(name)
      try {
        return await guarded(name, work)
      } finally {
        mine.delete(name)
      }
    },
    renounce: async ({ holder }) => {
      const held = await kept?.catch(() => null)
      if (held?.holder === holder) held.session.cut('another process has what was claimed there')
    },
    close: async () => {
      const held = await kept?.catch(() => null)
      await held?.session.end()
    },
  }
  return keeper
}
