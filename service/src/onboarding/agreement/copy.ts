import { canonical } from '@specie/protocol/encoding/json.ts'
import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { pdfOf } from '../../base/pdf.ts'
import { type OwnerFilter, institutionName } from '../../directory/institutions.ts'
import { agreementOf, type AgreementRow, type Signature } from './row.ts'
import { readText, textOf } from './texts.ts'

/** The text that was sent, or a 404 for an agreement from before texts were stored. */
export async function sentText(
  sql: Sql,
  whose: OwnerFilter,
  id: string,
): Promise<{ agreement: AgreementRow; text: string }> {
  const agreement = await agreementOf(sql, whose, id)
  if (agreement.text_sha256 === null)
    throw new ApiError('not_found', { agreementid: id }, 'The text of this agreement is not stored.')
  const text = textOf(agreement.product, agreement.version)
  return { agreement, text: readText({ ...text, sha256: agreement.text_sha256.toString('hex') }) }
}

/** A PDF with the text, its signatures and their evidence. */
export async function agreementPdf(
  sql: Sql,
  whose: OwnerFilter,
  id: string,
): Promise<{ filename: string; bytes: Buffer }> {
  const { agreement, text } = await sentText(sql, whose, id)
  const { product, version, state, signature, countersignature } = agreement
  const lines = [
    ...text.trimEnd().split('\n'),
    '',
    '## Signatures',
    '',
    `Agreement ${agreement.id}, ${state}, with ${await institutionName(sql, agreement.institution_id)}.`,
    `SHA-256 of the text: ${agreement.text_sha256!.toString('hex')}`,
    '',
    ...signedLines('For the institution', signature),
    ...signedLines('Countersigned', countersignature),
  ]
  return { filename: `${product}-${version}-${agreement.id}.pdf`, bytes: pdfOf(lines) }
}

const signedLines = (what: string, signature: Signature | null): string[] =>
  signature === null
    ? [`${what}: not signed`, '']
    : [`${what}: ${signature.name}, ${signature.at}`, `Evidence: ${canonical(signature)}`, '']
