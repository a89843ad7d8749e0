import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import type { KybCase } from './kyb-case.ts'

/** Information requests, with the answers of the institution. */
export function Requests({ found: { institutionid, requests, name } }: { found: KybCase }) {
  const [asking, setAsking] = useState(false)
  const mayAsk = mayDo(useMe(), 'kyb.work')
  return (
    <Section
      title="Information requests"
      end={
        mayAsk && (
          <Button small onClick={() => setAsking(true)}>
            Ask for information
          </Button>
        )
      }
    >
      {requests.length === 0 && <p className="s13 muted">No requests yet.</p>}
      <ul className="stack">
        {requests.map(({ id, question, answer, asked_at, due_at, answered_at }) => (
          <li key={id}>
            <div className="row">
              <b>{question ?? 'Erased'}</b>
              {answered_at === null ? <Badge tone="waits">Waits</Badge> : <Badge tone="done">Answered</Badge>}
            </div>
            <p className="s13 muted">
              Asked <Time at={asked_at} /> ·{' '}
              {answered_at === null ? (
                <>
                  due <Time at={due_at} day />
                </>
              ) : (
                <>
                  answered <Time at={answered_at} />
                </>
              )}
            </p>
            {answer !== null && <p className="s13">{answer}</p>}
          </li>
        ))}
      </ul>
      {asking && <Ask id={institutionid} name={name} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Ask({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [question, setQuestion] = useState('')
  const [days, setDays] = useState('30')
  const ask = useAct('requestInformation', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate({ id, question: question.trim(), days: Number(days) })
  }
  return (
    <Dialog open onClose={onClose} title={`Ask ${name} for information`}>
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">
          The institution sees your text as you write it. A case in review returns to the institution.
        </p>
        <TextArea
          label="Question"
          name="question"
          value={question}
          onChange={setQuestion}
          error={ask.error}
          data-autofocus
        />
        <Field
          label="Days to answer"
          name="days"
          inputMode="numeric"
          value={days}
          onChange={setDays}
          error={ask.error}
        />
        <FormError error={ask.error} fields={['question', 'days']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={ask.isPending} disabled={question.trim() === ''}>
            Ask
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
