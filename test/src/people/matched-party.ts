import { randomUUID } from 'node:crypto'
import { toEntry } from '@specie/screening/lists/entry.ts'
import type { TestDatabase } from '../database.ts'

/** The holder of this bank account matches an entry of a list. Written by the owner of the database. */
export async function addMatchedParty(
  { owner }: TestDatabase,
  institution: string,
  account: string,
  name: string,
): Promise<{ party: string; match: string }> {
  const [party, match, version, entry] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const listed = toEntry({
    list: 'un',
    reference: '4711',
    kind: 'company',
    // Another name, so that the institution itself is not on the list.
    names: [{ text: 'Quorvath Nemedi', parts: [], strength: 'primary' }],
    measures: { assetFreeze: true, named: [] },
  })
  const screened = { kind: 'any', name }
  await owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into compliance.list_version (id, list, format, source, state, entries, counts, created_at)
       values ($1, 'un', 'un_xml', 'a test', 'active', 1, '{}', now())`,
      [version],
    )
    await tx.query(
      `insert into compliance.list_entry (id, list, reference, effect, hash, content, wallets, began)
       values ($1, 'un', '4711', 'review', 'entry', $2, '{}', $3)`,
      [entry, JSON.stringify(listed), version],
    )
    await tx.query(
      `insert into compliance.party (id, institution_id, subject_kind, subject_id, part, hash, content, created_at)
       values ($1, $2, 'bank_account', $3, 'name', 'party', $4, now())`,
      [party, institution, account, JSON.stringify(screened)],
    )
    await tx.query(
      `insert into compliance.hit (id, party_hash, entry_hash, entry_id, score, content, created_at)
       values ($1, 'party', 'entry', $2, 0.97, $3, now())`,
      [match, entry, JSON.stringify({ party: screened, why: ['name equal'], name: null })],
    )
  })
  return { party, match }
}
