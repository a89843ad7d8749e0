import { type FormEvent, useState } from 'react'
import type { Input, Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { conflictText, type People, rolesText, useDeciding } from './people.ts'
import style from './people.module.css'
import { RolesField } from './roles.tsx'

type Invited = Output<'inviteStaff' | 'inviteMember'> & { name: string; deciding: readonly string[] }

/** Invites a person; the link is shown once. */
export function InvitePerson({ of }: { of: People }) {
  const mayInvite = mayDo(useMe(), of.edit)
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <>
      <PageHead title="Invite a person" crumbs={[{ title: of.title, to: of.path }]} />
      <div className={style['narrow']}>
        {!mayInvite && <Banner tone="waits">{of.inviter} invites people.</Banner>}
        {mayInvite && invited === null && <InviteForm of={of} onInvited={setInvited} />}
        {invited !== null && (
          <div className="stack">
            <OneTimeLink made={invited} name={invited.name} />
            <RolesRequested of={of} invited={invited} />
            <div className="row">
              <Button onClick={() => setInvited(null)}>Invite another person</Button>
              <Link className="btn" to={of.path}>
                Done
              </Link>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** The roles that a second person must approve. */
function RolesRequested({ of, invited: { approval, name, deciding } }: { of: People; invited: Invited }) {
  if (approval === null) return null
  return (
    <Banner tone="waits" title="A second approver must decide.">
      {rolesText(deciding)} is given once {name} has accepted and {of.approver} has approved{' '}
      <Link className="link" to={`/approvals/${approval}`}>
        the {deciding.length === 1 ? 'role' : 'roles'}
      </Link>
      .
    </Banner>
  )
}

function InviteForm({ of, onInvited }: { of: People; onInvited: (invited: Invited) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const needsReason = of.side === 'staff'
  const deciding = roles.filter(useDeciding(of.side))
  const invite = useAct(of.calls.invite, (answer) => onInvited({ ...answer, name: name.trim(), deciding }))
  const { error } = invite
  const send = (event: FormEvent) => {
    event.preventDefault()
    const input = { name, email, roles, ...(needsReason && { reason: reason.trim() }) }
    invite.mutate(input as Input<People['calls']['invite']>)
  }
  const isReady = roles.length > 0 && (!needsReason || reason.trim() !== '') && conflictText(of.side, roles) === null
  return (
    <form className="stack" onSubmit={send}>
      <Field label="Name" name="name" value={name} onChange={setName} error={error} maxLength={140} required />
      <Field
        label="Email"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        error={error}
        hint="The name to sign in with."
        maxLength={254}
        required
      />
      <RolesField of={of} roles={roles} onChange={setRoles} error={error} />
      {needsReason && (
        <TextArea
          label="Reason"
          name="reason"
          value={reason}
          onChange={setReason}
          error={error}
          hint="Kept in the audit log."
          required
        />
      )}
      <FormError error={error} fields={['name', 'email', 'roles', 'reason']} />
      <p className="s13 muted">
        You get a link to hand over. It works once, for seven days. We send no email.
        {deciding.length > 0 && ` ${of.inviteNote(rolesText(deciding))}`}
      </p>
      <div className="row">
        <Button type="submit" main busy={invite.isPending} disabled={!isReady}>
          Make the link
        </Button>
        <Link className="btn" to={of.path}>
          Cancel
        </Link>
      </div>
    </form>
  )
}
