import { heldKinds, holdReasonWords, reviewReasons } from '@specie/protocol/holds.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field, Segment } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Facts } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'

type Whose = { id: string; name: string }
type On = { id: string; title: string }
type Props = { institution?: Whose; on?: On; wide?: boolean }

/** One person places a hold at once. */
export function PlaceHoldButton({ wide = false, ...props }: Props) {
  const [open, setOpen] = useState(false)
  if (!mayDo(useMe(), 'holds.place')) return null
  return (
    <>
      <Button danger={wide} wide={wide} onClick={() => setOpen(true)}>
        Place a hold
      </Button>
      {open && <PlaceHold {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const isHeldKind = (kind: string): boolean => (heldKinds as readonly string[]).includes(kind)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const targets = [
  { value: 'next', label: 'The next one' },
  { value: 'id', label: 'One by its id' },
] as const

function PlaceHold({ institution, on, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const [whose, setWhose] = useState(institution?.id ?? '')
  const [target, setTarget] = useState<'next' | 'id'>(on === undefined ? 'next' : 'id')
  const [kind, setKind] = useState<string>('withdrawal')
  const [id, setId] = useState(on?.id ?? '')
  const [reason, setReason] = useState<string>(reviewReasons[0])
  const place = useAct('placeHold')
  const isId = uuid.test(id.trim())
  // The id tells the institution.
  const isAsked = target === 'id' && isId && !on
  const found = useCall('consoleSearch', { q: id.trim() }, { enabled: isAsked, refetchInterval: false })
  const thing = isAsked ? found.data?.items.find((one) => isHeldKind(one.kind)) : undefined
  const owner = institution?.id ?? (target === 'id' ? (thing?.institution?.id ?? '') : whose)
  const { error, data } = place
  const send = (event: FormEvent) => {
    event.preventDefault()
    const object = target === 'id' ? id.trim() : `next ${kind}`
    place.mutate({ institutionid: owner, on: object, reason } as Input<'placeHold'>)
  }
  if (data !== undefined)
    return (
      <Dialog open onClose={onClose} title="The hold is placed">
        <div className="stack">
          <Banner tone={data.status === 'held' ? 'held' : 'waits'} title={outcome[data.status]}>
            {data.irrevocable ?? 'It stays until two people end it.'}
          </Banner>
          <div className="row">
            <span className="grow" />
            <Button onClick={onClose}>Close</Button>
            <Button main onClick={() => void navigate({ to: `/holds/${data.holdid}` })}>
              Open the hold
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={institution ? `Place a hold on ${institution.name}` : 'Place a hold'}>
      <form className="stack" onSubmit={send}>
        {on === undefined && (
          <Segment label="What is held" value={target} options={targets} onChange={setTarget} wide />
        )}
        {on !== undefined && <Facts rows={[['What is held', on.title]]} />}
        {target === 'next' && !institution && <Institution value={whose} onChange={setWhose} error={error} />}
        {target === 'next' && (
          <Choose
            label="Kind"
            name="on"
            value={kind}
            onChange={setKind}
            options={heldKinds.map((value) => ({ value, label: `The next ${value}` }))}
            error={error}
          />
        )}
        {target === 'id' && on === undefined && (
          <Field
            label="Id"
            name="on"
            spellCheck={false}
            value={id}
            onChange={setId}
            error={error}
            problem={
              isAsked && found.data !== undefined && !thing ? 'No transaction that can be held has this id.' : null
            }
            hint="The id of a mint, redemption, withdrawal, deposit, wire, rail or payment."
            data-autofocus
          />
        )}
        {thing !== undefined && (
          <Facts
            rows={[
              ['What is held', thing.title],
              ['Institution', thing.institution?.name ?? 'none yet'],
            ]}
          />
        )}
        <Choose
          label="Reason"
          name="reason"
          value={reason}
          onChange={setReason}
          options={reviewReasons.map((value) => ({ value, label: sentence(holdReasonWords[value]) }))}
          error={error}
        />
        <Banner tone="held" title="Takes effect at once.">
          Nothing moves until two people release or reject the hold. A transaction that has left cannot be stopped; the
          page then says so. The client sees that it is under review; the API shows the reason too.
        </Banner>
        <FormError error={error} fields={['on', 'reason', 'institutionid']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main danger busy={place.isPending} disabled={owner === ''}>
            Place the hold
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const outcome = {
  held: 'Everything is stopped.',
  partly: 'Only later steps are stopped.',
  too_late: 'The hold came too late to stop it, and applies only to returned money.',
} as const

type InstitutionProps = { value: string; onChange: (id: string) => void; error: ReturnType<typeof useAct>['error'] }

function Institution({ value, onChange, error }: InstitutionProps) {
  const list = useCall('institutions', { limit: '500' }, { refetchInterval: false })
  const options = list.data?.items.map(({ institutionid, name }) => ({ value: institutionid, label: name })) ?? []
  return (
    <Choose
      label="Institution"
      name="institutionid"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'Choose one' }, ...options]}
      error={error}
    />
  )
}
