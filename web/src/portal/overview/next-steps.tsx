import { nextStep } from '@specie/protocol/onboarding/steps.ts'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { toneIcons } from '../../kit/value/states.ts'
import style from './overview.module.css'
import { stepWords } from './steps.ts'

type Company = Output<'company'>

/** For a company without balances: the steps to its first coins. */
export function NextSteps() {
  const company = useCall('company', {})
  return (
    <Loaded query={company} lines={8}>
      {(data) => (
        <Section title={`Welcome, ${data.name}`} note="Steps to your first coins">
          {data.steps.length === 0 || data.state === 'review_overdue' ? (
            <Banner tone="broken" title="Payments are stopped.">
              See the requirements under{' '}
              <Link className="link" to="/company">
                Company
              </Link>
              , or contact support.
            </Banner>
          ) : (
            <Steps company={data} />
          )}
        </Section>
      )}
    </Loaded>
  )
}

function Steps({ company }: { company: Company }) {
  const me = useMe()
  const now = nextStep(company.steps)
  const [Done, Waits] = [toneIcons.done, toneIcons.waits]
  return (
    <ol className="tl">
      {company.steps.map((step) => {
        const { code, done } = step
        const { title, note, to, act, right } = stepWords(code, company)
        const mayAct = right !== undefined && mayDo(me, right)
        return (
          <li
            key={code}
            className={done ? 'done' : step === now ? 'in progress' : 'next'}
            aria-current={step === now ? 'step' : undefined}
          >
            <span className="dot">
              {done && <Done className="ic" aria-hidden />}
              {step === now && <Waits className="ic" aria-hidden />}
            </span>
            <div className="t">
              <b>{title}</b>
            </div>
            <p>{note}</p>
            {step === now && mayAct && to !== undefined && act !== undefined && (
              <Link className={`btn main-act sm ${style['act']}`} to={to}>
                {act}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}
