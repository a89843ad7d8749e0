import { createHash } from 'node:crypto'
import { identityDocuments } from '@specie/protocol/onboarding/documents.ts'
import type { DocumentKind, DocumentType } from '@specie/protocol/onboarding/kyb.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { subjectKey, subjectKeys } from '../../base/personal-data.ts'
import type { By } from '../../base/state-machine/move.ts'
import { lockEditable } from './company.ts'
import { safeFileName } from '../../base/file-name.ts'
import { assertPerson } from './persons.ts'
import { isFinal } from '@specie/protocol/machines.ts'
import { kybMachine, lockCase, note, notNow } from './row.ts'
import { sniff } from '../../base/sniff.ts'

// Documents of a case. Name and content are sealed with the key of the person concerned, or of the institution.

export type NewDocument = {
  kind: DocumentKind
  name: string
  /** Null: of the institution. */
  personId: string | null
  expiresOn: string | null
  content: Buffer
}

export type CaseDocument = {
  id: string
  kind: DocumentKind
  personId: string | null
  /** Null once erased. */
  name: string | null
  contentType: DocumentType
  bytes: number
  sha256: string
  expiresOn: string | null
  createdAt: Date
  createdBy: string
  /** An earlier document of the case with the same content. */
  sameAs: string | null
}

/** Counts all uploads, because removed documents are kept. One case cannot fill the disk. */
const maxDocuments = 500

const nameContext = (id: string): string => `name of document ${id}`
const contentContext = (id: string): string => `document ${id}`

export async function addDocument(
  env: Env,
  tx: Tx,
  institutionId: string,
  { kind, name, personId, expiresOn, content }: NewDocument,
  by: By,
): Promise<string> {
  const sniffed = sniff(content)
  if ('flaw' in sniffed) throw badRequest('document', sniffed.flaw, 'body')
  // Without its person it would satisfy no requirement, and the requirement would stay open for no visible reason.
  if (personId === null && identityDocuments.includes(kind))
    throw badRequest('required', 'An identity document belongs to a person. Send `person_id`.', 'person_id')
  const kyb = await lockCase(tx, institutionId)
  if (isFinal(kybMachine.machine, kyb.state)) throw notNow(kyb)
  await assertRoom(tx, institutionId)
  if (personId !== null) await assertPerson(tx, institutionId, personId)
  const id = env.ids.uuid(by.at)
  const key = await subjectKey(env, tx, personId ?? institutionId)
  await tx.query(
    `insert into onboarding.kyb_document
       (id, institution_id, person_id, kind, content_type, bytes, sha256, sealed_name, expires_on, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      institutionId,
      personId,
      kind,
      sniffed.type,
      content.length,
      createHash('sha256').update(content).digest(),
      key.seal(nameContext(id), Buffer.from(safeFileName(name))),
      expiresOn,
      by.at,
      by.actor,
    ],
  )
  await tx.query('insert into onboarding.kyb_document_content (document_id, sealed) values ($1, $2)', [
    id,
    key.seal(contentContext(id), content),
  ])
  note(tx, by, 'kyb.document_added', institutionId, { document: id, kind })
  return id
}

async function assertRoom(tx: Tx, institutionId: string): Promise<void> {
  const [row] = await tx.query<{ there: bigint }>(
    'select count(*) as there from onboarding.kyb_document where institution_id = $1',
    [institutionId],
  )
  if (Number(row!.there) < maxDocuments) return
  throw badRequest(
    'too_many',
    `A case has ${maxDocuments} documents at most. Ask our staff how to hand in more.`,
    'body',
  )
}

/** The document stays in the case as a former upload; it no longer counts. */
export async function removeDocument(tx: Tx, institutionId: string, id: string, by: By): Promise<void> {
  await lockEditable(tx, institutionId)
  const rows = isUuid(id)
    ? await tx.query(
        `update onboarding.kyb_document set removed_at = $3, removed_by = $4
         where id = $1 and institution_id = $2 and removed_at is null returning id`,
        [id, institutionId, by.at, by.actor],
      )
    : []
  if (rows.length === 0) throw noDocument()
  note(tx, by, 'kyb.document_removed', institutionId, { document: id })
}

type Row = Omit<CaseDocument, 'name' | 'sha256' | 'sameAs'> & { sealedName: Buffer; sha256: Buffer }

export async function listDocuments(env: Env, sql: Sql, institutionId: string): Promise<CaseDocument[]> {
  const rows = await sql.query<Row>(
    `select id, kind, person_id as "personId", sealed_name as "sealedName", content_type as "contentType", bytes, sha256,
       expires_on::text as "expiresOn", created_at as "createdAt", created_by as "createdBy"
     from onboarding.kyb_document where institution_id = $1 and removed_at is null order by created_at, id`,
    [institutionId],
  )
  const keys = await subjectKeys(env, sql, [...new Set(rows.map(({ personId }) => personId ?? institutionId))])
  const first = new Map<string, string>()
  return rows.map(({ sealedName, sha256, ...row }) => {
    const key = keys.get(row.personId ?? institutionId)
    const name = key?.open(nameContext(row.id), sealedName).toString() ?? null
    const hash = sha256.toString('hex')
    const sameAs = first.get(hash) ?? null
    if (sameAs === null) first.set(hash, row.id)
    return { ...row, name, sha256: hash, sameAs }
  })
}

/** A document of this institution with its content. */
export async function readDocument(
  env: Env,
  sql: Sql,
  institutionId: string,
  id: string,
): Promise<CaseDocument & { content: Buffer }> {
  const document = (await listDocuments(env, sql, institutionId)).find((one) => one.id === id)
  const key = document && (await subjectKeys(env, sql, [document.personId ?? institutionId])).values().next().value
  if (!document || !key) throw noDocument()
  const [row] = await sql.query<{ sealed: Buffer }>(
    'select sealed from onboarding.kyb_document_content where document_id = $1',
    [id],
  )
  return { ...document, content: key.open(contentContext(id), row!.sealed) }
}

const noDocument = (): ApiError => new ApiError('not_found', {}, 'There is no such document in this case.')
