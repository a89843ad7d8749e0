import { useQueryClient } from '@tanstack/react-query'
import { fileAddress, upload } from '../../api/call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { sizeText } from '../../kit/value/size.ts'
import { Time } from '../../kit/value/time.tsx'
import type { FoundCase } from './words.ts'

/** Evidence. Nothing is removed. */
export function Documents({ found: { caseid, documents } }: { found: FoundCase }) {
  return (
    <Section title="Files" note="each download is recorded">
      <SmallTable
        name="Files"
        rows={documents}
        rowKey={({ id }) => id}
        empty="No file yet."
        columns={[
          [
            'File',
            ({ id, name, bytes }) => (
              <>
                {name === null ? (
                  <span className="muted">erased</span>
                ) : (
                  <a className="link" href={fileAddress('caseDocument', { id: caseid, file_id: id })} download>
                    {name}
                  </a>
                )}
                <small className="muted">{sizeText(bytes)}</small>
              </>
            ),
          ],
          ['By', ({ by }) => by],
          ['Time', ({ at }) => <Time at={at} />, 'not-phone'],
          ['SHA-256', ({ sha256 }) => <Id value={sha256} />, 'not-phone'],
        ]}
      />
      {mayDo(useMe(), 'cases.work') && <Add caseid={caseid} />}
    </Section>
  )
}

function Add({ caseid: id }: { caseid: string }) {
  const { attempt, busy, error } = useAttempt()
  const client = useQueryClient()
  const send = (file: File) =>
    attempt(async () => {
      // The browser may guess a type; send plain bytes.
      await upload('addCaseDocument', { id, name: file.name }, new Blob([file], { type: 'application/octet-stream' }))
      await client.invalidateQueries()
    })
  return (
    <div className="stack">
      <label>
        <span>Add a file</span>{' '}
        <input
          type="file"
          accept=".pdf,.png,.jpg,.jpeg"
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file !== undefined) void send(file)
          }}
        />
      </label>
      <small className="muted">PDF, PNG or JPEG, at most 10 MB.</small>
      <FormError error={error} />
    </div>
  )
}
