import { nextStep, type Step, type StepCode } from '@specie/protocol/onboarding/steps.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Panel } from '../kit/page.tsx'
import { namesOf } from '../shared/company-words.ts'

type Props = { steps: readonly Step[]; people: { traders: readonly string[]; approvers: readonly string[] } }

/** What the institution or we do next. The step that its people see too. */
export function NextStep({ steps, people }: Props) {
  const next = nextStep(steps)
  if (next === undefined) return null
  const { code, by } = next
  return (
    <Panel title="Next step" end={<Badge tone="waits">{by === 'staff' ? 'Waits for us' : 'Waits for them'}</Badge>}>
      <div className="s13">
        <b>{words[code][by]}</b>
        {code === 'people' && (
          <p className="muted">
            Trader: {namesOf(people.traders)}. Approver: {namesOf(people.approvers)}.
          </p>
        )}
      </div>
    </Panel>
  )
}

const words: { readonly [code in StepCode]: { readonly [by in Step['by']]: string } } = {
  application: { institution: 'It completes and submits its application.', staff: 'It submits its application.' },
  review: { institution: 'It adds what is missing.', staff: 'We review the case and request a decision.' },
  agreements: { institution: 'It signs its agreements.', staff: 'We countersign, or send an agreement.' },
  people: { institution: 'Its administrator names a trader and an approver.', staff: 'It names its people.' },
  pay_in: { institution: 'It pays money in.', staff: 'It pays money in.' },
  coins: { institution: 'It gets its first coins or crypto.', staff: 'It gets its first coins or crypto.' },
  confirm: { institution: 'It confirms its data in the review.', staff: 'We decide on the review.' },
}
