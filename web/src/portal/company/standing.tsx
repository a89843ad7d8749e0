import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import type { Reached } from '../../kit/timeline-steps.ts'
import { companyKind, type CompanyState } from './timeline.ts'
import { type Company, isOpen, isUnderReview, maySubmit } from './words.ts'

/** The state of the company, its next steps, and the act that is needed. */
export function Standing({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  return (
    <div>
      {isUnderReview(company) && <Review company={company} mayEdit={mayEdit} />}
      <Panel title="Status">
        <div className="stack">
          <Timeline kind={companyKind} reached={stepsOf(company)} />
          {company.state === 'info_requested' && <Again company={company} mayEdit={mayEdit} />}
        </div>
      </Panel>
      {company.review.due_at !== null && !isUnderReview(company) && (
        <Panel title="Periodic review">
          <Facts rows={[['Next review', <Time key="due" at={company.review.due_at} day />]]} />
        </Panel>
      )}
    </div>
  )
}

/** The steps that the institution may see, without the internal ones. */
function stepsOf({ state, submitted_at }: Company): Reached<CompanyState>[] {
  if (state === 'draft') return [{ state, at: null, title: 'Application open' }]
  const before: Reached<CompanyState>[] = [
    { state: 'draft', at: null, title: 'Application filled in' },
    ...(submitted_at === null ? [] : [{ state: 'submitted' as const, at: submitted_at }]),
  ]
  const isLater = !['submitted', 'in_review', 'info_requested', 'rejected'].includes(state)
  const approved: Reached<CompanyState>[] = isLater && state !== 'approved' ? [{ state: 'approved', at: null }] : []
  return [...before, ...approved, { state, at: null }]
}

/** Submits the case again after its questions are answered. */
function Again({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  const submit = useAct('submitCase')
  if (!mayEdit || !maySubmit(company)) return null
  const open = company.requirements.filter(isOpen).length
  return (
    <div className="stack tight">
      <FormError error={submit.error} />
      <Button main wide busy={submit.isPending} disabled={open > 0} onClick={() => submit.mutate({})}>
        Submit again
      </Button>
      {open > 0 && <p className="small muted">Possible once no requirement is due.</p>}
    </div>
  )
}

function Review({ company: { review, requirements }, mayEdit }: { company: Company; mayEdit: boolean }) {
  const [asking, setAsking] = useState(false)
  const confirm = useAct('confirmReview', () => setAsking(false))
  const others = requirements.filter((one) => isOpen(one) && one.code !== 'review.confirm').length
  if (review.confirmed_at !== null)
    return (
      <Panel title="Periodic review">
        <Banner tone="done" title="Confirmed.">
          You have confirmed your data on <Time at={review.confirmed_at} />. Our team will close the review.
        </Banner>
      </Panel>
    )
  return (
    <Panel title="Periodic review">
      <div className="stack">
        <Facts rows={[['Confirm by', <Time key="at" at={review.deadline} day />]]} />
        <p className="s13 muted">
          Read{' '}
          <Link className="link" to="/company/application?step=review">
            our record
          </Link>
          , correct changed data, then confirm all of it.
        </p>
        {mayEdit && (
          <Button main wide disabled={others > 0} onClick={() => setAsking(true)}>
            Confirm all data
          </Button>
        )}
        {others > 0 && <p className="small muted">Possible once no other requirement is due.</p>}
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Confirm the data of your company"
        act="Confirm"
        busy={confirm.isPending}
        error={confirm.error}
        onConfirm={() => confirm.mutate({})}
      >
        You confirm that all data is correct and complete, including unchanged data. After a later change you must
        confirm again.
      </Confirm>
    </Panel>
  )
}
