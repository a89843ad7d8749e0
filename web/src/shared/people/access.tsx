import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { Panel } from '../../kit/page.tsx'
import { type People, type Person, useDeciding } from './people.ts'

/** What an administrator can do about the access of a person. */
export function Access({ of, person: { id, name, state, roles } }: { of: People; person: Person }) {
  const [made, setMade] = useState<Output<'linkStaff' | 'linkMember'> | null>(null)
  const isDeciding = useDeciding(of.side)
  const needsTwo = roles.some(isDeciding)
  // In an institution the person is removed and invited again instead.
  const mayLink = of.side === 'staff' || !needsTwo
  const shared = { input: { id }, act: of.edit, wide: true } as const
  const link = { ...shared, call: of.calls.link, confirm: 'Make the link', done: setMade } as const
  return (
    <Panel title="Access">
      <div className="stack">
        {made !== null && <OneTimeLink made={made} name={name} />}
        {state === 'invited' && mayLink && (
          <ActButton {...link} label="Make a new invitation" title={`New invitation for ${name}`}>
            The earlier link stops working. The new one works once, for seven days.
          </ActButton>
        )}
        {state === 'active' && mayLink && (
          <ActButton {...link} label="Reset sign-in" title={`Reset the sign-in of ${name}`}>
            For a person who has lost every sign-in factor. The link works once, for one hour. When {name} uses it, the
            earlier factors stop working.
          </ActButton>
        )}
        {state !== 'suspended' && needsTwo && <p className="s13 muted">{of.linkNote(name)}</p>}
        {state === 'active' && (
          <ActButton {...shared} call={of.calls.suspend} label="Suspend" title={`Suspend ${name}`} danger>
            All sessions and tokens end at once. You can reinstate the person.
          </ActButton>
        )}
        {state === 'suspended' && (
          <ActButton {...shared} call={of.calls.reinstate} label="Reinstate" title={`Reinstate ${name}`}>
            The person can sign in again, with the same roles.
          </ActButton>
        )}
        <ActButton {...shared} call={of.calls.remove} label="Remove" title={`Remove ${name}`} danger>
          All sessions and tokens end permanently. You can invite the email again.
        </ActButton>
      </div>
    </Panel>
  )
}
