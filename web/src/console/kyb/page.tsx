import { IconDownload } from '@tabler/icons-react'
import { fileAddress } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { useVisit } from '../use-visit.ts'
import { CaseHistory } from './case-history.tsx'
import { Decision } from './decision.tsx'
import { Documents } from './documents.tsx'
import { Entity } from './entity.tsx'
import { NextStep } from '../next-step.tsx'
import { Persons } from './persons.tsx'
import { Requests } from './requests.tsx'
import { Requirements } from './requirements.tsx'
import { Risk } from './risk.tsx'
import { Screening } from './screening.tsx'
import type { KybCase } from './kyb-case.ts'
import { institutionCrumbs } from '../institution-link.tsx'

/** One case with all its data, and the decision. */
export function Page() {
  const id = usePathId()
  const visit = useVisit()
  const found = useCall('kybCase', { id, visit })
  return <Loaded query={found}>{(data) => <Case found={data} />}</Loaded>
}

function Case({ found }: { found: KybCase }) {
  const { institutionid, name, state, channel, submitted_at, erased } = found
  return (
    <>
      <PageHead
        title={`KYB of ${name}`}
        crumbs={institutionCrumbs(institutionid, name)}
        badge={<StateBadge state={state} box />}
        sub={
          <>
            {sentence(channel)} ·{' '}
            {submitted_at === null ? (
              'not submitted yet'
            ) : (
              <>
                submitted <Time at={submitted_at} />
              </>
            )}
          </>
        }
        acts={
          <a className="btn" href={fileAddress('exportKybCase', { id: institutionid })} download>
            <IconDownload className="ic" aria-hidden />
            <span className="label">Export</span>
          </a>
        }
      />
      {erased && <Banner>Its personal data was erased at the end of its retention period.</Banner>}
      <div className="split">
        <div>
          <Entity entity={found.entity} />
          <Persons persons={found.persons} />
          <Requirements found={found} />
          <Documents found={found} />
          <Screening found={found} />
          <Risk risk={found.risk} />
          <Requests found={found} />
          <CaseHistory timeline={found.timeline} />
        </div>
        <div>
          <NextStep steps={found.steps} people={found.people} />
          <Decision found={found} />
        </div>
      </div>
    </>
  )
}
