import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { ListSource } from '../../base/settings/parsers.ts'
import { oldLists } from './age.ts'
import { fetchList } from './fetch.ts'
import type { OfficialList } from './format.ts'
import { loadFile } from './load.ts'
import { jobName } from './job-name.ts'
import { recordFailure, recordSuccess } from './source.ts'

/** Reads the source of each list of the settings when it is due. */
export const readLists: Job = {
  name: jobName,
  everyMs: 60_000,
  run: async (env) => {
    const steps = []
    for (const list of await dueLists(env)) steps.push(await readSource(env, list))
    await measure(env)
    return steps.filter((hasChanged) => hasChanged).length
  },
}

const sourcesOf = ({ config }: Env): ReadonlyMap<OfficialList, ListSource> =>
  (config.screeningLists ?? new Map()) as ReadonlyMap<OfficialList, ListSource>

async function dueLists(env: Env): Promise<OfficialList[]> {
  const lists = [...sourcesOf(env).keys()]
  const now = env.clock.now()
  await env.db.tx(async (tx) => {
    // Lists that were in the settings before. Their entries count until a newer version ends them.
    await tx.query(
      `update compliance.list_source set due_at = null, expires_at = null where due_at is not null and list <> all($1)`,
      [lists],
    )
    await tx.query(
      `insert into compliance.list_source as s (list, due_at) select list, $2 from unnest($1::text[]) list
       on conflict (list) do update set due_at = excluded.due_at where s.due_at is null`,
      [lists, now],
    )
  })
  const due = await env.db.query<{ list: OfficialList }>(
    'select list from compliance.list_source where due_at <= $1 and list = any($2) order by due_at, list',
    [now, lists],
  )
  return due.map(({ list }) => list)
}

/** True when there is a new version, active or refused. */
async function readSource(env: Env, list: OfficialList): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-list-'))
  try {
    const loaded = await fetchAndLoad(env, list, join(folder, 'list'))
    return loaded.outcome !== 'unchanged'
  } catch (error) {
    await env.db.tx((tx) => recordFailure(env, tx, list, (error as Error).message))
    env.log.error({ list, err: error }, 'the source of a sanctions list cannot be read; it is tried again')
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchAndLoad(env: Env, list: OfficialList, into: string) {
  const source = sourcesOf(env).get(list)!
  const [known] = await env.db.query<{ source: string | null; etag: string | null }>(
    'select source, etag from compliance.list_source where list = $1',
    [list],
  )
  const fetched = await fetchList(env, source, known ?? { source: null, etag: null }, into)
  if (fetched !== null) return loadFile(env, { list, ...fetched })
  await env.db.tx((tx) => recordSuccess(env, tx, { list, source: known!.source!, etag: known!.etag }))
  return { outcome: 'unchanged' } as const
}

/** Metrics of the process that runs the job. */
async function measure(env: Env): Promise<void> {
  const rows = await env.db.query<{ list: string; checked_at: Date }>(
    'select list, checked_at from compliance.list_source where checked_at is not null',
  )
  for (const { list, checked_at } of rows) {
    env.metrics.listAge.set({ list }, Math.max(0, (env.clock.now().getTime() - checked_at.getTime()) / 1_000))
  }
  const old = await oldLists(env, env.db)
  env.metrics.oldLists.reset()
  for (const list of [...rows.map((row) => row.list), ...old]) {
    env.metrics.oldLists.set({ list }, (old as string[]).includes(list) ? 1 : 0)
  }
  if (old.length > 0) env.log.error({ lists: old }, 'sanctions lists are too old; screening does not decide')
}
