import { machines } from '@specie/protocol/machines.ts'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { ActButton } from '../../app/act-button.tsx'
import type { Institution } from './institution.ts'

/** What staff can do in the current state of an institution. */
export function Acts({ institution: { institutionid: id, name, state } }: { institution: Institution }) {
  const leaving = useCall('consoleApprovals', { kind: 'institution.offboard', state: 'waiting' })
  const waiting = leaving.data?.items.find(({ subject }) => subject === id)
  const events = machines.kyb_case.states[state]
  return (
    <>
      {waiting !== undefined && (
        <Banner tone="waits" title={`${waiting.maker.name} has requested to offboard it.`}>
          {waiting.reason}{' '}
          <Link className="link" to={`/approvals/${waiting.id}`}>
            See the request
          </Link>
        </Banner>
      )}
      {'fall_due' in events && (
        <ActButton
          call="openReview"
          input={{ id }}
          label="Begin a review"
          title={`Begin a review of ${name}`}
          act="kyb.work"
          confirm="Begin"
          wide
        >
          The institution confirms or corrects its data. It keeps its access until the deadline.
        </ActButton>
      )}
      {'suspend' in events && (
        <ActButton
          call="suspendInstitution"
          input={{ id }}
          label="Suspend"
          title={`Suspend ${name}`}
          act="institutions.suspend"
          danger
          wide
        >
          Takes effect at once. The service refuses its next request. Two people can reinstate it.
        </ActButton>
      )}
      {'offboard' in events && waiting === undefined && (
        <ActButton
          call="proposeOffboarding"
          input={{ id }}
          label="Request to offboard"
          title={`Offboard ${name}`}
          act="kyb.work"
          danger
          wide
          second="institution.offboard"
        >
          Cannot be undone. Its personal data is erased when its retention period ends.
        </ActButton>
      )}
    </>
  )
}
