import { personActor } from '../../directory/actor.ts'
import { parseJson } from '@specie/protocol/encoding/json.ts'
import type { Sql } from '../../base/database/db.ts'
import { passkeysWithEntries, registrationFault } from './registered-passkeys.ts'
import { evidenceFault, type PasskeyEvidence } from '../../people/factor/signature.ts'
import { type Approval, sha256 } from '../../people/approval/row.ts'

// V1 for decisions: each has a matching entry in the audit chain, and valid evidence.

type Row = Approval & {
  decided: { actor: string; detail?: Record<string, string> }[]
  /** The checker's passkey with the credential of the evidence. */
  passkey: Buffer | null
  /** Whether the audit chain records its registration. */
  registered: boolean | null
}

const page = 500

/** Invalid decisions, one sentence each. Reads all of them. */
export async function faultyDecisions(sql: Sql): Promise<string[]> {
  const [{ environment } = { environment: '' }] = await sql.query<{ environment: string }>(
    'select name as environment from base.environment',
  )
  const faults = await undecidedEntries(sql)
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await decisionsAfter(sql, last)
    for (const row of rows) {
      const fault = await faultOf(row, environment)
      if (fault !== null) faults.push(`approval ${row.id}: ${fault}`)
    }
    if (rows.length < page) return faults
    last = rows.at(-1)!.id
  }
}

// A corrupted entry may not be JSON. The verification of the chain names it.
const decidedEntries = `select entry from (
    select base.json_object(body) as entry from audit.entry
    where body like '%"action":"approval.decided"%') entries
  where entry ->> 'action' = 'approval.decided'`

const decisionsAfter = (sql: Sql, last: string): Promise<Row[]> =>
  sql.query<Row>(
    `with page as (
       select * from people.approval where id > $1 and (state in ('approved', 'refused') or checker is not null)
       order by id limit ${page}
     ), recorded as (
       select entry ->> 'subject' as id, jsonb_agg(entry) as decided from (${decidedEntries}) entries
       where entry ->> 'subject' in (select id::text from page) group by 1
     )
     select page.*, coalesce(recorded.decided, '[]') as decided, passkey.public_key as passkey, passkey.registered
     from page left join recorded on recorded.id = page.id::text
       left join ${passkeysWithEntries} passkey on passkey.person_id = page.checker
         and passkey.credential = base.json_object(page.evidence) ->> 'credential_id'
     order by page.id`,
    [last],
  )

/** Decisions in the chain that are missing in the table. */
async function undecidedEntries(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select entry ->> 'subject' as id from (${decidedEntries}) entries
     where not exists (select from people.approval a where a.id::text = entry ->> 'subject' and a.checker is not null)`,
  )
  return rows.map(({ id }) => `approval ${id}: the audit chain tells of a decision that is not there`)
}

async function faultOf(row: Row, environment: string): Promise<string | null> {
  if (row.maker === row.checker) return 'the requester has decided on it'
  if (!sha256(row.payload).equals(row.payload_hash)) return 'its payload is not the one that was hashed'
  if (row.evidence === null) return 'it has no evidence'
  return chainFault(row, row.evidence) ?? (await signatureFault(row, row.evidence, environment))
}

const decisionOf = ({ state }: Row): string => (state === 'approved' ? 'approve' : 'refuse')

function chainFault(row: Row, evidence: string): string | null {
  const [entry, ...more] = row.decided
  if (!entry) return 'the audit chain does not tell of its decision'
  if (more.length > 0) return 'the audit chain tells of its decision more than once'
  const { detail = {}, actor } = entry
  const expected: Record<string, string | null> = {
    kind: row.kind,
    subject: row.subject,
    maker: row.maker ?? row.maker_key,
    checker: row.checker,
    decision: decisionOf(row),
    payload_hash: row.payload_hash.toString('hex'),
    evidence_hash: sha256(evidence).toString('hex'),
  }
  const [other] = Object.entries(expected).find(([name, value]) => detail[name] !== value) ?? []
  if (other !== undefined) return `the audit chain has another ${other}`
  return actor === personActor(row.checker!) ? null : 'the audit chain names another person'
}

async function signatureFault(row: Row, text: string, environment: string): Promise<string | null> {
  const evidence = parseJson(text) as unknown as PasskeyEvidence | { method: string }
  if (!('signs' in evidence)) return evidence.method === 'passkey' ? 'its evidence is incomplete' : null
  const meant = {
    approval: row.id,
    checker: row.checker!,
    decision: decisionOf(row),
    environment,
    payload_hash: row.payload_hash.toString('hex'),
  }
  return (await evidenceFault(evidence, meant, row.passkey, row.decided_at!)) ?? registrationFault(row.registered)
}
