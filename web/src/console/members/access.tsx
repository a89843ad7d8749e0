import { useState } from 'react'
import { ActButton } from '../../app/act-button.tsx'
import type { Output } from '../../api/call.ts'
import { OneTimeLink } from '../../kit/one-time-link.tsx'
import { Panel } from '../../kit/page.tsx'
import { useWaitingRequest, WaitingRequest } from '../waiting-request.tsx'

type Member = Output<'institutionMember'>

/** What staff can do for a person of an institution who cannot get in, or whose sessions must end. */
export function MemberAccess({ member: { id, name, state } }: { member: Member }) {
  const [made, setMade] = useState<Output<'linkInstitutionMember'> | null>(null)
  const requested = useWaitingRequest('institution.recovery')(id)
  const shared = { input: { id }, wide: true } as const
  return (
    <Panel title="Access">
      <div className="stack">
        {made !== null && <OneTimeLink made={made} name={name} />}
        {state === 'invited' && (
          <ActButton
            {...shared}
            call="linkInstitutionMember"
            act="institutions.recover"
            label="Make a new invitation"
            title={`New invitation for ${name}`}
            confirm="Make the link"
            done={setMade}
          >
            Only while the institution has no active administrator. The earlier link stops working. The new one works
            once, for seven days.
          </ActButton>
        )}
        {requested !== null && <WaitingRequest id={requested} />}
        {state === 'active' && requested === null && (
          <ActButton
            {...shared}
            call="recoverInstitutionMember"
            act="institutions.recover"
            label="Reset sign-in"
            title={`Reset the sign-in of ${name}`}
            second="institution.recovery"
            done={setMade}
          >
            For a person who has lost every sign-in factor. Call {name} back on a number that you know. You get the
            first half of a link, the person who approves it the second. The link works 24 hours after the approval, for
            three days; it ends when {name} signs in before. An administrator of the institution can do this at once.
          </ActButton>
        )}
        {state === 'active' && (
          <ActButton
            {...shared}
            call="endInstitutionMemberSessions"
            act="institutions.end_sessions"
            label="End all sessions"
            title={`End the sessions of ${name}`}
            danger
          >
            All sessions and tokens of {name} end at once. {name} can sign in again.
          </ActButton>
        )}
        <p className="s13 muted">Administrators of the institution invite, suspend and remove its people.</p>
      </div>
    </Panel>
  )
}
