import { Banner } from '../kit/banner.tsx'
import { Link } from '../kit/link.tsx'
import { Time } from '../kit/value/time.tsx'

type Hold = { reason: string; since: string } | null

/** Why something waits for people. What they look at is said to nobody. */
export function HoldNotice({ hold }: { hold: Hold }) {
  if (hold === null) return null
  if (hold.reason === 'approval_required')
    return (
      <Banner tone="held" title="A second person of your company must approve this.">
        It waits since <Time at={hold.since} />. Without a decision it expires after seven days.{' '}
        <Link className="link" to="/approvals">
          Open approvals
        </Link>
      </Banner>
    )
  return (
    <Banner tone="held" title="Under review.">
      We look at it, since <Time at={hold.since} />. It then goes on by itself, or is rejected. You need to do nothing
      unless we ask you.
    </Banner>
  )
}
