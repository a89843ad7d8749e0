import { acts } from '@specie/protocol/people/acts.ts'
import { printable } from '@specie/protocol/text.ts'
import { type FactView, none } from '@specie/protocol/web-api/facts.ts'
import { pageOf, places } from '@specie/protocol/web-api/places.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type Fact, text } from '../../base/facts.ts'
import { hasRole } from '../gate.ts'
import { decidersOf } from './deciders.ts'
import type { Session } from '../session/session.ts'
import { approvableOf, type Approval, payloadOf } from './row.ts'

// The subject of a request in people's terms (Approvable.facts). It is stored at the request, and read again for the
// person who decides, so that they see what has changed since.

type Asked = Pick<Approval, 'id' | 'kind' | 'payload'>
type Shown = Asked & Pick<Approval, 'state' | 'institution_id' | 'maker'>

/** Before the commit: by then the transaction has also booked and held what it asks about. */
export const storeFacts = (env: Env, tx: Tx, id: string): void => tx.atCommit(store, { env, id })

async function store(sql: Sql, items: { env: Env; id: string }[]): Promise<void> {
  for (const { env, id } of items) {
    const [row] = await sql.query<Asked>('select id, kind, payload from people.approval where id = $1', [id])
    const facts = await factsNow(env, sql, row!)
    await sql.query('insert into people.approval_facts (approval_id, facts) values ($1, $2)', [
      id,
      JSON.stringify(facts),
    ])
  }
}

async function factsNow(env: Env, sql: Sql, row: Asked): Promise<Fact[]> {
  const approvable = approvableOf(env, row.kind)
  const payload = payloadOf(approvable, row)
  if (payload === null)
    return [text('Request', 'of an earlier version of the service; reject it, and request it again')]
  return approvable.facts(env, sql, payload as never)
}

/** What the reader may see of the subject: as it is now while the request waits, as it was requested afterwards. */
export async function subjectOf(env: Env, session: Session, row: Shown) {
  const [stored] = await env.db.query<{ facts: Fact[] }>(
    'select facts from people.approval_facts where approval_id = $1',
    [row.id],
  )
  const isWaiting = row.state === 'waiting'
  const now = isWaiting || !stored ? await factsNow(env, env.db, row) : stored.facts
  const shown = (facts: readonly Fact[]): FactView[] =>
    facts.filter(({ needs }) => needs === null || hasRole(session.person, needs)).map((one) => viewOf(session, one))
  return {
    facts: shown(now),
    changed: shown(isWaiting && stored ? changesBetween(stored.facts, now) : []),
    deciders: isWaiting ? await decidersOf(env.db, row) : [],
  }
}

/** Names and texts come from outside. Texts of users cannot change the text direction of ours. */
function viewOf({ person }: Session, { part, label, kind, value, before, asset, note, place }: Fact): FactView {
  const path = place === null ? null : pathFor(person, place)
  return {
    part,
    label: printable(label),
    kind,
    value: printable(value),
    before,
    asset,
    note: note && printable(note),
    path,
  }
}

/** The page of a thing; null if this person may not open it. */
function pathFor({ side, roles }: Session['person'], { kind, id }: NonNullable<Fact['place']>): string | null {
  if (side === 'institution') return pageOf(kind, id, 'portal')
  return acts[places[kind].act].roles.some((role) => roles.includes(role)) ? pageOf(kind, id, 'console') : null
}

/**
 * The facts whose present value differs from the stored one, with the stored value. Repeated labels are compared by
 * their values.
 */
export function changesBetween(asked: readonly Fact[], now: readonly Fact[]): Fact[] {
  const [before, after] = [Map.groupBy(asked, nameOf), Map.groupBy(now, nameOf)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was = [], is = []] = [before.get(name), after.get(name)]
    if (was.length === 1 && is.length === 1) return isSame(was[0]!, is[0]!) ? [] : [changed(is[0]!, present(was[0]!))]
    const gone = was.filter((one) => !is.some((other) => isSame(one, other)))
    const added = is.filter((one) => !was.some((other) => isSame(one, other)))
    return [
      ...gone.map((one) => ({ ...changed(one, present(one)), value: none })),
      ...added.map((one) => changed(one, none)),
    ]
  })
}

const nameOf = ({ label, asset }: Fact): string => `${label} ${asset}`
const present = ({ before, value }: Fact): string => before ?? value
const isSame = (one: Fact, other: Fact): boolean => present(one) === present(other)
const changed = (now: Fact, before: string): Fact => ({ ...now, part: 'effect', before, value: present(now) })
