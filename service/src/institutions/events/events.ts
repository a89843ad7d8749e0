import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { type queryEvents, type Told, toldSteps } from '@specie/protocol/events.ts'
import type { Env } from '../../base/env.ts'
import { isUuid } from '../../base/ids.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { EventWatch } from './watch.ts'
import type { Key } from '../api-key.ts'

type Answer = ResponseOf<typeof queryEvents>
type Event = Answer['events'][number]

/**
 * Behind an event: by transaction; in one of them the history comes first, then its orders. Only what was told is a
 * place. The newest transaction that is over would not do: after a crash the database may use an xid again that left
 * nothing behind.
 */
type Place = { committed: bigint; moved: bigint; ordered: string }

type Row = {
  committed: string
  /** Id in the history; null: it is an order. */
  moved: bigint | null
  step: string
  id: string
  clordid: string | null
  at: Date
}

/** Everything before `until` has been looked at. */
type Look = { rows: Row[]; until: string }

/**
 * What has become of everything that is the institution's own, oldest first. When there is nothing to tell it waits as
 * long as it was asked to, and holds no connection meanwhile.
 */
export async function eventsOf(
  env: Env,
  watch: EventWatch,
  { institutionId, id: keyId }: Pick<Key, 'id' | 'institutionId'>,
  ask: RequestOf<typeof queryEvents>,
  onGone: (then: () => void) => void,
): Promise<Answer> {
  const after = ask.cursor === undefined ? beginning : await ownPlace(env, institutionId, ask.cursor)
  const wait = watch.enter(institutionId, keyId, ask.wait ?? 0)
  onGone(wait.leave)
  try {
    for (;;) {
      const { rows, until } = await look(env, institutionId, after, ask.limit ?? 100)
      if (after.committed >= BigInt(until)) throw fromElsewhere(ask.cursor)
      if (rows.length > 0 || !(await wait.news(until))) return answer(env, rows, after)
    }
  } finally {
    wait.leave()
  }
}

/** The place of a cursor: behind an event that the institution was told, or at the beginning, which is everybody's. */
async function ownPlace({ db }: Env, institutionId: string, cursor: string): Promise<Place> {
  const place = placeOf(cursor)
  const { committed, moved, ordered } = place
  if (committed === 0n) return beginning
  const [row] = await db.query<{ own: boolean }>({
    name: 'events.own',
    text: `select exists (select from state.history where id = $3 and institution_id = $1 and committed = $2::xid8)
      or exists (select from trading.client_order where id = $4 and institution_id = $1 and committed = $2::xid8) as own`,
    values: [institutionId, committed, moved, ordered],
  })
  if (!row!.own) throw fromElsewhere(cursor)
  return place
}

function answer(env: Env, rows: readonly Row[], after: Place): Answer {
  const events = rows.map(shown)
  const next_cursor = events.at(-1)?.eventid ?? cursorOf(after)
  return { timestamp: env.clock.now().toISOString(), result: 'ok', events, next_cursor }
}

function shown(row: Row): Event {
  const told: Told = row.moved === null ? { type: 'order', status: row.step } : toldSteps.get(row.step)!
  const { id, clordid, at } = row
  return { eventid: cursorOf(placeBehind(row)), ...told, id, clordid, at: at.toISOString() }
}

async function look({ db }: Env, institutionId: string, after: Place, limit: number): Promise<Look> {
  const rows = await db.query<Row & { until: string }>({
    name: 'events',
    // A step is spelled as in toldSteps. An agreement is known to clients by its product. An order that is not decided has nothing to tell.
    text: `
      select now.until::text, event.committed::text, event.moved, event.step, event.id, event.clordid, event.at
      from (select pg_snapshot_xmin(pg_current_snapshot()) as until) now
      left join lateral (
        (select h.committed, h.id as moved, null::uuid as ordered, told.step,
           coalesce((select a.product from institutions.agreement a where a.id = h.subject), h.subject::text) as id,
           null as clordid, h.at
         from state.history h,
           lateral (select h.machine || ' ' || coalesce(h.from_state, '') || ' ' || h.to_state || coalesce(' ' || h.hold, '') as step) told
         where h.institution_id = $1 and (h.committed, h.id) > ($2::xid8, $3::bigint) and h.committed < now.until
           and told.step = any($6)
         order by h.committed, h.id limit $5)
        union all
        (select o.committed, null, o.id, o.state, o.id::text, o.clordid, o.updated_at
         from trading.client_order o
         where o.institution_id = $1 and (o.committed, o.id) > ($2::xid8, $4::uuid) and o.committed < now.until
           and o.state <> 'received'
         order by o.committed, o.id limit $5)
        order by committed, moved, ordered limit $5
      ) event on true
      order by event.committed, event.moved, event.ordered`,
    values: [institutionId, after.committed, after.moved, after.ordered, limit, [...toldSteps.keys()]],
  })
  return { rows: rows.filter((row) => row.committed !== null), until: rows[0]!.until }
}

const nobody = '00000000-0000-0000-0000-000000000000'
const mostMoved = 2n ** 63n - 1n
const mostCommitted = 2n ** 64n - 1n
const beginning: Place = { committed: 0n, moved: 0n, ordered: nobody }

const behindMove = (committed: bigint, moved: bigint): Place => ({ committed, moved, ordered: nobody })
const behindOrder = (committed: bigint, ordered: string): Place => ({ committed, moved: mostMoved, ordered })

function placeBehind({ committed, moved, id }: Row): Place {
  return moved === null ? behindOrder(BigInt(committed), id) : behindMove(BigInt(committed), moved)
}

const cursorOf = ({ committed, moved, ordered }: Place): string =>
  Buffer.from(ordered === nobody ? `s ${committed} ${moved}` : `o ${committed} ${ordered}`).toString('base64url')

const cursorPattern = /^(?:s (?<moves>\d{1,20}) (?<moved>\d{1,19})|o (?<orders>\d{1,20}) (?<ordered>[0-9a-f-]{36}))$/

function placeOf(cursor: string): Place {
  const parts = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString())?.groups
  const { moves, moved = '0', orders = '0', ordered = nobody } = parts ?? {}
  const place = moves === undefined ? behindOrder(BigInt(orders), ordered) : behindMove(BigInt(moves), BigInt(moved))
  const possible = place.committed <= mostCommitted && place.moved <= mostMoved && isUuid(place.ordered)
  if (!parts || !possible) throw new ApiError('invalid_cursor', { cursor })
  return place
}

/** What was told is over for good; a place that is not is one of another database cluster (docs/events.md). */
const fromElsewhere = (cursor: string | undefined): ApiError =>
  new ApiError('invalid_cursor', { cursor }, 'This cursor is not of this feed.')
