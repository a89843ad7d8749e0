import type { OwnKind } from '@specie/protocol/parties.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Field, Segment, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'

/** One person adds a party to the own list at once. */
export function AddEntryButton() {
  const [open, setOpen] = useState(false)
  if (!mayDo(useMe(), 'lists.add')) return null
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Add a party
      </Button>
      {open && <AddEntry onClose={() => setOpen(false)} />}
    </>
  )
}

const kinds: readonly { value: OwnKind; label: string }[] = [
  { value: 'company', label: 'A company' },
  { value: 'person', label: 'A person' },
  { value: 'other', label: 'Not known' },
]

const compared: Record<OwnKind, string> = {
  company: 'It is compared with names of companies only.',
  person: 'It is compared with names of people only.',
  other: 'It is compared with names of companies and of people, so that more names match.',
}

const effects = [
  { value: 'review' as const, label: 'Staff review it' },
  { value: 'refuse' as const, label: 'Refuse it' },
]

function AddEntry({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<OwnKind>('company')
  const [effect, setEffect] = useState<'review' | 'refuse'>('review')
  const [reason, setReason] = useState('')
  const add = useAct('addOwnEntry', ({ id }) => void navigate({ to: `/lists/entries/${id}` }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ name: name.trim(), kind, effect, reason: reason.trim() })
  }
  return (
    <Dialog open onClose={onClose} title="Add a party to your own list">
      <form className="stack" onSubmit={send}>
        <Field
          label="Name or wallet address"
          name="name"
          value={name}
          onChange={setName}
          maxLength={140}
          error={add.error}
          data-autofocus
        />
        <Segment label="What it names" value={kind} options={kinds} onChange={setKind} wide />
        <p className="s13 muted">{compared[kind]} A wallet address is compared as it is.</p>
        <Segment label="Effect of a match" value={effect} options={effects} onChange={setEffect} wide />
        <TextArea
          label="Reason"
          aside="kept permanently"
          name="reason"
          value={reason}
          onChange={setReason}
          error={add.error}
        />
        <Banner tone="held" title="Takes effect at once.">
          Everyone known is compared with it within minutes, and what matches waits. Two people must agree to remove it.
        </Banner>
        <FormError error={add.error} fields={['name', 'reason']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={add.isPending} disabled={name.trim() === '' || reason.trim() === ''}>
            Add to the list
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
