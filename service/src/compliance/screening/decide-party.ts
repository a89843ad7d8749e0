import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { ListCode } from '@specie/screening/lists/entry.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import type { Description } from '../../base/approvable.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { counted, evidence, type Fact, text } from '../../base/facts.ts'
import { badRequest } from '../../base/http/errors.ts'
import { institutionFact } from '../../directory/facts.ts'
import { institutionName } from '../../directory/institutions.ts'
import { clearedHoldsJob, decideHits, type Deciders } from './decide.ts'
import { listedEntries } from './entries.ts'
import { readHits } from './hits.ts'
import { partyTitle } from './words.ts'

// Two people decide the hits of a registered party: another party than the entries (clear), or the same (confirm).

type Decision = PayloadOf<'party.decide'>
type Row = {
  id: string
  institution_id: string
  subject_kind: string
  part: string
  hash: string
  /** Null for a natural person of a KYB case. */
  name: string | null
}

async function findParty(sql: Sql, id: string): Promise<Row | undefined> {
  const [row] = await sql.query<Row>(
    `select id, institution_id, subject_kind, part, hash, content ->> 'name' as name from compliance.party
     where id = $1 and ended_at is null`,
    [id],
  )
  return row
}

/** Names the hits of the decision: a later one needs a request of its own. */
export async function completePartyDecision(_env: Env, tx: Tx, payload: Decision): Promise<Decision> {
  if (payload.hits !== undefined) return payload
  const hits = await undecidedHits(tx, payload)
  if (hits.length === 0) throw nothingOpen()
  return { ...payload, hits }
}

async function undecidedHits(sql: Sql, { partyid, decision }: Decision): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select h.id from compliance.party p join compliance.hit h on h.party_hash = p.hash
     where p.id = $1 and p.ended_at is null and h.state = any($2) order by h.score desc, h.id limit 100`,
    [partyid, decision === 'clear' ? ['open', 'confirmed'] : ['open']],
  )
  return rows.map(({ id }) => id)
}

export async function decideParty(env: Env, tx: Tx, payload: Decision, by: Deciders): Promise<void> {
  const { partyid, decision, hits = [] } = payload
  if ((await findParty(tx, partyid)) === undefined)
    throw badRequest('unknown', 'There is no such party, or it has changed since.', 'partyid')
  const open = new Set(await undecidedHits(tx, payload))
  if (hits.length === 0 || hits.some((id) => !open.has(id))) throw nothingOpen()
  await decideHits(env, tx, hits, decision === 'clear' ? 'cleared' : 'confirmed', by)
  env.jobs.wake(tx, clearedHoldsJob)
}

const nothingOpen = () =>
  badRequest('decided', 'This party has no such match that waits for a decision. Read the party again.', 'hits')

const verbs = { clear: 'Clear', confirm: 'Confirm' } as const

export async function describePartyDecision(
  _env: Env,
  sql: Sql,
  { partyid, decision, hits = [] }: Decision,
): Promise<Description> {
  const party = await findParty(sql, partyid)
  const what = counted(hits.length, 'match', 'matches')
  if (!party) return { title: `${verbs[decision]} ${what} of a party`, institutionId: null }
  const whose = await institutionName(sql, party.institution_id)
  return {
    title: `${verbs[decision]} ${what} of ${partyTitle(party)} of ${whose} with lists`,
    institutionId: party.institution_id,
  }
}

/** Without the names of natural persons, whose data is sealed; the page of the party shows them. */
export async function partyFacts(env: Env, sql: Sql, { partyid, decision, hits = [] }: Decision): Promise<Fact[]> {
  const party = await findParty(sql, partyid)
  if (!party) return [text('Party', 'not found')]
  const rows = await readHits(env, sql, 'h.id = any($1::uuid[])', [hits])
  const entries = await listedEntries(
    sql,
    rows.map(({ entry_id }) => entry_id),
  )
  return [
    text('Party', partyTitle(party)),
    ...(party.name === null ? [] : [text('Name', party.name)]),
    await institutionFact(sql, party.institution_id, 'Client'),
    text(
      'Outcome',
      decision === 'clear'
        ? 'It is another party than these entries. Items that wait for this decision alone continue.'
        : 'It is the party of these entries. Items that wait for this decision keep waiting.',
      { part: 'effect' },
    ),
    ...rows.map(({ entry_id, score, content }) => {
      const { entry, list } = entries.get(entry_id)!
      const why = party.subject_kind === 'person' ? '' : (content?.why ?? []).join(', ')
      return evidence(
        text('Entry of a watchlist', entry.names[0]?.text ?? entry.reference, {
          note: [`${listTitles[list as ListCode]} ${entry.reference}, score ${score}`, why].filter(Boolean).join(': '),
        }),
      )
    }),
  ]
}
