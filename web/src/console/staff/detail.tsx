import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { type FormEvent, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Access } from '../../shared/people/access.tsx'
import { NoSuchPerson, PersonPage } from '../../shared/people/person-page.tsx'
import { RoleRequests } from '../../shared/people/role-requests.tsx'
import { conflictText, StaffRoles } from './roles.tsx'
import style from './staff.module.css'
import { isDeciding, type Person, rolesText } from './words.ts'

/** Somebody of the staff: roles, and how they get in. */
export function Page() {
  const id = usePathId()
  const staff = useCall('listStaff', {})
  return (
    <Loaded query={staff} lines={6}>
      {({ items }) => {
        const person = items.find((one) => one.id === id)
        return person === undefined ? <NoSuchPerson /> : <Detail key={person.id} person={person} />
      }}
    </Loaded>
  )
}

const accessCalls = {
  link: 'linkStaff',
  suspend: 'suspendStaff',
  reinstate: 'reinstateStaff',
  remove: 'removeStaff',
} as const

function Detail({ person }: { person: Person }) {
  const me = useMe()
  const mayEdit = mayDo(me, 'staff.edit') && me.person.id !== person.id
  return (
    <PersonPage
      person={person}
      list={{ title: 'Staff', to: '/staff' }}
      requests={
        <RoleRequests
          of={{ call: 'consoleApprovals', kind: 'staff.give_role' }}
          person={person}
          rolesText={rolesText}
        />
      }
      roles={mayEdit ? <Roles key={person.roles.join()} person={person} /> : <p>{rolesText(person.roles)}</p>}
      aboutEnd={
        mayDo(me, 'audit.read') && (
          <Link className="link" to={`/audit?person=${person.id}`}>
            Audit entries
          </Link>
        )
      }
      acts={
        mayEdit && (
          <Access person={person} decides={person.roles.some(isDeciding)} act="staff.edit" calls={accessCalls} />
        )
      }
    />
  )
}

function Roles({ person: { id, name, roles: before } }: { person: Person }) {
  const [roles, setRoles] = useState(before as readonly StaffRole[])
  const [reason, setReason] = useState('')
  const save = useAct('setStaffRoles', () => {
    // What waits for a second person is not given yet.
    setRoles(before as readonly StaffRole[])
    setReason('')
  })
  const isChanged = roles.toSorted().join() !== before.toSorted().join()
  const asked = roles.filter((role) => isDeciding(role) && !(before as readonly string[]).includes(role))
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id, roles: [...roles], reason: reason.trim() })
  }
  const isReady = roles.length > 0 && reason.trim() !== '' && conflictText(roles) === null
  return (
    <form className={`stack ${style['narrow']}`} onSubmit={send}>
      <StaffRoles isTitled roles={roles} onChange={setRoles} error={save.error} />
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
            Roles are taken at once, and {name} must sign in again.
            {asked.length > 0 && ` ${rolesText(asked)} is given once a second person has approved it.`}
          </p>
          <div className="row">
            <Button type="submit" main busy={save.isPending} disabled={!isReady}>
              Change the roles of {name}
            </Button>
            <Button onClick={() => setRoles(before as readonly StaffRole[])}>Cancel</Button>
          </div>
        </>
      )}
    </form>
  )
}
