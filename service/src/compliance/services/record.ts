import type { ServiceMatch } from '@specie/screening/services/service.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { clearedHoldsJob } from '../screening/decide.ts'
import { type Hit, type Pair, storePairs } from '../screening/hits.ts'
import type { Party } from '../screening/party.ts'
import { isOwn, noteHits, stopInstitution } from '../screening/register.ts'
import type { PartyOwner } from '../screening/subject-kinds.ts'
import { storeEntities } from './entities.ts'
import type { Question } from '../screening/question.ts'

// Stores what a service has answered about a party: matches become pairs like those of our own lists.

export type Answered = Question & { readonly party: Party; readonly sealedFor: string | null }

export async function recordAnswer(
  env: Env,
  tx: Tx,
  { partyHash, service, party, sealedFor }: Answered,
  matches: readonly ServiceMatch[],
  source: string,
): Promise<void> {
  const at = env.clock.now()
  const entries = matches.map(({ entry }) => entry)
  const known = await storeEntities(tx, service, entries, source, at)
  const pairs = matches.map(({ entry, score, why }): Pair => {
    const found = { ...known.get(entry.reference)!, score, why, name: entry.names[0]?.text ?? null }
    return { party, partyHash, sealedFor, found }
  })
  const registered = await registeredAs(tx, partyHash)
  await actOn(env, tx, registered, await storePairs(env, tx, pairs))
  // Last: screenings lock items before questions.
  await tx.query(
    `update compliance.question set answered_at = $3, matches = $4, due_at = $5, failed_at = null, failure = null
     where party_hash = $1 and service = $2`,
    [
      partyHash,
      service,
      at,
      [...new Set(pairs.map(({ found }) => found.hash))].toSorted(),
      // Others are asked about again when an item needs it.
      registered.length > 0 ? new Date(at.getTime() + env.config.answerRenewHours * 3_600_000) : null,
    ],
  )
  env.jobs.wake(tx, clearedHoldsJob)
}

type Registered = { institution_id: string; subject_kind: PartyOwner; subject_id: string }

const registeredAs = (tx: Tx, hash: string): Promise<Registered[]> =>
  tx.query(
    `select institution_id, subject_kind, subject_id from compliance.party where hash = $1 and ended_at is null
     order by institution_id, id`,
    [hash],
  )

/** As a new version of a list does (rescreen.ts). Items with these parties look at the answer themselves. */
async function actOn(env: Env, tx: Tx, registered: readonly Registered[], hits: readonly Hit[]): Promise<void> {
  if (hits.length === 0) return
  const isNew = hits.filter((hit) => hit.isNew)
  if (isNew.length > 0)
    for (const { institution_id, subject_kind: kind, subject_id: id } of registered)
      noteHits(tx, institution_id, { kind, id }, isNew)
  const stopped = registered.filter(({ subject_kind }) => isOwn(subject_kind)).map((row) => row.institution_id)
  for (const institution of new Set(stopped)) await stopInstitution(env, tx, institution)
}
