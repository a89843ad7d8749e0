import type { InstitutionRole } from '@specie/protocol/people/roles.ts'
import { usePathId } from '../../kit/url-state.ts'
import { type FormEvent, useState } from 'react'
import { type RowOf, useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Access } from '../../shared/people/access.tsx'
import { NoSuchPerson, PersonPage } from '../../shared/people/person-page.tsx'
import { RoleRequests } from '../../shared/people/role-requests.tsx'
import style from './people.module.css'
import { MemberRoles } from './roles.tsx'
import { useDeciding } from './use-deciding.ts'

type Member = RowOf<'listMembers'>

const rolesText = (roles: readonly string[]): string =>
  roles.length === 0 ? 'none yet' : roles.map(sentence).join(', ')

const accessCalls = {
  link: 'linkMember',
  suspend: 'suspendMember',
  reinstate: 'reinstateMember',
  remove: 'removeMember',
} as const

/** One person of the institution: roles, and how they get in. */
export function Page() {
  const id = usePathId()
  const members = useCall('listMembers', {})
  return (
    <Loaded query={members} lines={6}>
      {({ items }) => {
        const member = items.find((one) => one.id === id)
        return member === undefined ? <NoSuchPerson /> : <Detail key={member.id} member={member} />
      }}
    </Loaded>
  )
}

function Detail({ member }: { member: Member }) {
  const me = useMe()
  const isDeciding = useDeciding()
  const mayEdit = mayDo(me, 'members.edit') && me.person.id !== member.id
  return (
    <PersonPage
      person={member}
      list={{ title: 'People', to: '/people' }}
      requests={
        <RoleRequests of={{ call: 'portalApprovals', kind: 'member.approver' }} person={member} rolesText={rolesText} />
      }
      roles={mayEdit ? <Roles key={member.roles.join()} member={member} /> : <p>{rolesText(member.roles)}</p>}
      acts={
        mayEdit && (
          <Access person={member} decides={member.roles.some(isDeciding)} act="members.edit" calls={accessCalls} />
        )
      }
    />
  )
}

function Roles({ member: { id, name, roles: before } }: { member: Member }) {
  const [roles, setRoles] = useState(before as readonly InstitutionRole[])
  const [reason, setReason] = useState('')
  const isDeciding = useDeciding()
  const save = useAct('setMemberRoles', () => {
    // What waits for a second person is not given yet.
    setRoles(before as readonly InstitutionRole[])
    setReason('')
  })
  const isChanged = roles.toSorted().join() !== before.toSorted().join()
  const asked = roles.filter((role) => isDeciding(role) && !(before as readonly string[]).includes(role))
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id, roles: [...roles], reason: reason.trim() })
  }
  return (
    <form className={`stack ${style['narrow']}`} onSubmit={send}>
      <MemberRoles isTitled roles={roles} onChange={setRoles} error={save.error} />
      {isChanged && (
        <>
          <TextArea
            label="Reason"
            name="reason"
            value={reason}
            onChange={setReason}
            error={save.error}
            hint="Kept in the audit log."
            required
          />
          <FormError error={save.error} fields={['roles', 'reason']} />
          <p className="s13 muted">
            Takes effect at once. {name} must sign in again.
            {asked.length > 0 && ` ${rolesText(asked)} is given once an approver has agreed.`}
          </p>
          <div className="row">
            <Button type="submit" main busy={save.isPending} disabled={roles.length === 0 || reason.trim() === ''}>
              Change the roles of {name}
            </Button>
            <Button onClick={() => setRoles(before as readonly InstitutionRole[])}>Cancel</Button>
          </div>
        </>
      )}
    </form>
  )
}
