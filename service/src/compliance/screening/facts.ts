import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { evidence, type Fact, text } from '../../base/facts.ts'
import { type ExplainedHit, explainHold, explainOwn, explainParties } from './explain.ts'
import type { Party } from './party.ts'

/** Matches that are shown. */
const maxShown = 5

const stateWords = { open: 'not decided', cleared: 'cleared before', confirmed: 'confirmed before' } as const

/**
 * What these parties and the institution itself match, for people who approve, and what a hold is about. Cleared matches come
 * last.
 */
export async function matchFacts(
  env: Env,
  sql: Sql,
  institutionId: string,
  parties: readonly Party[],
  hold: string | null = null,
): Promise<Fact[]> {
  const now = [...(await explainParties(env, sql, parties)), ...(await explainOwn(env, sql, institutionId))]
  const known = now.flatMap(({ id }) => id ?? [])
  const found = hold === null ? now : [...now, ...(await explainHold(env, sql, hold, known))]
  const shown = found.toSorted(undecidedFirst).slice(0, maxShown)
  if (shown.length === 0) return [evidence(text('Watchlists', 'No name matches an entry.'))]
  return shown.map(({ name, listed, alike, score, state }) =>
    evidence(
      text('Entry of a watchlist', alike ?? listed.entry.names[0]?.text ?? listed.entry.reference, {
        note: `${listed.list}, ${listed.effect}: like «${name}» to ${Math.round(score * 100)} percent${
          state === null ? '' : `, ${stateWords[state]}`
        }`,
      }),
    ),
  )
}

const undecidedFirst = (a: ExplainedHit, b: ExplainedHit): number =>
  Number(a.state === 'cleared') - Number(b.state === 'cleared') || b.score - a.score
