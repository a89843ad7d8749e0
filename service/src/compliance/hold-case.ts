import { heldKinds, type HeldKind } from '@specie/protocol/holds.ts'
import { searchEntries } from '../base/audit/search.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { stepsOf } from '../base/state-machine/history.ts'
import type { ListedHold } from './list-holds.ts'
import { holdDetailsOf, type HoldDetails, latestHoldDetails } from './held-items.ts'
import { dayMs } from '../base/clock.ts'

export type Related = HoldDetails & { readonly kind: HeldKind }

const relatedDays = 30
const maxRelated = 50

/** The held item; null for a hold on a next one. */
export async function heldItemDetails(env: Env, kind: HeldKind | null, id: string | null): Promise<HoldDetails | null> {
  if (kind === null || id === null) return null
  return (await holdDetailsOf(env, kind, [id])).get(id) ?? null
}

/** Recent money movements of an institution, of every kind with an amount, newest first. */
export async function relatedMoney(env: Env, institutionId: string): Promise<Related[]> {
  const since = new Date(env.clock.now().getTime() - relatedDays * dayMs)
  const found = await Promise.all(
    heldKinds
      .filter((kind) => kind !== 'rail')
      .map(async (kind) => {
        const rows = await latestHoldDetails(env, kind, institutionId, since, maxRelated)
        return rows.map((row) => ({ ...row, kind }))
      }),
  )
  return found
    .flat()
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, maxRelated)
}

/** The reason given when it was placed: the findings of screening, or the words of a person. */
export const placementReason = async (sql: Sql, holdid: string): Promise<string> =>
  (await stepsOf(sql, [holdid]))[0]!.why

export type OtherHold = Pick<ListedHold, 'holdid' | 'reason' | 'state'>

/** The other undecided holds on an item. */
export const otherHolds = (sql: Sql, subject: string, holdid: string): Promise<OtherHold[]> =>
  sql.query<OtherHold>(
    `select id as holdid, reason, state from compliance.hold
     where subject_id = $1 and id <> $2 and state in ('placed', 'under_review', 'frozen') order by created_at, id`,
    [subject, holdid],
  )

export type HistoryEvent = {
  readonly at: string
  readonly what: string
  readonly of: 'hold' | 'thing'
  readonly actor: string
  readonly why: string | null
}

const maxEntries = 100

/** The steps of hold and item, and their entries in the audit log, newest first. */
export async function historyOf(sql: Sql, hold: string, item: string | null): Promise<HistoryEvent[]> {
  const [ofHold, ofThing] = await Promise.all([
    eventsAbout(sql, hold, 'hold'),
    item === null ? [] : eventsAbout(sql, item, 'thing'),
  ])
  return [...ofHold, ...ofThing].toSorted(newestFirst)
}

const newestFirst = (a: HistoryEvent, b: HistoryEvent): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

export async function eventsAbout(sql: Sql, subject: string, of: HistoryEvent['of']): Promise<HistoryEvent[]> {
  const [steps, entries] = await Promise.all([
    stepsOf(sql, [subject]),
    searchEntries(sql, { subject, limit: maxEntries }),
  ])
  const why = (detail: (typeof entries.items)[number]['detail']): string | null => {
    const detailOf = (word: string) => detail.find(({ name }) => name === word)?.values.join(', ')
    return detailOf('why') ?? detailOf('reason') ?? null
  }
  const events = [
    ...entries.items.map(({ at, actor, action, detail }) => ({ at, what: action, of, actor, why: why(detail) })),
    ...steps
      .toReversed()
      .map((step) => ({ at: step.at.toISOString(), what: step.to, of, actor: step.actor, why: step.why })),
  ]
  return events.toSorted(newestFirst)
}
