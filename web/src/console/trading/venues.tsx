import { type FormEvent, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { InstitutionField } from '../institution-field.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { InstitutionLink } from '../institution-link.tsx'

/** Registered venues, with the inventory that each uses. */
export function Venues() {
  const [adding, setAdding] = useState(false)
  const venues = useCall('venues', {})
  const may = mayDo(useMe(), 'trading.propose')
  return (
    <Section
      title="Venues"
      end={
        may && (
          <Button small onClick={() => setAdding(true)}>
            Register a venue
          </Button>
        )
      }
    >
      <Loaded query={venues}>
        {({ items }) => (
          <SmallTable
            name="Venues"
            rows={items}
            rowKey={({ name }) => name}
            empty="Only our own desk makes prices. A venue appears here when two people have registered it."
            columns={[
              ['Venue', ({ name }) => name],
              [
                'Inventory of',
                ({ institutionid, institution }) => <InstitutionLink id={institutionid} name={institution} />,
              ],
              ['Since', ({ created_at }) => <Time at={created_at} />],
            ]}
          />
        )}
      </Loaded>
      {adding && <Propose onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Propose({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [institutionid, setInstitution] = useState('')
  const [reason, setReason] = useState('')
  const propose = useAct('proposeVenueRegister', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ name: name.trim(), institutionid, reason: reason.trim() })
  }
  const { error, isPending } = propose
  return (
    <Dialog open onClose={onClose} title="Register a venue">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">Orders are filled at its quotes too, from the balance of the institution.</p>
        <Field
          label="Name"
          name="name"
          value={name}
          onChange={setName}
          error={error}
          hint="As in the setting LIQUIDITY."
        />
        <InstitutionField
          label="Institution of its inventory"
          name="institutionid"
          value={institutionid}
          onChange={setInstitution}
          error={error}
        />
        <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={error} />
        <FormError error={error} fields={['name', 'institutionid', 'reason']} />
        <SecondPersonNote kind="venue.register" />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            main
            busy={isPending}
            disabled={name.trim() === '' || institutionid === '' || reason.trim() === ''}
          >
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
