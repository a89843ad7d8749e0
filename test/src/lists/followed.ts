import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { OfficialList } from '@specie/screening/lists/entry.ts'
import type { FormatCode } from '@specie/screening/lists/formats.ts'
import { readVersion } from '@specie/screening/lists/version.ts'
import { expect } from 'vitest'
import { until } from '../chains/story.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { staff } from '../people.ts'
import { as } from '../people/portal.ts'
import { type RunningService, startService } from '../programs/service.ts'

// A running service that follows the file of each list, and what it has made of each file.

export const formats: Readonly<Record<OfficialList, FormatCode>> = {
  ofac: 'ofac_advanced_xml',
  uk: 'uk_csv',
  uk_investment_bans: 'uk_investment_bans',
  un: 'un_xml',
  eu: 'eu_xml',
  seco: 'seco_xml',
}
export const lists = Object.keys(formats) as OfficialList[]

export type Followed = Awaited<ReturnType<typeof followLists>>

export async function followLists(settings: Record<string, string> = {}) {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'lists-'))
  const fileOf = (list: OfficialList) => join(folder, list)
  const all = lists.map((list) => `${list}=${fileOf(list)}`).join(',')
  const start = () => startService(database.url, { SCREENING_LISTS: all, LOG_LEVEL: 'fatal', ...settings })
  const env = testEnv(database)
  const it = {
    database,
    service: await start(),
    publish: async (list: OfficialList, bytes: Buffer): Promise<void> => {
      await writeFile(`${fileOf(list)}.new`, bytes)
      await rename(`${fileOf(list)}.new`, fileOf(list))
    },
    /** Has the service read these lists now. */
    refresh: async (which: readonly OfficialList[]): Promise<void> => {
      const officer = as(await staff(env, 'compliance'), it.service.origin)
      for (const list of which) expect((await officer('POST', '/lists/refresh', { list })).status).toBe(200)
    },
    /** Until each of them was read, or its failure noted. */
    wasRead: async (which: readonly OfficialList[]): Promise<void> => {
      const due = 'select list from compliance.list_source where due_at <= now() and list = any($1)'
      await until(
        () => database.owner.query(due, [which]),
        (left) => left.length === 0,
      )
    },
    restart: async (): Promise<void> => {
      await it.service.kill()
      it.service = await start()
    },
    end: async (): Promise<void> => {
      await it.service.stop()
      await env.runtime.close()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
  return it
}

export type ListState = {
  readonly version: string | null
  readonly sha256: string | null
  /** As the active version says, and as there are rows of it. */
  readonly entries: number
  readonly rows: number
  readonly references: number
  readonly failure: string | null
}

export async function stateOf({ owner }: TestDatabase, list: OfficialList): Promise<ListState> {
  const [row] = await owner.query<ListState>(
    `select v.id as version, v.sha256, coalesce(v.entries, 0) as entries, s.failure,
       (select count(*)::int from compliance.list_entry e where e.list = $1 and ended is null) as rows,
       (select count(distinct reference)::int from compliance.list_entry e where e.list = $1 and ended is null) as references
     from (select) one left join compliance.list_version v on v.list = $1 and v.state = 'active'
     left join compliance.list_source s on s.list = $1`,
    [list],
  )
  return row!
}

/** What is wrong with what the service made of a file: it must be the whole of it, or nothing with the reason. */
export async function problemOf(
  list: OfficialList,
  bytes: Buffer,
  before: ListState,
  now: ListState,
): Promise<unknown> {
  if (now.rows !== now.entries || now.references !== now.entries) return { half: now }
  if (now.failure !== null) {
    const isReason = /[a-z]{3}.*[a-z]{3}/i.test(now.failure)
    return now.version === before.version && isReason ? null : { refused: now, before }
  }
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  const content = isZipped ? gunzipSync(bytes) : bytes
  const format = list === 'uk' && /^\s*</.test(content.toString().replace('\ufeff', '')) ? 'uk_xml' : formats[list]
  const version = await readVersion(format, [content])
  const isWhole = version.readable && version.entries === now.entries
  const isThis = now.sha256 === createHash('sha256').update(content).digest('hex')
  return isWhole && isThis ? null : { taken: now, version }
}

/** The most memory that the process has had. */
export function peakMegabytes({ process }: RunningService): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1_000)
}
