import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Output, upload } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Facts } from '../../kit/page.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { caseTitle } from './case-words.ts'
import style from './bank.module.css'

/** A bank file that somebody brings. */
export function ImportFile({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState('')
  const [report, setReport] = useState<Output<'importBankFile'> | null>(null)
  const { attempt, busy, error } = useAttempt()
  const client = useQueryClient()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      // Whatever the browser takes it for, it is sent as bytes.
      const bytes = new Blob([file!], { type: 'application/octet-stream' })
      setReport(await upload('importBankFile', { reason: reason.trim() }, bytes))
      await client.invalidateQueries()
    })
  }
  if (report !== null) return <Report report={report} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Take a bank file by hand">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">
          Nothing is booked by it. What it tells waits until the bank itself tells it, or until two people vouch for the
          file.
        </p>
        <label className={style['file']}>
          <span>File</span>
          <input
            type="file"
            accept=".xml,.sta,.mt940,.txt"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          <small className="muted">camt.053, camt.054 or MT940, at most 20 MB.</small>
        </label>
        <TextArea
          label="Reason"
          name="reason"
          value={reason}
          onChange={setReason}
          error={error}
          hint="Kept in the audit log."
        />
        <FormError error={error} fields={['reason']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={busy} disabled={file === null || reason.trim() === ''}>
            Take it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Report({ report, onClose }: { report: Output<'importBankFile'>; onClose: () => void }) {
  const { outcome, sha256, waiting, known, unclear, cases } = report
  return (
    <Dialog open onClose={onClose} title={outcome === 'taken' ? 'The file was taken' : 'The file was taken before'}>
      <div className="stack">
        {outcome === 'repeated' && <Banner>Nothing was done: the same file was taken before.</Banner>}
        <Facts
          rows={[
            ['Movements that wait for the bank', waiting],
            ['Movements that the bank has told already', known],
            ['Lines that name no payment', unclear],
            ['SHA-256', <Id key="hash" value={sha256} />],
          ]}
        />
        {cases.length > 0 && (
          <Banner tone="broken" title="It contradicts the bank.">
            {cases.map(({ kind }) => caseTitle(kind)).join('. ')}. See the cases.
          </Banner>
        )}
        <Button main onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
