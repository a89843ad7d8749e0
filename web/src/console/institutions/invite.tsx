import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'

type Invitation = Input<'inviteInstitution'>

const channels: readonly { value: Invitation['channel']; label: string }[] = [
  { value: 'in_person', label: 'In person' },
  { value: 'introduced', label: 'Introduced by a third party' },
  { value: 'remote', label: 'Remotely' },
]

/** Invites an institution and its first administrator, by a link that works once. */
export function Invite({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation>({
    name: '',
    channel: 'remote',
    admin_email: '',
    admin_name: '',
  })
  const invite = useAct('inviteInstitution')
  const set = (name: keyof Invitation) => (value: string) => setInvitation({ ...invitation, [name]: value })
  const send = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate(invitation)
  }
  const { error, data } = invite
  if (data !== undefined)
    return (
      <Dialog open onlyOnce onClose={onClose} title={`${invitation.name} is invited`}>
        <div className="stack">
          <OneTimeLink made={data} name={invitation.admin_name} />
          <p className="s13 muted">
            If the link is lost, make a new one on the page of {invitation.admin_name}, under People of the institution.
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
        <Field
          label="Legal name"
          name="name"
          value={invitation.name}
          onChange={set('name')}
          error={error}
          data-autofocus
        />
        <Choose
          label="Channel"
          hint="It is one factor in the risk rating of the institution."
          name="channel"
          value={invitation.channel}
          onChange={set('channel')}
          options={channels}
          error={error}
        />
        <Field
          label="Name of its administrator"
          name="admin_name"
          value={invitation.admin_name}
          onChange={set('admin_name')}
          error={error}
        />
        <Field
          label="Email of its administrator"
          name="admin_email"
          type="email"
          value={invitation.admin_email}
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
