import type { Env } from '@specie/service/base/env.ts'
import { releaseClearedHolds } from '@specie/service/compliance/cleared-holds.ts'
import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { rescreen } from '@specie/service/compliance/rescreen.ts'
import { agree } from '../people.ts'
import { randomUUID } from 'node:crypto'

// What tests of screening do: list someone, let the jobs work, decide.

export type FoundHold = { id: string; reason: string; state: string; why: string }

/** Adds a name or an address to the operator's own list, as a new version of it. */
export const listed = (env: Env, name: string, effect: 'review' | 'refuse' = 'review'): Promise<number> =>
  env.db.tx((tx) => addToWatchlist(tx, [{ name, list: `test ${randomUUID()}`, effect }], env.clock.now()))

/**
 * The jobs of screening, until they have nothing left to do. A new version is compared once all older transactions of the
 * server have ended, and other tests use the same server.
 */
export async function screened(env: Env): Promise<void> {
  const open = () => env.db.query('select from compliance.rescreening where ended_at is null')
  do {
    await rescreen.run(env)
  } while ((await open()).length > 0)
  while ((await releaseClearedHolds.run(env)) > 0);
}

/** The holds on an item, oldest first. */
export const holdsOn = (env: Env, item: string): Promise<FoundHold[]> =>
  env.db.query<FoundHold>(
    `select h.id, h.reason, h.state, s.why from compliance.hold h
     join lateral (select why from state.step where subject = h.id order by id limit 1) s on true
     where h.subject_id = $1 order by h.created_at, h.id`,
    [item],
  )

/** The registered parties of an institution that match an entry, with the states of their matches. */
export const matchedParties = (
  env: Env,
  institutionId: string,
): Promise<{ id: string; part: string; states: string[] }[]> =>
  env.db.query(
    `select p.id, p.part, array_agg(h.state order by h.created_at) as states from compliance.party p
     join compliance.hit h on h.party_hash = p.hash where p.institution_id = $1 and p.ended_at is null group by p.id, p.part order by p.id`,
    [institutionId],
  )

/** Two people decide the matches of every party of an institution. */
export async function decideParties(env: Env, institutionId: string, decision: 'clear' | 'confirm'): Promise<void> {
  for (const { id } of await matchedParties(env, institutionId))
    await agree(env, 'party.decide', { partyid: id, decision })
}
