import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'

type Asked = Input<'inviteInstitution'>

const ways: readonly { value: Asked['channel']; label: string }[] = [
  { value: 'in_person', label: 'In person' },
  { value: 'introduced', label: 'Introduced by a third party' },
  { value: 'remote', label: 'Remotely' },
]

/** Invites an institution and its first administrator, by a link that works once. */
export function Invite({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>({ name: '', channel: 'remote', admin_email: '', admin_name: '' })
  const invite = useAct('inviteInstitution')
  const set = (name: keyof Asked) => (value: string) => setAsked({ ...asked, [name]: value })
  const send = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate(asked)
  }
  const { error, data } = invite
  if (data !== undefined)
    return (
      <Dialog open onlyOnce onClose={onClose} title={`${asked.name} is invited`}>
        <div className="stack">
          <OneTimeLink link={data.link} until={data.expires_at} name={asked.admin_name} />
          <p className="s13 muted">
            If the link is lost, make a new one on the page of {asked.admin_name}, under People of the institution.
          </p>
          <div className="row">
            <span className="grow" />
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title="Invite an institution">
      <form className="stack" onSubmit={send}>
        <Field label="Legal name" name="name" value={asked.name} onChange={set('name')} error={error} data-autofocus />
        <Choose
          label="Channel"
          hint="It is a factor of the institution’s risk."
          name="channel"
          value={asked.channel}
          onChange={set('channel')}
          options={ways}
          error={error}
        />
        <Field
          label="Name of its administrator"
          name="admin_name"
          value={asked.admin_name}
          onChange={set('admin_name')}
          error={error}
        />
        <Field
          label="Email of its administrator"
          name="admin_email"
          type="email"
          value={asked.admin_email}
          onChange={set('admin_email')}
          error={error}
        />
        <FormError error={error} fields={['name', 'channel', 'admin_name', 'admin_email']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={invite.isPending}>
            Invite
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
