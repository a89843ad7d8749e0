import type { Output } from '../../api/call.ts'
import { useCall, useList } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { toneIcons } from '../../kit/value/states.ts'
import style from './overview.module.css'

type Company = Output<'company'>
type Step = { title: string; note: string; isDone: boolean; to?: string; act?: string }

/** For a company without balances: the steps to its first coins. */
export function NextSteps({ isOpen }: { isOpen: boolean }) {
  const company = useCall('company', {})
  const agreements = useList('agreements', {})
  const status = new Set<string>(agreements.rows.map((one) => one.status))
  return (
    <Loaded query={company} lines={8}>
      {(data) => (
        <Section title={`Welcome, ${data.name}`} note="Steps to your first coins">
          {stopped.has(data.state) ? (
            <Banner tone="broken" title="Payments are stopped.">
              See the requirements under{' '}
              <Link className="link" to="/company">
                Company
              </Link>
              , or contact support.
            </Banner>
          ) : (
            <Steps steps={stepsOf(data, status, isOpen)} />
          )}
        </Section>
      )}
    </Loaded>
  )
}

const stopped = new Set<Company['state']>(['suspended', 'rejected', 'offboarded', 'review_overdue'])
const asked = new Set<Company['state']>(['draft', 'info_requested'])
const cleared = new Set<Company['state']>(['approved', 'periodic_review'])

function stepsOf({ state }: Company, agreements: ReadonlySet<string>, isOpen: boolean): Step[] {
  const isCleared = cleared.has(state)
  return [
    {
      title: 'Tell us about your company',
      note: 'Its register, owners, directors and documents. Changes are saved automatically.',
      isDone: !asked.has(state),
      ...(state === 'draft'
        ? { to: '/company/application', act: 'Fill in the application' }
        : { to: '/company', act: 'Answer our questions' }),
    },
    {
      title: 'We review it',
      note: 'Our staff review it, usually within a few days. They ask here if something is missing.',
      isDone: isCleared,
    },
    agreements.has('signed') && !agreements.has('sent')
      ? { title: 'Agreement', note: 'You have signed. We countersign it.', isDone: isOpen }
      : {
          title: 'Sign an agreement',
          note: 'It covers issuance of coins, conversion, or both.',
          isDone: isOpen,
          ...(agreements.has('sent') && { to: '/company/agreements', act: 'Read and sign' }),
        },
    {
      title: 'Pay money in',
      note: 'By wire, with your own reference. It is available as soon as our bank has booked it.',
      isDone: false,
      to: '/transfers/deposit',
      act: 'See how to pay in',
    },
    { title: 'Mint your first coins', note: 'They settle in about three hours.', isDone: false, to: '/supply/mint' },
  ]
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const now = steps.findIndex(({ isDone }) => !isDone)
  const [Done, Waits] = [toneIcons.done, toneIcons.waits]
  return (
    <ol className="tl">
      {steps.map(({ title, note, to, act }, i) => (
        <li
          key={title}
          className={i < now ? 'done' : i === now ? 'in progress' : 'next'}
          aria-current={i === now ? 'step' : undefined}
        >
          <span className="dot">
            {i < now && <Done className="ic" aria-hidden />}
            {i === now && <Waits className="ic" aria-hidden />}
          </span>
          <div className="t">
            <b>{title}</b>
          </div>
          <p>{note}</p>
          {i === now && to !== undefined && act !== undefined && (
            <Link className={`btn main-act sm ${style['act']}`} to={to}>
              {act}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}
