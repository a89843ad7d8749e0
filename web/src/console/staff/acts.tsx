import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { Panel } from '../../kit/page.tsx'
import { ActButton } from '../act-button.tsx'
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
          <ActButton
            call="linkStaff"
            input={{ id }}
            label="Make a new invitation"
            title={`New invitation for ${name}`}
            act="staff.edit"
            confirm="Make the link"
            done={setMade}
            wide
          >
            The link of before stops working. The new one works once, for seven days.
          </ActButton>
        )}
        {state === 'active' && !decides && (
          <ActButton
            call="linkStaff"
            input={{ id }}
            label="Let back in after a loss"
            title={`Let ${name} back in`}
            act="staff.edit"
            confirm="Make the link"
            done={setMade}
            wide
          >
            For somebody who has lost every factor. The link works once, for one hour. What {name} signed in with before
            stops working then.
          </ActButton>
        )}
        {state === 'active' && decides && (
          <p className="s13 muted">
            {name} decides on requests of others. After a loss of every factor, remove and invite {name} again: that
            takes two people.
          </p>
        )}
        {state === 'active' && (
          <ActButton
            call="suspendStaff"
            input={{ id }}
            label="Suspend"
            title={`Suspend ${name}`}
            act="staff.edit"
            danger
            wide
          >
            At once: all sessions and tokens end. You can reinstate the person.
          </ActButton>
        )}
        {state === 'suspended' && (
          <ActButton
            call="reinstateStaff"
            input={{ id }}
            label="Reinstate"
            title={`Reinstate ${name}`}
            act="staff.edit"
            wide
          >
            The person can sign in again, with the roles of before.
          </ActButton>
        )}
        <ActButton
          call="removeStaff"
          input={{ id }}
          label="Remove"
          title={`Remove ${name}`}
          act="staff.edit"
          danger
          wide
        >
          For good: all sessions and tokens end. The email can be invited again.
        </ActButton>
      </div>
    </Panel>
  )
}
