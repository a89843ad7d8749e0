import { caseOutcomes } from '@specie/protocol/cases.ts'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Choose, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { WaitingRequest } from '../waiting-request.tsx'
import { caseOutcomeWords, type FoundCase, isDecided } from './words.ts'

/** Request a decision, see that it waits, or see who decided. */
export function Decision({ found }: { found: FoundCase }) {
  const waiting = found.requests.find(({ state }) => state === 'waiting')
  const approved = found.requests.find(({ state }) => state === 'approved')
  const mayPropose = mayDo(useMe(), 'cases.propose')
  if (isDecided(found)) return <Panel title="Decision">{approved && <Decided request={approved} />}</Panel>
  if (waiting !== undefined) return <Waiting found={found} request={waiting} />
  return (
    <Panel title="Decision" end={<span className="small muted">0 of 2</span>}>
      {mayPropose ? (
        <Propose found={found} />
      ) : (
        <Banner>No decision is requested. Only compliance can request one.</Banner>
      )}
    </Panel>
  )
}

type Request = FoundCase['requests'][number]

function Decided({ request }: { request: Request }) {
  const { maker, checker, reason, decision_reason, created_at, ended_at } = request
  return (
    <div className="stack">
      <div>
        <p className="small muted">
          {maker} requested it, <Time at={created_at} />
        </p>
        <p className="s13">{reason}</p>
      </div>
      <div>
        <p className="small muted">
          {checker} approved it, <Time at={ended_at} />
        </p>
        <p className="s13">{decision_reason ?? 'Without a reason.'}</p>
      </div>
    </div>
  )
}

function Waiting({ found, request }: { found: FoundCase; request: Request }) {
  return (
    <Panel title="Decision" end={<WaitingRequest id={request.id} />}>
      <p className="s13">
        {request.maker} requests: {caseOutcomeWords[request.outcome]}. {request.reason}
      </p>
      {request.alerts !== found.signs && (
        <Banner tone="broken" title="The case has changed.">
          It has other alerts than this request, so it can only be refused or withdrawn.
        </Banner>
      )}
    </Panel>
  )
}

function Propose({ found: { caseid, undecided } }: { found: FoundCase }) {
  const [outcome, setOutcome] = useState<Request['outcome']>(undecided > 0 ? 'report' : 'no_suspicion')
  const [reason, setReason] = useState('')
  const propose = useAct('proposeCaseDecide')
  const choices = caseOutcomes.map((value) => ({ value, label: caseOutcomeWords[value] }))
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        propose.mutate({ caseid, outcome, reason: reason.trim() })
      }}
    >
      <Choose
        label="Outcome"
        name="outcome"
        value={outcome}
        options={choices}
        onChange={(value) => setOutcome(value as Request['outcome'])}
        error={propose.error}
      />
      {undecided > 0 && outcome !== 'report' && (
        <p className="s13 muted">
          {undecided === 1 ? '1 alert waits' : `${undecided} alerts wait`} for a decision. Until then the case can only
          be reported.
        </p>
      )}
      <TextArea
        label="Reason"
        aside="kept permanently"
        name="reason"
        value={reason}
        onChange={setReason}
        error={propose.error}
      />
      <FormError error={propose.error} fields={['reason', 'outcome']} />
      <Button type="submit" main tall wide busy={propose.isPending} disabled={reason.trim() === ''}>
        Request the decision
      </Button>
      <p className="small muted">This is a request. A second approver with the role MLRO decides.</p>
    </form>
  )
}
