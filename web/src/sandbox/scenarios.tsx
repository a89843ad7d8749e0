import { useState } from 'react'
import { useSandbox } from '../app/sandbox.ts'
import { Button } from '../kit/button.tsx'
import { Choose, Field } from '../kit/form/field.tsx'
import { Loaded } from '../kit/loading.tsx'
import { sentence } from '../kit/value/states.ts'
import { Outcome } from './outcome.tsx'
import { blanksOf, filled, isRunnable, type Scenario } from './scenario.ts'
import { useLever } from './use-lever.ts'
import style from './sandbox.module.css'

/** All scenarios of UAT, from the list of the service. */
export function Scenarios({ institution }: { institution: string }) {
  const list = useSandbox<{ scenarios: Scenario[] }>('scenarios', { refetchInterval: false })
  const [of, setOf] = useState('wire')
  const [at, setAt] = useState('0')
  return (
    <Loaded query={list} lines={5}>
      {({ scenarios }) => {
        const kinds = [...new Set(scenarios.map((one) => one.of))].toSorted()
        const some = scenarios.filter((one) => one.of === of)
        const one = some[Number(at)]
        return (
          <>
            <Choose
              label="About"
              name="of"
              value={of}
              onChange={(kind) => {
                setOf(kind)
                setAt('0')
              }}
              options={kinds.map((value) => ({ value, label: sentence(value) }))}
            />
            <Choose
              label="Scenario"
              name="scenario"
              value={at}
              onChange={setAt}
              options={some.map((scenario, i) => ({ value: String(i), label: titleOf(scenario) }))}
            />
            {one && <One key={`${of} ${at}`} scenario={one} institution={institution} />}
          </>
        )
      }}
    </Loaded>
  )
}

const titleOf = ({ state, wanted }: Scenario): string =>
  state === null ? sentence(wanted) : `${sentence(state)}: ${wanted}`

function One({ scenario, institution }: { scenario: Scenario; institution: string }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const { pull, busy, error, outcome } = useLever()
  const all = { institutionid: institution, ...values }
  const blanks = blanksOf(scenario)
  const { how } = scenario
  if (!isRunnable(how)) return <CallShown how={how} />
  const missing = blanks.some((name) => (all[name as keyof typeof all] ?? '') === '')
  const force = () => {
    const { path, body } = filled(how, all)
    pull<Record<string, unknown>>(path, body, (answer) => ({ text: `Done. The sandbox answers: ${brief(answer)}` }))
  }
  return (
    <>
      {blanks
        .filter((name) => name !== 'institutionid')
        .map((name) => (
          <Field
            key={name}
            label={name === 'code' ? 'Chain (ETH, SOL, BTC …)' : sentence(name)}
            name={name}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value.trim() })}
            error={error}
          />
        ))}
      <CallShown how={how} />
      <Button main wide busy={busy} disabled={missing} onClick={force}>
        Run scenario
      </Button>
      <Outcome outcome={outcome} error={error} fields={blanks} />
    </>
  )
}

const brief = (answer: object): string => {
  const text = JSON.stringify(answer)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** The call of a scenario, for programs. */
function CallShown({ how }: { how: Scenario['how'] }) {
  if (typeof how === 'string') return <p className="s13">{sentence(how)}.</p>
  return (
    <pre className={style['call']} tabIndex={0} aria-label="The call">
      {how.method} {how.path}
      {how.body !== undefined && `\n${JSON.stringify(how.body, null, 1)}`}
    </pre>
  )
}
