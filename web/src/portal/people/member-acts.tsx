import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import type { RowOf } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { Panel } from '../../kit/page.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'

export type Member = RowOf<'listMembers'>

/** What an administrator can do about somebody's access. */
export function MemberActs({ member: { id, name, state } }: { member: Member }) {
  const [made, setMade] = useState<Output<'linkMember'> | null>(null)
  const shared = { input: { id }, act: 'members.edit', wide: true } as const
  const link = { ...shared, call: 'linkMember', confirm: 'Make the link', done: setMade } as const
  return (
    <Panel title="Access">
      <div className="stack">
        {made !== null && <OneTimeLink link={made.link} until={made.expires_at} name={name} />}
        {state === 'invited' && (
          <ActButton {...link} label="Make a new invitation" title={`New invitation for ${name}`}>
            The link of before stops working. The new one works once, for seven days.
          </ActButton>
        )}
        {state === 'active' && (
          <ActButton {...link} label="Let back in after a loss" title={`Let ${name} back in`}>
            For somebody who has lost every factor. The link works once, for one hour. What {name} signed in with before
            stops working then.
          </ActButton>
        )}
        {state === 'active' && (
          <ActButton {...shared} call="suspendMember" label="Suspend" title={`Suspend ${name}`} danger>
            At once: all sessions and tokens end. You can reinstate the person.
          </ActButton>
        )}
        {state === 'suspended' && (
          <ActButton {...shared} call="reinstateMember" label="Reinstate" title={`Reinstate ${name}`}>
            The person can sign in again, with the roles of before.
          </ActButton>
        )}
        <ActButton {...shared} call="removeMember" label="Remove" title={`Remove ${name}`} danger>
          For good: all sessions and tokens end. The email can be invited again.
        </ActButton>
      </div>
    </Panel>
  )
}
