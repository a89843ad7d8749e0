import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../../api/use-call.ts'
import { Banner } from '../../../kit/banner.tsx'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/form/confirm.tsx'
import { Link } from '../../../kit/link.tsx'
import { requirementWord } from '../../../shared/company-words.ts'
import { type Company, isOpen, isUnderReview, maySubmit, stepOf, steps } from '../words.ts'
import { Summary } from './summary.tsx'

/** All data, the missing parts, and the submission. */
export function ReviewStep({ company }: { company: Company }) {
  const open = company.requirements.filter((one) => isOpen(one) && one.code !== 'review.confirm')
  return (
    <div className="stack">
      {open.length > 0 ? <Missing company={company} open={open} /> : <Ready company={company} />}
      <Summary company={company} />
    </div>
  )
}

function Missing({ company, open }: { company: Company; open: Company['requirements'] }) {
  const places = [
    ...steps.map(({ key, title }) => ({ key, title, to: `/company/application?step=${key}` })),
    { key: null, title: 'Questions from our team', to: '/company' },
  ]
  return (
    <Banner
      tone="waits"
      title={open.length === 1 ? 'One requirement is open.' : `${open.length} requirements are open.`}
    >
      <ul>
        {places.map(({ key, title, to }) => {
          const words = open.filter((one) => stepOf(one) === key).map((one) => requirementWord(one, company.persons))
          return words.length === 0 ? null : (
            <li key={title}>
              <Link className="link" to={to}>
                {title}
              </Link>
              : {words.join(', ')}
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}

function Ready({ company }: { company: Company }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const submit = useAct('submitCase', () => void navigate({ to: '/company' }))
  if (isUnderReview(company))
    return (
      <Banner tone="waits" title="Nothing is missing.">
        Confirm the review on the page{' '}
        <Link className="link" to="/company">
          Standing
        </Link>
        .
      </Banner>
    )
  if (!maySubmit(company))
    return <Banner tone="done">Nothing is missing. Our team is reviewing your application.</Banner>
  return (
    <Banner tone="done" title="Nothing is missing.">
      Check your data, then submit it.
      <div className="row">
        <Button main onClick={() => setAsking(true)}>
          Submit the application
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Submit the application of ${company.name}`}
        act="Submit"
        busy={submit.isPending}
        error={submit.error}
        onConfirm={() => submit.mutate({})}
      >
        You confirm that all data is correct. Our team reviews it and asks here if something is missing. You cannot
        change it during the review.
      </Confirm>
    </Banner>
  )
}
