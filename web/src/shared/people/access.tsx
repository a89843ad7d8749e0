import type { ActName } from '@specie/protocol/people/acts.ts'
import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { Panel } from '../../kit/page.tsx'

type Calls = {
  link: 'linkStaff' | 'linkMember'
  suspend: 'suspendStaff' | 'suspendMember'
  reinstate: 'reinstateStaff' | 'reinstateMember'
  remove: 'removeStaff' | 'removeMember'
}

type Props = {
  person: { id: string; name: string; state: string }
  /** Has a role that takes two people: one administrator alone makes no link. */
  decides: boolean
  act: ActName
  calls: Calls
}

/** What an administrator can do about somebody's access. */
export function Access({ person: { id, name, state }, decides, act, calls }: Props) {
  const [made, setMade] = useState<Output<Calls['link']> | null>(null)
  const isStaff = calls.link === 'linkStaff'
  const mayAsk = isStaff || !decides
  const shared = { input: { id }, act, wide: true } as const
  const link = { ...shared, call: calls.link, confirm: 'Make the link', done: setMade } as const
  return (
    <Panel title="Access">
      <div className="stack">
        {made !== null && <OneTimeLink link={made.link} until={made.expires_at} name={name} />}
        {state === 'invited' && mayAsk && (
          <ActButton {...link} label="Make a new invitation" title={`New invitation for ${name}`}>
            The link of before stops working. The new one works once, for seven days.
          </ActButton>
        )}
        {state === 'active' && mayAsk && (
          <ActButton {...link} label="Let back in after a loss" title={`Let ${name} back in`}>
            For somebody who has lost every factor. The link works once, for one hour. What {name} signed in with before
            stops working then.
          </ActButton>
        )}
        {state !== 'suspended' && decides && (
          <p className="s13 muted">
            {isStaff
              ? `It takes two people to let ${name} in: you get the first half of the link, whoever approves it the second.`
              : `${name} decides on requests of others. After a loss of every factor, remove and invite ${name} again: that takes two people.`}
          </p>
        )}
        {state === 'active' && (
          <ActButton {...shared} call={calls.suspend} label="Suspend" title={`Suspend ${name}`} danger>
            At once: all sessions and tokens end. You can reinstate the person.
          </ActButton>
        )}
        {state === 'suspended' && (
          <ActButton {...shared} call={calls.reinstate} label="Reinstate" title={`Reinstate ${name}`}>
            The person can sign in again, with the roles of before.
          </ActButton>
        )}
        <ActButton {...shared} call={calls.remove} label="Remove" title={`Remove ${name}`} danger>
          For good: all sessions and tokens end. The email can be invited again.
        </ActButton>
      </div>
    </Panel>
  )
}
