import { machines } from '@specie/protocol/machines.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { ReasonAct } from '../reason-act.tsx'
import type { Institution } from './institution.ts'

/** What staff can do to an institution, where its state allows it. */
export function Acts({ institution: { institutionid: id, name, state } }: { institution: Institution }) {
  const me = useMe()
  const leaving = useCall('consoleApprovals', { kind: 'institution.offboard', state: 'waiting' })
  const asked = leaving.data?.items.find(({ subject }) => subject === id)
  const events = machines.kyb_case.states[state]
  return (
    <>
      {asked !== undefined && (
        <Banner tone="waits" title={`${asked.maker.name} proposes to offboard it.`}>
          {asked.reason}{' '}
          <Link className="link" to={`/approvals/${asked.id}`}>
            Look at the request
          </Link>
        </Banner>
      )}
      {'fall_due' in events && mayDo(me, 'kyb.work') && (
        <ReasonAct call="openReview" id={id} label="Begin a review" title={`Begin a review of ${name}`} act="Begin">
          The institution confirms or corrects its data, and keeps its access until the deadline.
        </ReasonAct>
      )}
      {'suspend' in events && mayDo(me, 'institutions.suspend') && (
        <ReasonAct call="suspendInstitution" id={id} label="Suspend" title={`Suspend ${name}`} act="Suspend" danger>
          At once: its next request is refused. Two people can reinstate it.
        </ReasonAct>
      )}
      {'offboard' in events && asked === undefined && mayDo(me, 'kyb.work') && (
        <ReasonAct
          call="proposeOffboarding"
          id={id}
          label="Propose to offboard"
          title={`Offboard ${name}`}
          act="Propose"
          danger
        >
          For good, once somebody with the role MLRO approves it. Its personal data is erased when it need not be kept
          any longer.
        </ReasonAct>
      )}
    </>
  )
}
