import type { Tx } from '../../base/database/db.ts'
import type { By } from '../../base/state-machine/move.ts'
import { screenNames } from '../../compliance/parties.ts'
import type { CaseFile } from './case-file.ts'
import { type Risk, riskOf } from './risk.ts'
import { note, type ScreeningHit } from './row.ts'

/** Screens the company and its people against the watchlists, scores the risk, and stores both in the case. */
export async function assess(tx: Tx, { kyb, persons }: CaseFile, by: By): Promise<Risk> {
  const screening = await screenParties(tx, partiesOf({ kyb, persons }))
  const known = persons.flatMap(({ data }) => (data === null ? [] : [data]))
  const risk = riskOf({ entity: kyb.entity, persons: known, channel: kyb.channel, hits: screening.length })
  await tx.query('update onboarding.kyb_case set screening = $2, risk = $3 where id = $1', [
    kyb.id,
    JSON.stringify(screening),
    JSON.stringify(risk),
  ])
  const detail = { hits: String(screening.length), score: String(risk.score), class: risk.class }
  note(tx, by, 'kyb.assessed', kyb.institution_id, detail)
  return risk
}

type Party = { subject: string; name: string }

function partiesOf({ kyb, persons }: Pick<CaseFile, 'kyb' | 'persons'>): Party[] {
  const own = [kyb.entity.legal_name, kyb.entity.trading_name].map((name) => ({ subject: kyb.institution_id, name }))
  const theirs = persons.flatMap(({ id, data }) =>
    data === null ? [] : [data, ...data.chain].map(({ name }) => ({ subject: id, name })),
  )
  return [...own, ...theirs].filter((party): party is Party => !!party.name)
}

async function screenParties(tx: Tx, parties: readonly Party[]): Promise<ScreeningHit[]> {
  const hits = await screenNames(
    tx,
    parties.map(({ name }) => name),
  )
  return parties.flatMap(({ subject, name }) => {
    const hit = hits.get(name)
    return hit ? [{ subject, list: hit.list, effect: hit.effect, score: Math.round(hit.score * 1_000) / 1_000 }] : []
  })
}
