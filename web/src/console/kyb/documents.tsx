import { useState } from 'react'
import { Id } from '../../kit/value/id.tsx'
import { Section } from '../../kit/page.tsx'
import { sizeText } from '../../kit/value/size.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { documentWords } from '../../shared/company-words.ts'
import { DocumentViewer } from './document-viewer.tsx'
import type { KybCase } from './kyb-case.ts'

/** The files of the institution. */
export function Documents({ found: { institutionid, documents, persons } }: { found: KybCase }) {
  const nameOf = (id: string | null) => persons.find((person) => person.id === id)?.data?.name ?? ''
  const titleOf = (id: string): string => {
    const one = documents.find((document) => document.id === id)
    return one === undefined ? 'another' : `${documentWords[one.kind]}${one.name === null ? '' : `, ${one.name}`}`
  }
  const [open, setOpen] = useState<string | null>(null)
  const shown = documents.find(({ id }) => id === open)
  return (
    <Section title="Documents">
      <SmallTable
        name="Documents"
        rows={documents}
        rowKey={({ id }) => id}
        empty="No document yet."
        columns={[
          [
            'Document',
            ({ id, kind, name, bytes, same_as }) => (
              <>
                {name === null ? (
                  <span className="muted">{documentWords[kind]}, erased</span>
                ) : (
                  <button type="button" className="link" onClick={() => setOpen(id)}>
                    {documentWords[kind]}
                  </button>
                )}
                <small className="muted">
                  {name} {sizeText(bytes)}
                </small>
                {same_as !== null && <small className="is-waits">Same file as {titleOf(same_as)}</small>}
              </>
            ),
          ],
          ['Of', ({ person_id }) => nameOf(person_id)],
          ['Valid until', ({ expires_on }) => expires_on && <Time at={expires_on} day />],
          [
            'Uploaded by',
            ({ uploaded_by, created_at }) => (
              <span>
                {uploaded_by ?? <span className="muted">not a person</span>}
                <small className="muted">
                  <Time at={created_at} />
                </small>
              </span>
            ),
          ],
          ['SHA-256', ({ sha256 }) => <Id value={sha256} />],
        ]}
      />
      {shown?.name != null && (
        <DocumentViewer institutionid={institutionid} document={shown} onClose={() => setOpen(null)} />
      )}
      <p className="s13 muted">
        Files are as the institution sent them, and each view is recorded. Open a downloaded PDF only in a viewer that
        runs no scripts.
      </p>
    </Section>
  )
}
