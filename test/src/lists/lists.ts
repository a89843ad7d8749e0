import type { ListCode } from '@specie/screening/lists/entry.ts'
import type { ActiveEntry } from '@specie/service/compliance/list/active.ts'
import { readLists } from '@specie/service/compliance/list/job.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { sampleWriters } from '../../../screening/samples/files.ts'
import type { TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'

/** A list file with the traps of its format and further invented parties. */
export const sample = (format: keyof typeof sampleWriters, parties: number): string =>
  [...sampleWriters[format](parties)].join('')

/** The entries of the active versions. */
export const entriesOf = ({ app }: TestDatabase, lists: readonly ListCode[] | null = null): Promise<ActiveEntry[]> =>
  app.query<ActiveEntry>(
    `select id, list, effect, hash, content as entry from compliance.list_entry
     where ended is null and ($1::text[] is null or list = any($1)) order by id`,
    [lists],
  )

export type Lists = {
  readonly env: Env
  /** Runs the job this number of hours later. */
  later(hours: number): Promise<number>
  names(): Promise<string[]>
  versions(): Promise<Record<string, unknown>[]>
}

/** A service that follows these lists, with a clock of its own. */
export function listsOn(database: TestDatabase, lists: string, over: Partial<Env['config']> = {}): Lists {
  let ahead = 0
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + ahead) }
  const config = { ...readConfig({ SCREENING_LISTS: lists }), ...over }
  const env = testEnv(database, { clock, config })
  return {
    env,
    later: async (hours) => {
      ahead += hours * 3_600_000
      return readLists.run(env)
    },
    names: async () => {
      const entries = await entriesOf(database)
      return entries.flatMap(({ entry }) => entry.names.slice(0, 1).map(({ text }) => text))
    },
    versions: () =>
      database.app.query(
        `select list, state, refusal, entries, added, changed, removed, reassigned, renumbered
         from compliance.list_version order by created_at, id`,
      ),
  }
}
