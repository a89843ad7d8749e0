import { useState } from 'react'
import { useSandbox } from '../app/sandbox.ts'
import { Button } from '../kit/button.tsx'
import { Choose, Segment } from '../kit/form/field.tsx'
import { Loaded } from '../kit/loading.tsx'
import { sentence } from '../kit/value/states.ts'
import { Doing, type State } from './doing.tsx'
import { Outcome } from './outcome.tsx'
import { useLever } from './use-lever.ts'

type Counterpart = { state: State; misbehaviours: Record<string, string> }

const names = [
  { value: 'bank', label: 'Bank' },
  { value: 'provider', label: 'Provider' },
  { value: 'lp', label: 'Venues' },
] as const

/** What those outside do now, and what they shall do wrong next. */
export function Counterparts() {
  const [name, setName] = useState<'bank' | 'provider' | 'lp'>('bank')
  const counterpart = useSandbox<Counterpart>(`counterparts/${name}`, { refetchInterval: 3_000 })
  return (
    <div className="stack">
      <Segment label="Who" value={name} options={names} onChange={setName} wide />
      <Loaded query={counterpart} lines={6}>
        {({ state, misbehaviours }) => (
          <>
            <Doing name={name} state={state} />
            {/* One venue misbehaves at a time. */}
            {name === 'lp' ? (
              state.venues?.map(({ venue }) => (
                <Misbehave key={venue} name={name} venue={venue} misbehaviours={misbehaviours} />
              ))
            ) : (
              <Misbehave key={name} name={name} misbehaviours={misbehaviours} />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

type Props = { name: string; venue?: string; misbehaviours: Record<string, string> }

function Misbehave({ name, venue, misbehaviours }: Props) {
  const [next, setNext] = useState(Object.keys(misbehaviours)[0] ?? '')
  const { pull, busy, error, said } = useLever()
  const act = () =>
    pull(`counterparts/${name}`, { next, ...(venue !== undefined && { venue }) }, () => ({
      text: `It will do so next: ${misbehaviours[next]}.`,
    }))
  return (
    <>
      <Choose
        label={venue === undefined ? 'Next it does wrong' : `Next ${venue} does wrong`}
        name="next"
        value={next}
        onChange={setNext}
        options={Object.keys(misbehaviours).map((value) => ({ value, label: sentence(value) }))}
        hint={sentence(misbehaviours[next] ?? '')}
        error={error}
      />
      <Button wide busy={busy} onClick={act}>
        Ask for it
      </Button>
      <Outcome said={said} error={error} fields={['next']} />
    </>
  )
}
