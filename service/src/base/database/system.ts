import type { Sql } from './db.ts'

// The database's view of the service's processes and their work.

export type SystemFacts = {
  readonly migration: { readonly name: string; readonly at: Date }
  readonly database: string
  readonly claims: { readonly name: string; readonly holder: string; readonly token: bigint }[]
  readonly runs: {
    readonly name: string
    readonly runs: bigint
    readonly failures: bigint
    readonly last_at: Date
    readonly took_ms: number
    readonly failed_at: Date | null
  }[]
  readonly processes: {
    readonly address: string
    readonly connections: bigint
    readonly busy: bigint
    readonly since: Date
  }[]
  readonly intents: {
    readonly effect: string
    readonly state: 'recorded' | 'sent'
    readonly count: bigint
    readonly oldest: Date
  }[]
}

export async function systemFacts(sql: Sql): Promise<SystemFacts> {
  const [migrations, versions, claims, runs, processes, intents] = await Promise.all([
    sql.query<SystemFacts['migration']>('select name, at from base.migration order by name desc limit 1'),
    sql.query<{ version: string }>(`select current_setting('server_version') as version`),
    sql.query<SystemFacts['claims'][number]>('select name, holder, token from work.claim'),
    sql.query<SystemFacts['runs'][number]>(
      'select name, runs, failures, last_at, took_ms, failed_at from work.job_run',
    ),
    sql.query<SystemFacts['processes'][number]>(
      `select coalesce(host(client_addr), 'local') as address, count(*) as connections,
         count(*) filter (where state <> 'idle') as busy, min(backend_start) as since
       from pg_stat_activity where usename = current_user and datname = current_database() group by 1 order by 1`,
    ),
    sql.query<SystemFacts['intents'][number]>(
      `select effect, state, count(*) as count, min(created_at) as oldest from work.intent
       where state <> 'settled' group by effect, state order by min(created_at)`,
    ),
  ])
  return { migration: migrations[0]!, database: versions[0]!.version, claims, runs, processes, intents }
}
