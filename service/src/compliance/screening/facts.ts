import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { counted, evidence, type Fact, text } from '../../base/facts.ts'
import type { DecidedHits } from './decided-hits.ts'
import { type ExplainedHit, explainHits, explainOwn, explainParties } from './explain.ts'
import type { Party } from './party.ts'

/** Matches that are shown. */
const maxShown = 5

const allShown = 'Its page shows each of them next to its entry. A later match is not decided.'

const stateWords = { open: 'not decided', cleared: 'cleared before', confirmed: 'confirmed before' } as const

/**
 * What these parties and the institution itself match, for people who approve, and how many matches the decision decides. Those
 * come first, cleared ones last.
 */
export async function matchFacts(
  env: Env,
  sql: Sql,
  institutionId: string,
  parties: readonly Party[],
  decides: DecidedHits = { ids: [], summary: undefined },
): Promise<Fact[]> {
  const now = [
    ...(await explainParties(env, sql, institutionId, parties)),
    ...(await explainOwn(env, sql, institutionId)),
  ]
  const known = now.flatMap(({ id }) => id ?? [])
  const found = [...now, ...(await explainHits(env, sql, decides.ids, known))]
  const isDecided = ({ id }: ExplainedHit) => id !== null && decides.ids.includes(id)
  const shown = found
    .toSorted((a, b) => undecidedFirst(a, b) || Number(isDecided(b)) - Number(isDecided(a)) || b.score - a.score)
    .slice(0, maxShown)
  if (shown.length === 0) return [evidence(text('Watchlists', 'No name matches an entry.'))]
  const { length } = decides.ids
  const number = text('Matches that it decides', counted(length, 'match', 'matches'), {
    part: 'effect',
    note: allShown,
  })
  return (length === 0 ? [] : [number]).concat(
    shown.map(({ name, listed, alike, score, state }) =>
      evidence(
        text('Entry of a watchlist', alike ?? listed.entry.names[0]?.text ?? listed.entry.reference, {
          note: `${listed.list}, ${listed.effect}: like «${name}» to ${Math.round(score * 100)} percent${
            state === null ? '' : `, ${stateWords[state]}`
          }`,
        }),
      ),
    ),
  )
}

const undecidedFirst = (a: ExplainedHit, b: ExplainedHit): number =>
  Number(a.state === 'cleared') - Number(b.state === 'cleared')
