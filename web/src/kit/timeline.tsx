import { drawnSteps, type DrawnStep, type Kind, type Reached } from './timeline-steps.ts'
import { type Tone, toneIcons } from './value/states.ts'
import { Time } from './value/time.tsx'

type Props<S extends string> = { kind: Kind<S>; reached: readonly Reached<S>[] }

/** The way of one thing: its steps so far, the current one, and in grey those that are still to come. */
export function Timeline<S extends string>({ kind, reached }: Props<S>) {
  return (
    <ol className="tl">
      {drawnSteps(kind, reached).map((step) => (
        <li key={step.key} className={classOf(step)} aria-current={step.isCurrent ? 'step' : undefined}>
          <Dot tone={step.tone} />
          <div className="t">
            <b>{step.title}</b>
            {step.at !== null && <Time at={step.at} />}
            {step.due !== null && (
              <span className="at">
                due <Time at={step.due} />
              </span>
            )}
          </div>
          <p>{step.note}</p>
        </li>
      ))}
    </ol>
  )
}

const classOf = ({ tone, isOpen }: DrawnStep): string => (tone === null ? 'next' : isOpen ? `${tone} now` : tone)

function Dot({ tone }: { tone: Tone | null }) {
  const Icon = tone === null ? null : toneIcons[tone]
  return <span className="dot">{Icon && <Icon className="ic" aria-hidden />}</span>
}
