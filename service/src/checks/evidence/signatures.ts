import { personActor } from '../../directory/actor.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Signature } from '../../onboarding/agreement/row.ts'
import { hashOfEvidence, signerFacts } from '../../onboarding/agreement/sign.ts'
import { passkeysWithEntries, registrationFault } from './registered-passkeys.ts'
import { evidenceFault } from '../../people/factor/signature.ts'

// V1 for agreements: each signature has a matching entry in the audit chain, and valid evidence.

type Row = {
  id: string
  text_sha256: Buffer | null
  signature: Signature | null
  /** The entry in the audit chain. */
  entries: { actor: string; detail: Record<string, string> }[]
  /** The signer's passkey with the credential of the evidence. */
  passkey: Buffer | null
  /** Whether the audit chain records its registration. */
  registered: boolean | null
}

/** Invalid signatures of an institution, one sentence each. */
export async function faultySignatures(sql: Sql): Promise<string[]> {
  const [{ environment } = { environment: '' }] = await sql.query<{ environment: string }>(
    'select name as environment from base.environment',
  )
  const rows = await sql.query<Row>(
    `with recorded as (
       select entry ->> 'subject' as id, jsonb_agg(entry) as entries
       from (select body::jsonb as entry from audit.entry
         where body like '%"action":"agreement.signed"%' and body::jsonb ->> 'action' = 'agreement.signed') signed
       group by 1
     )
     select coalesce(a.id::text, recorded.id) as id, a.text_sha256, a.signature, coalesce(recorded.entries, '[]') as entries,
       passkey.public_key as passkey, passkey.registered
     from onboarding.agreement a full join recorded on recorded.id = a.id::text
       left join ${passkeysWithEntries} passkey on passkey.person_id::text = a.signature ->> 'person'
         and passkey.credential = a.signature #>> '{evidence,credential_id}'
     where a.signature is not null or recorded.id is not null
     order by 1`,
  )
  const faults: string[] = []
  for (const row of rows) {
    const fault = chainFault(row) ?? (await signatureFault(row, environment))
    if (fault !== null) faults.push(`agreement ${row.id}: ${fault}`)
  }
  return faults
}

function chainFault({ signature, text_sha256, entries: [entry, ...more] }: Row): string | null {
  if (signature === null) return 'the audit chain tells of a signature that is not there'
  if (!entry) return 'the audit chain does not tell of its signature'
  if (more.length > 0) return 'the audit chain tells of its signature more than once'
  if (signature.text_sha256 !== text_sha256?.toString('hex')) return 'another text was signed'
  const expected: Record<string, string | undefined> = {
    method: signature.method,
    text_sha256: signature.text_sha256,
    evidence_hash: signature.evidence && hashOfEvidence(signature.evidence),
  }
  const [other] = Object.entries(expected).find(([name, value]) => entry.detail[name] !== value) ?? []
  if (other !== undefined) return `the audit chain has another ${other}`
  const isSigner = signature.person === undefined || entry.actor === personActor(signature.person)
  return isSigner ? null : 'the audit chain names another person'
}

async function signatureFault(
  { id, signature, passkey, registered }: Row,
  environment: string,
): Promise<string | null> {
  const { method, evidence, person = '', text_sha256, at } = signature!
  if (evidence === undefined) return method === 'passkey' ? 'its evidence is missing' : null
  const meant = { ...signerFacts(person, { id, text_sha256 }), environment }
  return (await evidenceFault(evidence, meant, passkey, new Date(at))) ?? registrationFault(registered)
}
