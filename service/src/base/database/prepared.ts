import { createHash } from 'node:crypto'

// Statements that repeat are prepared once per session. Parsing and planning each time costs the server more than most of
// them cost to run: an idle pass of all jobs took three times as long.

/**
 * More texts than this means that some texts are built for each call; preparing them would fill the server's memory.
 */
const maxStatements = 2_000

/** A single statement of a kind that has a plan. */
const isPlannable = (text: string): boolean => /^\s*(select|with|insert|update|delete)\b[^;]*$/i.test(text)

/** The name to prepare a statement under, from its second use on. */
export type PreparedName = (text: string) => string | undefined

/** The prepared statements of one pool's sessions. The same text has the same name in every process. */
export function preparedNames(): PreparedName {
  const names = new Map<string, string | null>()
  return (text) => {
    const name = names.get(text)
    if (name) return name
    if (name === undefined) {
      if (names.size < maxStatements && isPlannable(text)) names.set(text, null)
      return undefined
    }
    const prepared = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, prepared)
    return prepared
  }
}

/** The part of `Tx` that is needed here. This file must not import db.ts, which imports it. */
type Transaction = { readonly inTransaction: true; query(text: string): Promise<unknown> }

/**
 * Plans the statements of this transaction for their actual values. For lists of any length. A plan made for ten rows
 * takes minutes for thousands.
 */
export const planForValues = (tx: Transaction): Promise<unknown> =>
  tx.query('set local plan_cache_mode = force_custom_plan')
