import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { Panel } from '../../kit/page.tsx'
import { ReasonAct } from '../reason-act.tsx'
import { isDeciding, type Person } from './words.ts'

/** What an administrator can do about somebody's access. */
export function StaffActs({ person: { id, name, state, roles } }: { person: Person }) {
  const [made, setMade] = useState<Output<'linkStaff'> | null>(null)
  const isInvited = state === 'invited'
  const decides = roles.some(isDeciding)
  return (
    <Panel title="Access">
      <div className="stack">
        {made !== null && <OneTimeLink link={made.link} until={made.expires_at} name={name} />}
        {isInvited && (
          <ReasonAct
            call="linkStaff"
            id={id}
            label="Make a new invitation"
            title={`New invitation for ${name}`}
            act="Make the link"
            done={setMade}
          >
            The link of before stops working. The new one works once, for seven days.
          </ReasonAct>
        )}
        {state === 'active' && !decides && (
          <ReasonAct
            call="linkStaff"
            id={id}
            label="Let back in after a loss"
            title={`Let ${name} back in`}
            act="Make the link"
            done={setMade}
          >
            For somebody who has lost every factor. The link works once, for one hour. What {name} signed in with before
            stops working then.
          </ReasonAct>
        )}
        {state === 'active' && decides && (
          <p className="s13 muted">
            {name} decides on requests of others. After a loss of every factor, remove and invite {name} again: that
            takes two people.
          </p>
        )}
        {state === 'active' && (
          <ReasonAct call="suspendStaff" id={id} label="Suspend" title={`Suspend ${name}`} act="Suspend" danger>
            At once: all sessions and tokens end. You can reinstate the person.
          </ReasonAct>
        )}
        {state === 'suspended' && (
          <ReasonAct call="reinstateStaff" id={id} label="Reinstate" title={`Reinstate ${name}`} act="Reinstate">
            The person can sign in again, with the roles of before.
          </ReasonAct>
        )}
        <ReasonAct call="removeStaff" id={id} label="Remove" title={`Remove ${name}`} act="Remove" danger>
          For good: all sessions and tokens end. The email can be invited again.
        </ReasonAct>
      </div>
    </Panel>
  )
}
