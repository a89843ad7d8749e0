import { type FormEvent, type ReactNode, useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { mayDo, useMe } from '../app/session.tsx'
import { Banner } from '../kit/banner.tsx'
import { Button } from '../kit/button.tsx'
import { Segment, TextArea } from '../kit/form/field.tsx'
import { Link } from '../kit/link.tsx'
import { FormError } from '../kit/form/form-error.tsx'

type Choice = 'clear' | 'reject'
const choices = [
  { value: 'clear', label: 'Clear' },
  { value: 'reject', label: 'Reject' },
] as const

type Props = {
  call: 'decideAddress' | 'decideBankAccount'
  id: string
  /** What it is called, on the button. */
  label: string
  /** What each decision does. */
  effects: Record<Choice, ReactNode>
}

/** One person rejects a destination, or asks a second one to clear it, with the consequence and a reason. */
export function ClearOrReject({ call, id, label, effects }: Props) {
  const [decision, setDecision] = useState<Choice>('clear')
  const [reason, setReason] = useState('')
  const decide = useAct(call)
  if (!mayDo(useMe(), 'wallets.decide')) return <Banner>The decision needs the role compliance or MLRO.</Banner>
  const send = (event: FormEvent) => {
    event.preventDefault()
    decide.mutate({ id, decision, reason: reason.trim() })
  }
  return (
    <form className="stack" onSubmit={send}>
      <Segment label="Decision" value={decision} options={choices} onChange={setDecision} wide />
      <p className="s13">{effects[decision]}</p>
      <TextArea
        label="Reason"
        aside="kept for good"
        name="reason"
        value={reason}
        onChange={setReason}
        error={decide.error}
      />
      <FormError error={decide.error} fields={['reason']} />
      <Button
        type="submit"
        main
        tall
        wide
        danger={decision === 'reject'}
        busy={decide.isPending}
        disabled={reason.trim() === ''}
      >
        {decision === 'clear' ? `Ask to clear ${label}` : `Reject ${label}`}
      </Button>
      <p className="small muted">
        {decision === 'clear'
          ? 'The MLRO decides on it; you cannot decide on your own request.'
          : 'It takes effect at once.'}
      </p>
      {decide.data?.approvalid && (
        <Banner tone="waits" title="A second person is asked.">
          <Link to={`/approvals/${decide.data.approvalid}`}>Look at the request</Link>
        </Banner>
      )}
    </form>
  )
}
