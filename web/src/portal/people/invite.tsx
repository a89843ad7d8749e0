import type { InstitutionRole } from '@specie/protocol/people/roles.ts'
import { type FormEvent, useState } from 'react'
import type { Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { RolesAsked } from '../../shared/people/roles-asked.tsx'
import style from './people.module.css'
import { MemberRoles } from './roles.tsx'
import { useDeciding } from './use-deciding.ts'

/** Invites somebody; the link is shown once. */
export function Page() {
  const me = useMe()
  const [invited, setInvited] = useState<(Output<'inviteMember'> & { name: string }) | null>(null)
  return (
    <>
      <PageHead title="Invite a person" crumbs={[{ title: 'People', to: '/people' }]} />
      <div className={style['narrow']}>
        {!mayDo(me, 'members.edit') && (
          <Banner tone="waits">An administrator of your institution invites people.</Banner>
        )}
        {mayDo(me, 'members.edit') && invited === null && <InviteForm onInvited={setInvited} />}
        {invited !== null && (
          <div className="stack">
            <OneTimeLink link={invited.link} until={invited.expires_at} name={invited.name} />
            <RolesAsked approval={invited.approval} name={invited.name} roles="Approver" decidedBy="an approver" />
            <div className="row">
              <Button onClick={() => setInvited(null)}>Invite another person</Button>
              <Link className="btn" to="/people">
                Done
              </Link>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

function InviteForm({ onInvited }: { onInvited: (invited: Output<'inviteMember'> & { name: string }) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly InstitutionRole[]>([])
  const isDeciding = useDeciding()
  const invite = useAct('inviteMember', (answer) => onInvited({ ...answer, name: name.trim() }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ name, email, roles: [...roles] })
  }
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
      <MemberRoles roles={roles} onChange={setRoles} error={invite.error} />
      <FormError error={invite.error} fields={['name', 'email', 'roles']} />
      <p className="s13 muted">
        You get a link to hand over. It works once, for seven days. Nothing is sent by email.
        {roles.some(isDeciding) && ' For the role Approver a second person is asked too.'}
      </p>
      <div className="row">
        <Button type="submit" main busy={invite.isPending} disabled={roles.length === 0}>
          Make the link
        </Button>
        <Link className="btn" to="/people">
          Cancel
        </Link>
      </div>
    </form>
  )
}
