import { type FormEvent, type ReactNode, useState } from 'react'
import type { CallError } from '../../api/error.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { FormError } from './form-error.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** Names the act and its object: «Revoke key trading-1». */
  title: string
  /** The consequences. */
  children: ReactNode
  /** The word on the button. */
  act: string
  danger?: boolean
  /** Whether to ask for a reason, for the audit log. */
  reason?: 'required' | 'none'
  busy: boolean
  error: CallError | null
  onConfirm: (reason: string) => void
}

/** A confirmation before an act that cannot be undone. */
export function Confirm({
  open,
  onClose,
  title,
  children,
  act,
  danger = false,
  reason = 'none',
  busy,
  error,
  onConfirm,
}: Props) {
  const [why, setWhy] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(why.trim())
  }
  const isReady = reason === 'none' || why.trim() !== ''
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <form className="stack" onSubmit={send}>
        <div className="s13 muted">{children}</div>
        {reason === 'required' && (
          <TextArea
            label="Reason"
            name="reason"
            value={why}
            onChange={setWhy}
            error={error}
            hint="Kept in the audit log."
            data-autofocus
          />
        )}
        <FormError error={error} fields={['reason']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main danger={danger} busy={busy} disabled={!isReady}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
