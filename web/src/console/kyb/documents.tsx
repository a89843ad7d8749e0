import { fileAddress } from '../../api/call.ts'
import { Id } from '../../kit/value/id.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../small-table.tsx'
import type { KybCase } from './kyb-case.ts'

/** The files of the institution. */
export function Documents({ found: { institutionid, documents, persons } }: { found: KybCase }) {
  const nameOf = (id: string | null) => persons.find((person) => person.id === id)?.data?.name ?? ''
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
            ({ id, kind, name }) =>
              name === null ? (
                <span className="muted">{sentence(kind)}, erased</span>
              ) : (
                <a
                  className="link"
                  href={fileAddress('kybDocument', { id: institutionid, document_id: id })}
                  download
                  title={name}
                >
                  {sentence(kind)}
                </a>
              ),
          ],
          ['Of', ({ person_id }) => nameOf(person_id)],
          ['Valid until', ({ expires_on }) => expires_on && <Time at={expires_on} day />],
          ['Received', ({ created_at }) => <Time at={created_at} day />],
          ['Size', ({ bytes }) => `${Math.max(1, Math.round(bytes / 1024))} kB`, 'num'],
          ['SHA-256', ({ sha256 }) => <Id value={sha256} />],
        ]}
      />
      <p className="muted">Files are as the institution sent them. Open a PDF only in a viewer that runs no scripts.</p>
    </Section>
  )
}
