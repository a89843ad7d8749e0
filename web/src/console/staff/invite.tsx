import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { type FormEvent, useState } from 'react'
import type { Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { RolesAsked } from '../../shared/people/roles-asked.tsx'
import { conflictText, StaffRoles } from './roles.tsx'
import style from './staff.module.css'
import { isDeciding, rolesText } from './words.ts'

type Invited = Output<'inviteStaff'> & { name: string; asked: readonly StaffRole[] }

/** Invites somebody to the staff; the link is shown once. */
export function Page() {
  const mayInvite = mayDo(useMe(), 'staff.edit')
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <>
      <PageHead title="Invite a person" crumbs={[{ title: 'Staff', to: '/staff' }]} />
      <div className={style['narrow']}>
        {!mayInvite && <Banner tone="waits">Inviting staff needs the role admin.</Banner>}
        {mayInvite && invited === null && <InviteForm onInvited={setInvited} />}
        {invited !== null && (
          <div className="stack">
            <OneTimeLink link={invited.link} until={invited.expires_at} name={invited.name} />
            <RolesAsked
              approval={invited.approval}
              name={invited.name}
              roles={rolesText(invited.asked)}
              decidedBy="another administrator or the MLRO"
            />
            <div className="row">
              <Button onClick={() => setInvited(null)}>Invite another person</Button>
              <Link className="btn" to="/staff">
                Done
              </Link>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly StaffRole[]>([])
  const [reason, setReason] = useState('')
  const asked = roles.filter(isDeciding)
  const invite = useAct('inviteStaff', (answer) => onInvited({ ...answer, name: name.trim(), asked }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ name, email, roles: [...roles], reason: reason.trim() })
  }
  const isReady = roles.length > 0 && reason.trim() !== '' && conflictText(roles) === null
  return (
    <form className="stack" onSubmit={send}>
      <Field label="Name" name="name" value={name} onChange={setName} error={invite.error} maxLength={140} required />
      <Field
        label="Email"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        error={invite.error}
        hint="The name to sign in with."
        maxLength={254}
        required
      />
      <StaffRoles roles={roles} onChange={setRoles} error={invite.error} />
      <TextArea
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        error={invite.error}
        hint="Kept in the audit log."
        required
      />
      <FormError error={invite.error} fields={['name', 'email', 'roles', 'reason']} />
      <p className="s13 muted">
        You get a link to hand over. It works once, for seven days. Nothing is sent by email.
        {asked.length > 0 &&
          ` For ${rolesText(asked)} a second person is asked, twice: for the link, of which you get the first half, and for the roles.`}
      </p>
      <div className="row">
        <Button type="submit" main busy={invite.isPending} disabled={!isReady}>
          Make the link
        </Button>
        <Link className="btn" to="/staff">
          Cancel
        </Link>
      </div>
    </form>
  )
}
