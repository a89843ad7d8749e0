import { Badge } from '../../kit/value/badge.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import style from './page.module.css'
import { requirementWord } from '../../shared/company-words.ts'
import { type Company, isEditable, type Requirement, stepOf, steps, type StepKey } from './words.ts'

const groups: readonly { state: Requirement['state']; title: string; note: string; tone: Tone; word: string }[] = [
  { state: 'past_due', title: 'Past due', note: 'The deadline has passed.', tone: 'broken', word: 'Past due' },
  { state: 'due', title: 'Due now', note: 'Needed before the next step.', tone: 'waits', word: 'Due' },
  { state: 'later', title: 'Later', note: 'It expires soon. Upload a new one.', tone: 'quiet', word: 'Later' },
  {
    state: 'being_checked',
    title: 'Being checked',
    note: 'Our team is reviewing it. You do not need to do anything.',
    tone: 'waits',
    word: 'Being checked',
  },
]

/** The open requirements of the company, the most urgent first. */
export function Requirements({ company }: { company: Company }) {
  const shown = groups
    .map((group) => ({ ...group, lines: linesOf(company, group.state) }))
    .filter(({ lines }) => lines.length > 0)
  const met = company.requirements.filter(({ state }) => state === 'met').length
  const isAsked = company.requests.some(({ answered_at }) => answered_at === null)
  if (shown.length === 0 && !isAsked)
    return (
      <Section title="Requirements">
        <Empty title="No open requirements.">
          {met > 0 && `All ${met} requirements are met. A new one appears here with its deadline.`}
        </Empty>
      </Section>
    )
  return (
    <>
      {shown.map(({ state, title, note, tone, word, lines }) => (
        <Section key={state} title={title} note={note}>
          <ul className={style['needs']}>
            {lines.map((line) => (
              <li key={line.key}>
                <div className={style['needText']}>
                  <b>{line.title}</b>
                  <p className="s13 muted">{line.why}</p>
                </div>
                <div className={style['needEnd']}>
                  {line.deadline === null ? (
                    <Badge tone={tone}>{word}</Badge>
                  ) : (
                    <Badge tone={tone}>
                      {state === 'past_due' ? 'was due' : 'due'} <Time at={line.deadline} day />
                    </Badge>
                  )}
                  {line.step !== null && isEditable(company) && state !== 'being_checked' && (
                    <Link className="link s13" to={`/company/application?step=${line.step}`}>
                      Go there<span className="vh">: {line.title}</span>
                    </Link>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      {met > 0 && (
        <p className={`s13 muted ${style['met']}`}>
          {met === 1 ? '1 other requirement is met.' : `${met} other requirements are met.`}
        </p>
      )}
    </>
  )
}

type Line = { key: string; title: string; why: string; deadline: string | null; step: StepKey | null }

/** The fields of one step become one line. */
function linesOf({ requirements, persons }: Company, state: Requirement['state']): Line[] {
  const inState = requirements.filter((one) => one.state === state && one.request_id === null)
  const [fields, others] = [inState.filter(isField), inState.filter((one) => !isField(one))]
  const ofFields = steps.flatMap(({ key, title }) => {
    const here = fields.filter((one) => stepOf(one) === key)
    if (here.length === 0) return []
    const words = here.map((one) => requirementWord(one, persons)).join(', ')
    return [{ key, title, why: words, deadline: null, step: key }]
  })
  const ofOthers = others.map((one) => ({
    key: `${one.code} ${one.person_id ?? one.request_id ?? ''}`,
    title: requirementWord(one, persons),
    why: one.why.replace('; `without_owner` confirms that there is none', ', or confirm that there is none'),
    deadline: one.deadline,
    step: stepOf(one),
  }))
  return [...ofFields, ...ofOthers]
}

const isField = ({ code }: Requirement): boolean => code.startsWith('entity.')
