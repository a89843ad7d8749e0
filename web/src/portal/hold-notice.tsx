import { Banner } from '../kit/banner.tsx'
import { Link } from '../kit/link.tsx'
import { Time } from '../kit/value/time.tsx'

type Hold = { reason: string; since: string } | null

/** Says that something is under review, without the reason. */
export function HoldNotice({ hold }: { hold: Hold }) {
  if (hold === null) return null
  if (hold.reason === 'approval_required')
    return (
      <Banner tone="held" title="A second person of your company must approve this.">
        Waiting since <Time at={hold.since} />. Without a decision it expires after seven days.{' '}
        <Link className="link" to="/approvals">
          Open approvals
        </Link>
      </Banner>
    )
  return (
    <Banner tone="held" title="Under review.">
      In review since <Time at={hold.since} />. Afterwards it continues by itself, or is rejected. You need to do
      nothing unless we ask you.
    </Banner>
  )
}
