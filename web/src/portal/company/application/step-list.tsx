import { IconCheck } from '@tabler/icons-react'
import { type Company, isOpen, stepOf, type StepKey, steps } from '../words.ts'
import style from './application.module.css'

type Props = { company: Company; current: StepKey; onChoose: (step: StepKey) => void }

/** The steps of the application, each with its open requirements. */
export function StepList({ company, current, onChoose }: Props) {
  return (
    <nav aria-label="Steps of the application">
      <ol className={style['steps']}>
        {steps.map(({ key, title }, i) => {
          const missing = company.requirements.filter(
            (one) => isOpen(one) && (key === 'review' ? false : stepOf(one) === key),
          ).length
          const isDone = key !== 'review' && missing === 0
          return (
            <li key={key}>
              <button type="button" aria-current={key === current ? 'step' : undefined} onClick={() => onChoose(key)}>
                <span className={isDone ? `${style['dot']} ${style['done']}` : style['dot']}>
                  {isDone ? <IconCheck className="ic" aria-hidden /> : <span aria-hidden>{i + 1}</span>}
                </span>
                <span className={style['name']}>
                  {title}
                  <small>{key === 'review' ? null : isDone ? 'Complete' : `${missing} missing`}</small>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
