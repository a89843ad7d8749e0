import { createHash } from 'node:crypto'

// Statements that come again are prepared once per session. To parse and plan them anew each time costs the server more
// than most of them cost to run: a pass of all jobs that finds nothing to do took three times as long.

/** Beyond so many texts, some are made anew for each call: those would fill the memory of the server. */
const most = 2_000

/** One statement of those that have a plan. */
const isPlanned = (text: string): boolean => /^\s*(select|with|insert|update|delete)\b[^;]*$/i.test(text)

const names = new Map<string, string | null>()

/** The name to prepare a statement under, from the second time on. The same name is the same text in every process. */
export function preparedName(text: string): string | undefined {
  const name = names.get(text)
  if (name) return name
  if (name === undefined) {
    if (names.size < most && isPlanned(text)) names.set(text, null)
    return undefined
  }
  const made = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, made)
  return made
}

/** As much of one as is needed here: db.ts, which has it, stands above. */
type Transaction = { readonly inTransaction: true; query(text: string): Promise<unknown> }

/**
 * Statements of this transaction are planned for their values. For lists of any length: a plan made for ten rows takes
 * minutes for thousands.
 */
export const planForValues = (tx: Transaction): Promise<unknown> =>
  tx.query('set local plan_cache_mode = force_custom_plan')
