import type { Tx } from '../../base/database/db.ts'
import type { By } from '../../base/state-machine/move.ts'
import { screenNames } from '../../compliance/parties.ts'
import type { CaseFile } from './case-file.ts'
import { watchlists } from '../../compliance/list/own.ts'
import { type Risk, riskOf } from './risk.ts'
import { note, type PartyPart, type Screened, type ScreeningHit } from './row.ts'

/**
 * Screens the company and its people against the watchlists, scores the risk, and stores both in the case, with the
 * lists and parties that were compared.
 */
export async function assess(tx: Tx, { kyb, persons }: CaseFile, by: By): Promise<Risk> {
  const parties = partiesOf({ kyb, persons })
  const screening = await screenParties(tx, parties)
  const known = persons.flatMap(({ data }) => (data === null ? [] : [data]))
  const risk = riskOf({ entity: kyb.entity, persons: known, channel: kyb.channel, hits: screening.length })
  await tx.query('update onboarding.kyb_case set screening = $2, risk = $3, screened = $4 where id = $1', [
    kyb.id,
    JSON.stringify(screening),
    JSON.stringify(risk),
    JSON.stringify(await screenedNow(tx, kyb.institution_id, parties, by)),
  ])
  const detail = { hits: String(screening.length), score: String(risk.score), class: risk.class }
  note(tx, by, 'kyb.assessed', kyb.institution_id, detail)
  return risk
}

type Party = { subject: string; part: PartyPart; name: string }

export function partiesOf({ kyb, persons }: Pick<CaseFile, 'kyb' | 'persons'>): Party[] {
  const own = (['legal_name', 'trading_name'] as const).map((part) => ({
    subject: kyb.institution_id,
    part,
    name: kyb.entity[part],
  }))
  const theirs = persons.flatMap(({ id, data }) =>
    data === null
      ? []
      : [
          { subject: id, part: 'name' as const, name: data.name },
          ...data.chain.map(({ name }, n) => ({ subject: id, part: `chain.${n}` as const, name })),
        ],
  )
  return [...own, ...theirs].filter((party): party is Party => !!party.name)
}

async function screenParties(tx: Tx, parties: readonly Party[]): Promise<ScreeningHit[]> {
  const hits = await screenNames(
    tx,
    parties.map(({ name }) => name),
  )
  return parties.flatMap(({ subject, part, name }) => {
    const hit = hits.get(name)
    const score = hit && Math.round(hit.score * 1_000) / 1_000
    return hit ? [{ subject, part, list: hit.list, effect: hit.effect, score: score! }] : []
  })
}

/** Personal data is stored sealed only: a person appears by id. */
async function screenedNow(tx: Tx, institutionId: string, parties: readonly Party[], { at }: By): Promise<Screened> {
  const lists = await watchlists(tx)
  return {
    at: at.toISOString(),
    lists: lists.map(({ list, effect, entries, changed_at }) => ({
      list,
      effect,
      entries: Number(entries),
      changed_at: changed_at.toISOString(),
    })),
    parties: parties.map(({ subject, part, name }) => ({
      subject,
      part,
      name: subject === institutionId ? name : null,
    })),
  }
}
