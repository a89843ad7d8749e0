import { isWithinTimes } from '@specie/protocol/fields.ts'
import { acts } from '@specie/protocol/people/acts.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { pageOf } from '@specie/protocol/web-api/places.ts'
import { queueCall, type QueueKind, queueKinds } from '@specie/protocol/console/queue.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { QueueReader, QueueRow, StaffQueue } from '../../base/staff-queue.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { makersOf, openRequestsAbout } from '../../people/approval/open-requests.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { mayRead } from '../may-read.ts'

// Everything that waits for staff, oldest first. One list from the rooms' own.

export function queueRoutes(routes: PeopleRoutes): void {
  routes.mount(queueCall, async (env, { person }, { kind, limit = 100, cursor }) => {
    const seen = listedOnce(env.runtime.rooms.staffQueue.filter((source) => maySee(person.roles, source)))
    const wanted = seen.filter((source) => kind === undefined || source.kind === kind)
    const [counts, found] = await Promise.all([
      countsOf(env, person, seen),
      Promise.all(wanted.map((source) => oldest(env, person, source, limit + 1, cursor))),
    ])
    const sorted = found.flat().toSorted(byAge)
    const items = sorted.slice(0, limit)
    const next_cursor = sorted.length > limit ? cursorOf(items.at(-1)!) : null
    return { items: await withNames(env, items), next_cursor, counts }
  })
}

/** Auditors can do nothing, and see everything. */
const maySee = (roles: readonly string[], { kind, act }: StaffQueue): boolean =>
  mayRead(roles, kind) && (act === undefined || [...acts[act].roles, 'auditor'].some((role) => roles.includes(role)))

/** A request is left out when its subject is in the same person's list. */
function listedOnce(seen: readonly StaffQueue[]): StaffQueue[] {
  const own = seen.filter((source) => source.decidedOnItsPage)
  if (own.length === 0) return [...seen]
  const shown = own.map(({ select }) => `select id from (${select}) own`).join(' union all ')
  return seen.map((source) => {
    if (source.kind !== 'approval') return source
    return { ...source, select: `select * from (${source.select}) requests where subject not in (${shown})` }
  })
}

type Item = QueueRow & { kind: QueueKind; title: string }

/** With the precision of a cursor. */
const moment = `date_trunc('milliseconds', since)`

/** The oldest `limit` of a source after the cursor. */
async function oldest(
  env: Env,
  reader: QueueReader,
  source: StaffQueue,
  limit: number,
  cursor: string | undefined,
): Promise<Item[]> {
  const values = [...(source.values?.(reader) ?? [])]
  const add = (value: unknown) => `$${values.push(value)}`
  const after = cursor === undefined ? null : positionOf(cursor)
  const where = after
    ? `where (${moment}, ${add(source.kind)}::text collate "C", id collate "C") > (${add(new Date(after.since))}, ${add(after.kind)}::text, ${add(after.id)}::text)`
    : ''
  const rows = await env.db.query<QueueRow>(
    `select * from (${source.select}) waiting ${where} order by ${moment}, id collate "C" limit ${add(limit)}`,
    values,
  )
  const titles = await source.titles(env, rows)
  return rows.map((row, n) => ({ ...row, kind: source.kind, title: titles[n]! }))
}

async function countsOf(env: Env, reader: QueueReader, seen: readonly StaffQueue[]) {
  const found = await Promise.all(
    seen.map(async ({ kind, select, values }) => {
      const text = `select count(*) as count from (${select}) waiting`
      const [row] = await env.db.query<{ count: bigint }>(text, [...(values?.(reader) ?? [])])
      return { kind, count: Number(row!.count) }
    }),
  )
  return queueKinds
    .filter((kind) => found.some((one) => one.kind === kind))
    .map((kind) => ({
      kind,
      count: found.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0),
    }))
}

/** By code units, as the database compares them in this list. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byAge = (a: Item, b: Item): number =>
  a.since.getTime() - b.since.getTime() || compare(a.kind, b.kind) || compare(a.id, b.id)

const cursorOf = ({ since, kind, id }: Item): string =>
  Buffer.from(`${since.toISOString()} ${kind} ${id}`).toString('base64url')

function positionOf(cursor: string): { since: string; kind: string; id: string } {
  const [since = '', kind = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (rest.length > 0 || !/^[\w:/.-]{1,100}$/.test(id) || !isWithinTimes(Date.parse(since))) {
    throw new ApiError('invalid_cursor', { cursor })
  }
  return { since, kind, id }
}

async function withNames({ db }: Env, items: readonly Item[]): Promise<PeopleResponse<typeof queueCall>['items']> {
  const approvals = items.filter(({ kind }) => kind === 'approval').map(({ id }) => id)
  const [names, makers, requests] = await Promise.all([
    institutionNames(
      db,
      items.flatMap(({ institution_id }) => institution_id ?? []),
    ),
    makersOf(db, approvals),
    openRequestsAbout(db, items.map(subjectOf)),
  ])
  return items.map((item) => {
    const { kind, id, institution_id, since, due, state } = item
    const institution = institution_id && { id: institution_id, name: names.get(institution_id) ?? '' }
    const request = requests.get(subjectOf(item))
    return {
      kind,
      id,
      title: institution ? `${item.title}, ${institution.name}` : item.title,
      institution: institution || null,
      since: since.toISOString(),
      due: (due ?? request?.expires_at)?.toISOString() ?? null,
      state,
      owner: makers.get(id) ?? (request ? { id: request.maker, name: request.maker_name } : null),
      path: pageOf(kind, id, 'console')!,
    }
  })
}

/** The subject of a decision in a request: `mint:VCHF` is decided as VCHF. */
const subjectOf = ({ kind, id }: Item): string => (kind === 'halt' ? id.slice(id.indexOf(':') + 1) : id)
