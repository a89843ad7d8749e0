import type { Tx } from '../../base/database/db.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import type { Env } from '../../base/env.ts'
import type { Hit } from '../../compliance/screening/hits.ts'
import type { Party as ScreenedParty } from '../../compliance/screening/party.ts'
import { loadedLists } from '../../compliance/screening/entries.ts'
import { registerParties } from '../../compliance/screening/register.ts'
import type { CaseFile } from './case-file.ts'
import type { CasePerson } from './persons.ts'
import { watchlists } from '../../compliance/list/own.ts'
import { type Risk, riskOf } from './risk.ts'
import { type KybCase, note, type PartyPart, type Screened, type ScreeningHit } from './row.ts'

/**
 * Screens the company and its people against the watchlists, scores the risk, and stores both in the case, with the
 * lists and parties that were compared.
 */
export async function assess(env: Env, tx: Tx, { kyb, persons }: CaseFile, by: By): Promise<Risk> {
  const parties = partiesOf({ kyb, persons })
  const screening = await screenParties(env, tx, kyb.institution_id, parties)
  const known = persons.flatMap(({ data }) => (data === null ? [] : [data]))
  // A risk that has risen may hold what is under way (SQL: compliance.apply_institution_standing).
  await setActor(tx, by)
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

type Party = { subject: string; part: PartyPart; name: string; screened: ScreenedParty }

/** The company, its owners, directors and signatories, and the companies between, with what is known of each. */
export function partiesOf({ kyb, persons }: Pick<CaseFile, 'kyb' | 'persons'>): Party[] {
  const own = (['legal_name', 'trading_name'] as const).flatMap((part) => {
    const name = kyb.entity[part]
    return name ? [{ subject: kyb.institution_id, part, name, screened: companyOf(kyb.entity, name) }] : []
  })
  const theirs = persons.flatMap(({ id, data }) =>
    data === null
      ? []
      : [
          { subject: id, part: 'name' as const, name: data.name, screened: personOf(data) },
          ...data.chain.map(({ name, country }, n) => ({
            subject: id,
            part: `chain.${n}` as const,
            name,
            screened: { kind: 'company' as const, name, countries: [country] },
          })),
        ],
  )
  return [...own, ...theirs]
}

const companyOf = (entity: KybCase['entity'], name: string): ScreenedParty => ({
  kind: 'company',
  name,
  born: entity.incorporated_on,
  countries: entity.country === undefined ? [] : [entity.country],
  identifiers: [
    ...(entity.registration_number === undefined ? [] : [{ kind: 'registration', value: entity.registration_number }]),
    ...(entity.lei ? [{ kind: 'lei', value: entity.lei }] : []),
  ],
})

const personOf = (data: NonNullable<CasePerson['data']>): ScreenedParty => ({
  kind: 'person',
  name: data.name,
  born: data.birth_date,
  countries: [data.nationality, data.birth_country, data.residence.country],
})

/** Registers them, so that later versions of the lists find them too. */
async function screenParties(
  env: Env,
  tx: Tx,
  institutionId: string,
  parties: readonly Party[],
): Promise<ScreeningHit[]> {
  const registered = parties.map(({ subject, part, screened }) => ({
    kind: subject === institutionId ? ('institution' as const) : ('person' as const),
    id: subject,
    part,
    party: screened,
  }))
  const hits = await registerParties(env, tx, institutionId, ['institution', 'person'], registered)
  return parties.flatMap(({ subject, part, name }) => {
    const worst = worstOf((hits.get(subject) ?? []).filter(({ party }) => party.name === name))
    return worst ? [{ subject, part, list: worst.list, effect: worst.effect, score: worst.score }] : []
  })
}

function worstOf(hits: readonly Hit[]): Hit['found'] | undefined {
  const found = hits.map((hit) => hit.found).toSorted((a, b) => b.score - a.score)
  return found.find(({ effect }) => effect === 'refuse') ?? found[0]
}

/** Personal data is stored sealed only: a person appears by id. */
async function screenedNow(tx: Tx, institutionId: string, parties: readonly Party[], { at }: By): Promise<Screened> {
  const lists = [...(await watchlists(tx)), ...(await loadedLists(tx))]
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
