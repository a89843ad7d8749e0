import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { type queryEvents, type StepEvent, stepEvents } from '@specie/protocol/endpoints/events.ts'
import type { Env } from '../../base/env.ts'
import { isUuid } from '../../base/ids.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { EventWatch } from './watch.ts'
import type { Caller } from '../caller.ts'

type Answer = ResponseOf<typeof queryEvents>
type Event = Answer['events'][number]

/**
 * The position after an event: by transaction; within one, the history comes first, then its orders. Only a reported
 * event is a position. The newest finished transaction cannot be the position. After a crash PostgreSQL may reuse an xid
 * that left no data.
 */
type Position = { committed: bigint; moved: bigint; ordered: string }

type Row = {
  committed: string
  /** Id in the history; null: the event is an order. */
  moved: bigint | null
  step: string
  id: string
  clordid: string | null
  at: Date
}

/** All events before `until` have been read. */
type Result = { rows: Row[]; until: string }

/**
 * Changes of everything that belongs to the institution, oldest first. When there are none it waits as long as
 * requested, without holding a connection.
 */
export async function eventsOf(
  env: Env,
  watch: EventWatch,
  { institutionId, id }: Pick<Caller, 'id' | 'institutionId'>,
  request: RequestOf<typeof queryEvents>,
  onClose: (then: () => void) => void,
): Promise<Answer> {
  const after = request.cursor === undefined ? start : await ownPosition(env, institutionId, request.cursor)
  const wait = watch.enter(institutionId, id, request.wait ?? 0)
  onClose(wait.leave)
  try {
    for (;;) {
      const { rows, until } = await readEvents(env, institutionId, after, request.limit ?? 100)
      if (after.committed >= BigInt(until)) throw foreignCursor(request.cursor)
      if (rows.length > 0 || !(await wait.hasNewSteps(until))) return answer(env, rows, after)
    }
  } finally {
    wait.leave()
  }
}

/** The position of a cursor: after an event of this institution, or the start, which is the same for all. */
async function ownPosition({ db, runtime }: Env, institutionId: string, cursor: string): Promise<Position> {
  const position = positionOf(cursor)
  const { committed, moved, ordered } = position
  if (committed === 0n) return start
  const [row] = await db.query<{ own: boolean }>({
    name: 'events.own',
    text: `select exists (select from state.step where id = $3 and institution_id = $1 and committed = $2::xid8)
      or exists (select from ${runtime.rooms.orderTable} where id = $4 and institution_id = $1 and committed = $2::xid8) as own`,
    values: [institutionId, committed, moved, ordered],
  })
  if (!row!.own) throw foreignCursor(cursor)
  return position
}

function answer(env: Env, rows: readonly Row[], after: Position): Answer {
  const events = rows.map(eventOf)
  const next_cursor = events.at(-1)?.eventid ?? cursorOf(after)
  return { timestamp: env.clock.now().toISOString(), result: 'ok', events, next_cursor }
}

function eventOf(row: Row): Event {
  const status: StepEvent = row.moved === null ? { type: 'order', status: row.step } : stepEvents.get(row.step)!
  const { id, clordid, at } = row
  return { eventid: cursorOf(positionAfter(row)), ...status, id, clordid, at: at.toISOString() }
}

async function readEvents(
  { db, runtime }: Env,
  institutionId: string,
  after: Position,
  limit: number,
): Promise<Result> {
  const rows = await db.query<Row & { until: string }>({
    name: 'events',
    // A step has the format of toldSteps. Clients know an agreement by its product. An undecided order is no event.
    text: `
      select now.until::text, event.committed::text, event.moved, event.step, event.id, event.clordid, event.at
      from (select pg_snapshot_xmin(pg_current_snapshot()) as until) now
      left join lateral (
        (select h.committed, h.id as moved, null::uuid as ordered, told.step,
           coalesce((select a.product from onboarding.agreement_product a where a.id = h.subject), h.subject::text) as id,
           null as clordid, h.at
         from state.step h,
           lateral (select h.machine || ' ' || coalesce(h.from_state, '') || ' ' || h.to_state || coalesce(' ' || h.hold, '') as step) told
         where h.institution_id = $1 and (h.committed, h.id) > ($2::xid8, $3::bigint) and h.committed < now.until
           and told.step = any($6)
         order by h.committed, h.id limit $5)
        union all
        (select o.committed, null, o.id, o.state, o.id::text, o.clordid, o.updated_at
         from ${runtime.rooms.orderTable} o
         where o.institution_id = $1 and (o.committed, o.id) > ($2::xid8, $4::uuid) and o.committed < now.until
           and o.state <> 'received'
         order by o.committed, o.id limit $5)
        order by committed, moved, ordered limit $5
      ) event on true
      order by event.committed, event.moved, event.ordered`,
    values: [institutionId, after.committed, after.moved, after.ordered, limit, [...stepEvents.keys()]],
  })
  return { rows: rows.filter((row) => row.committed !== null), until: rows[0]!.until }
}

const nilId = '00000000-0000-0000-0000-000000000000'
const maxMoved = 2n ** 63n - 1n
const maxCommitted = 2n ** 64n - 1n
const start: Position = { committed: 0n, moved: 0n, ordered: nilId }

const afterMove = (committed: bigint, moved: bigint): Position => ({ committed, moved, ordered: nilId })
const afterOrder = (committed: bigint, ordered: string): Position => ({ committed, moved: maxMoved, ordered })

function positionAfter({ committed, moved, id }: Row): Position {
  return moved === null ? afterOrder(BigInt(committed), id) : afterMove(BigInt(committed), moved)
}

const cursorOf = ({ committed, moved, ordered }: Position): string =>
  Buffer.from(ordered === nilId ? `s ${committed} ${moved}` : `o ${committed} ${ordered}`).toString('base64url')

const cursorPattern = /^(?:s (?<moves>\d{1,20}) (?<moved>\d{1,19})|o (?<orders>\d{1,20}) (?<ordered>[0-9a-f-]{36}))$/

function positionOf(cursor: string): Position {
  const parts = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString())?.groups
  const { moves, moved = '0', orders = '0', ordered = nilId } = parts ?? {}
  const position = moves === undefined ? afterOrder(BigInt(orders), ordered) : afterMove(BigInt(moves), BigInt(moved))
  const possible = position.committed <= maxCommitted && position.moved <= maxMoved && isUuid(position.ordered)
  if (!parts || !possible) throw new ApiError('invalid_cursor', { cursor })
  return position
}

/** Reported events are final; a position without its event comes from another database cluster (docs/events.md). */
const foreignCursor = (cursor: string | undefined): ApiError =>
  new ApiError('invalid_cursor', { cursor }, 'This cursor does not belong to this feed.')
