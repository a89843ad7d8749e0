import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Link } from '../../kit/link.tsx'
import style from './page.module.css'
import type { Company } from './words.ts'

type Request = Company['requests'][number]

/** Questions of our staff, with their answers. */
export function Requests({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  const { requests } = company
  if (requests.length === 0) return null
  const open = requests.filter(({ answered_at }) => answered_at === null)
  return (
    <div className={style['requests']}>
      <Panel title="Questions from our team" note={open.length === 0 ? 'all answered' : `${open.length} to answer`}>
        <ul className="stack">
          {requests.map((request) => (
            <li key={request.id} className={style['request']}>
              <div className="row">
                <span className="small muted grow">
                  Asked <Time at={request.asked_at} />
                </span>
                {request.answered_at === null ? (
                  <Badge tone="waits">
                    answer by <Time at={request.due_at} day />
                  </Badge>
                ) : (
                  <Badge tone="done">answered</Badge>
                )}
              </div>
              <p className={style['question']}>{request.question ?? 'The text was erased.'}</p>
              {request.answered_at === null && mayEdit && <Answer request={request} />}
              {request.answered_at === null && !mayEdit && (
                <p className="s13 muted">Only an administrator of your company can answer.</p>
              )}
              {request.answered_at !== null && (
                <p className="s13 muted">
                  {request.answer ?? 'The text was erased.'}{' '}
                  <span className="small">
                    (<Time at={request.answered_at} />)
                  </span>
                </p>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

function Answer({ request: { id } }: { request: Request }) {
  const [answer, setAnswer] = useState('')
  const send = useAct('answerRequest')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ id, answer: answer.trim() })
  }
  return (
    <form className="stack tight" onSubmit={onSubmit}>
      <TextArea
        label="Your answer"
        name="answer"
        value={answer}
        onChange={setAnswer}
        error={send.error}
        maxLength={4000}
        required
      />
      <FormError error={send.error} fields={['answer']} />
      <div className="row">
        <Button type="submit" main small busy={send.isPending} disabled={answer.trim() === ''}>
          Send answer
        </Button>
        <span className="small muted">
          Add documents{' '}
          <Link className="link" to="/company/application?step=documents">
            under your documents
          </Link>
          . You cannot change an answer.
        </span>
      </div>
    </form>
  )
}
