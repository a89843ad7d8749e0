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

/** Imports a bank file by hand. */
export function ImportFile({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState('')
  const [report, setReport] = useState<Output<'importBankFile'> | null>(null)
  const { attempt, busy, error } = useAttempt()
  const client = useQueryClient()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      // The browser may guess a type; send plain bytes.
      const bytes = new Blob([file!], { type: 'application/octet-stream' })
      setReport(await upload('importBankFile', { reason: reason.trim() }, bytes))
      await client.invalidateQueries()
    })
  }
  if (report !== null) return <Report report={report} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Import a bank file manually">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">
          The import books nothing. Its movements wait until the bank reports them, or until two people approve the
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
            Import it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Report({ report, onClose }: { report: Output<'importBankFile'>; onClose: () => void }) {
  const { outcome, sha256, waiting, known, unclear, cases } = report
  return (
    <Dialog
      open
      onClose={onClose}
      title={outcome === 'taken' ? 'The file was imported' : 'The file was imported before'}
    >
      <div className="stack">
        {outcome === 'repeated' && <Banner>Nothing changed, because the same file was imported before.</Banner>}
        <Facts
          rows={[
            ['Movements that wait for the bank', waiting],
            ['Movements that the bank has reported already', known],
            ['Lines without a payment', unclear],
            ['SHA-256', <Id key="hash" value={sha256} />],
          ]}
        />
        {cases.length > 0 && (
          <Banner tone="broken" title="It contradicts the bank.">
            {cases.map(({ kind }) => caseTitle(kind)).join('. ')}. Open the cases.
          </Banner>
        )}
        <Button main onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
