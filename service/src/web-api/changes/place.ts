import { endOfChanges } from '../../base/changes/read.ts'
import type { Env } from '../../base/env.ts'

// A place in the feed of changes, and its cursor.

/** `since`: all earlier transactions are known. `lines`: the number of lines in the institution's accounts. */
export type Place = { readonly since: bigint; readonly lines: bigint }

/**
 * Beyond this number of transactions a page repeats all its calls. Reading what they have changed would take longer.
 */
const maxTransactions = 100_000n

/** A place that is too far back, or of another database, says nothing. The answer names every kind. */
export const isKnown = (since: bigint, end: bigint): boolean =>
  since <= end && end - since <= maxTransactions && since > 0n

/** The place from which nothing has been missed, for a page that is about to read its data. */
export async function placeNow(env: Env, institutionId: string | null): Promise<Place> {
  const since = await endOfChanges(env)
  return { since, lines: (await linesOf(env, [institutionId])).get(institutionId) ?? 0n }
}

export const cursorOf = ({ since, lines }: Place): string => `${since}-${lines}`

const pattern = /^(?<since>\d{1,18})-(?<lines>\d{1,18})$/

/** An unknown cursor is the beginning. The answer then names every kind. */
export function placeOf(cursor = ''): Place {
  const { since = '0', lines = '0' } = pattern.exec(cursor)?.groups ?? {}
  return { since: BigInt(since), lines: BigInt(lines) }
}

/** Every movement of money adds lines to the accounts of its institution. */
export async function linesOf({ db }: Env, owners: readonly (string | null)[]): Promise<Map<string | null, bigint>> {
  const institutions = owners.filter((owner) => owner !== null)
  if (institutions.length === 0) return new Map()
  const rows = await db.query<{ owner: string; lines: string }>({
    name: 'changes.lines',
    text: `select owner, sum(version)::text as lines from ledger.balance
      where pool = 'client' and owner = any($1) group by owner`,
    values: [institutions],
  })
  return new Map(rows.map(({ owner, lines }) => [owner, BigInt(lines)]))
}
