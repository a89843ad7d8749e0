import { createHash } from 'node:crypto'
import type { DocumentType } from '@specie/protocol/onboarding/kyb.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { safeFileName } from '../../base/file-name.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { sniff } from '../../base/sniff.ts'
import type { By } from '../../base/state-machine/move.ts'
import { findCase, note, openingKey, sealingKey } from './row.ts'

// Files that people add to a case as evidence. Name and content are sealed; nothing is removed.

export type CaseDocument = {
  readonly id: string
  /** Null once erased. */
  readonly name: string | null
  readonly content_type: DocumentType
  readonly bytes: number
  readonly sha256: string
  readonly at: Date
  readonly by: string
}

/** One case cannot fill the disk. */
const maxDocuments = 200

const nameContext = (id: string): string => `name of case file ${id}`
const contentContext = (id: string): string => `case file ${id}`

export async function addDocument(
  env: Env,
  tx: Tx,
  caseId: string,
  { name, content }: { name: string; content: Buffer },
  by: By,
): Promise<string> {
  const sniffed = sniff(content)
  if ('flaw' in sniffed) throw badRequest('document', sniffed.flaw, 'body')
  const found = await findCase(tx, caseId)
  await assertRoom(tx, caseId)
  const id = env.ids.uuid(by.at)
  const key = await sealingKey(env, tx, found)
  await tx.query(
    `insert into compliance.case_document (id, case_id, content_type, bytes, sha256, sealed_name, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      caseId,
      sniffed.type,
      content.length,
      createHash('sha256').update(content).digest(),
      key.seal(nameContext(id), Buffer.from(safeFileName(name))),
      by.at,
      by.actor,
    ],
  )
  await tx.query('insert into compliance.case_document_content (document_id, sealed) values ($1, $2)', [
    id,
    key.seal(contentContext(id), content),
  ])
  note(tx, by, 'case.document_added', caseId, { document: id })
  return id
}

async function assertRoom(tx: Tx, caseId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('files of case ' || $1, 0))`, [caseId])
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from compliance.case_document where case_id = $1',
    [caseId],
  )
  if (row!.count >= maxDocuments)
    throw badRequest('too_many', `A case has ${maxDocuments} files at most. Put several papers into one PDF.`, 'body')
}

type Row = Omit<CaseDocument, 'name' | 'sha256'> & { sha256: Buffer; sealed_name: Buffer }

export async function listDocuments(env: Env, sql: Sql, caseId: string): Promise<CaseDocument[]> {
  const rows = await sql.query<Row>(
    `select id, content_type, bytes, sha256, sealed_name, created_at as at, created_by as by
     from compliance.case_document where case_id = $1 order by created_at, id`,
    [caseId],
  )
  const key = await openingKey(env, sql, await findCase(sql, caseId))
  return rows.map(({ sealed_name, sha256, ...row }) => ({
    ...row,
    sha256: sha256.toString('hex'),
    name: key?.open(nameContext(row.id), sealed_name).toString() ?? null,
  }))
}

export async function readDocument(
  env: Env,
  sql: Sql,
  caseId: string,
  id: string,
): Promise<{ name: string; contentType: DocumentType; content: Buffer }> {
  const key = await openingKey(env, sql, await findCase(sql, caseId))
  const rows = isUuid(id)
    ? await sql.query<{ content_type: DocumentType; sealed_name: Buffer; sealed: Buffer }>(
        `select d.content_type, d.sealed_name, c.sealed from compliance.case_document d
         join compliance.case_document_content c on c.document_id = d.id where d.id = $1 and d.case_id = $2`,
        [id, caseId],
      )
    : []
  const [row] = rows
  if (row === undefined || key === undefined) throw new ApiError('not_found', {}, 'There is no such file in this case.')
  return {
    name: key.open(nameContext(id), row.sealed_name).toString(),
    contentType: row.content_type,
    content: key.open(contentContext(id), row.sealed),
  }
}
