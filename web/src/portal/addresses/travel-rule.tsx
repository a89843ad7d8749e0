import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import type { Address } from './words.ts'

/** Asks for the travel address of a hosted wallet. */
export function TravelRule({ address: { addressid: id, vasp } }: { address: Address }) {
  const [travelAddress, setTravelAddress] = useState('')
  const complete = useAct('completeTravelRule')
  const send = (event: FormEvent) => {
    event.preventDefault()
    complete.mutate({ id, travel_address: travelAddress.trim() })
  }
  return (
    <Section title="Add Travel Rule data">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">
          By law we must tell {vasp} who sends coins there, and to whom. For that we need its travel address.
        </p>
        <Field
          label="Travel address"
          name="travel_address"
          spellCheck={false}
          value={travelAddress}
          onChange={setTravelAddress}
          placeholder="ta…"
          hint="The provider shows it with your deposit address; its support knows it too."
          error={complete.error}
        />
        <FormError error={complete.error} fields={['travel_address']} />
        <div>
          <Button type="submit" main busy={complete.isPending} disabled={travelAddress.trim() === ''}>
            Add travel address
          </Button>
        </div>
      </form>
    </Section>
  )
}
