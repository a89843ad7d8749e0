import { useState } from 'react'
import { useSandbox } from '../app/sandbox.ts'
import { Button } from '../kit/button.tsx'
import { Choose, Segment } from '../kit/form/field.tsx'
import { Loaded } from '../kit/loading.tsx'
import { sentence } from '../kit/value/states.ts'
import { CounterpartState, type State } from './counterpart-state.tsx'
import { Outcome } from './outcome.tsx'
import { useLever } from './use-lever.ts'

type Counterpart = { state: State; misbehaviours: Record<string, string> }

const names = [
  { value: 'bank', label: 'Bank' },
  { value: 'provider', label: 'Provider' },
  { value: 'lp', label: 'Venues' },
] as const

/** The state of bank, provider and venues, and their next fault. */
export function Counterparts() {
  const [name, setName] = useState<'bank' | 'provider' | 'lp'>('bank')
  const counterpart = useSandbox<Counterpart>(`counterparts/${name}`, { refetchInterval: 3_000 })
  return (
    <div className="stack">
      <Segment label="Counterpart" value={name} options={names} onChange={setName} wide />
      <Loaded query={counterpart} lines={6}>
        {({ state, misbehaviours }) => (
          <>
            <CounterpartState name={name} state={state} />
            {/* One venue has a fault at a time. */}
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
  const { pull, busy, error, outcome } = useLever()
  const act = () =>
    pull(`counterparts/${name}`, { next, ...(venue !== undefined && { venue }) }, () => ({
      text: `Next fault: ${misbehaviours[next]}.`,
    }))
  return (
    <>
      <Choose
        label={venue === undefined ? 'Next fault' : `Next fault of ${venue}`}
        name="next"
        value={next}
        onChange={setNext}
        options={Object.keys(misbehaviours).map((value) => ({ value, label: sentence(value) }))}
        hint={sentence(misbehaviours[next] ?? '')}
        error={error}
      />
      <Button wide busy={busy} onClick={act}>
        Set fault
      </Button>
      <Outcome outcome={outcome} error={error} fields={['next']} />
    </>
  )
}
