import { createScreener, type Screener } from '@specie/screening/screen.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { type ActiveEntry, type ActiveVersion, activeVersions } from '../list/active.ts'
import { entriesOf, openEntryIds } from './entries.ts'
import { type Found, lookUp } from './look-up.ts'
import type { Party } from './party.ts'

// The lists in the memory of this process. The tables are the truth: every screening asks which versions are active, and
// a process that is behind reads what has changed.

export type ListsInUse = {
  /** The ids of the versions that it compares with. */
  readonly versions: readonly string[]
  /** The entries that this party matches, best first. */
  find(party: Party): Found[]
}

/** The key of no set of versions, not even of the empty one. */
const unread = 'unread'

type Known = Omit<ActiveEntry, 'entry'>

class Lists {
  readonly #screener: Screener = createScreener()
  readonly #entries = new Map<string, Known>()
  #key = unread
  #versions: readonly string[] = []
  #reading: Promise<void> | null = null

  async upToDate(tx: Sql): Promise<ListsInUse> {
    for (;;) {
      const active = await activeVersions(tx)
      if (keyOf(active) === this.#key) break
      await this.#readOnce(tx)
    }
    return {
      versions: this.#versions,
      find: (party) => lookUp(this.#screener, party, (id) => this.#entries.get(id)!),
    }
  }

  /** A concurrent caller waits for the same reading. */
  async #readOnce(tx: Sql): Promise<void> {
    this.#reading ??= this.#read(tx).finally(() => (this.#reading = null))
    await this.#reading
  }

  async #read(tx: Sql): Promise<void> {
    const before = await activeVersions(tx)
    const open = new Set(await openEntryIds(tx))
    // Until the end it has parts of two versions. It must not be used before that, even after an error.
    this.#key = unread
    for (const id of [...this.#entries.keys()].filter((one) => !open.has(one))) {
      this.#screener.remove(id)
      this.#entries.delete(id)
    }
    const missing = [...open].filter((id) => !this.#entries.has(id))
    for await (const batch of entriesOf(tx, missing)) {
      for (const { entry, ...known } of batch) {
        this.#screener.add(known.id, entry)
        this.#entries.set(known.id, known)
      }
    }
    // A version that was activated during the reading is read by the next turn of the caller.
    this.#versions = before.map(({ version }) => version)
    this.#key = keyOf(before)
  }
}

const keyOf = (versions: readonly ActiveVersion[]): string => versions.map(({ version }) => version).join()

const listsOf = perProcess(() => new Lists())

/**
 * The lists as this transaction must use them. The transaction gets its number first: what a version affects is looked for
 * once all transactions with earlier numbers have ended, so that none with the version before is missed (rescreen.ts).
 */
export async function listsFor(env: Env, tx: Tx): Promise<ListsInUse> {
  await tx.query('select pg_current_xact_id()')
  return listsOf(env).upToDate(tx)
}

/** For a page, which decides nothing. */
export const listsNow = (env: Env, sql: Sql): Promise<ListsInUse> => listsOf(env).upToDate(sql)
