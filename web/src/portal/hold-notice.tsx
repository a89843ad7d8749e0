import { Banner } from '../kit/banner.tsx'
import { Time } from '../kit/value/time.tsx'
import { waitsForOwn } from './hold.ts'
import { NeedsApproval } from './needs-approval.tsx'

type Props = { id: string; hold: { reason: string; since: string } | null }

/** Who must approve it, or that it is under review, without the reason. */
export function HoldNotice({ id, hold }: Props) {
  if (hold === null) return null
  if (waitsForOwn({ hold })) return <NeedsApproval id={id} since={hold.since} />
  return (
    <Banner tone="held" title="Under review.">
      In review since <Time at={hold.since} />. Afterwards it continues automatically, or is rejected. You do not need
      to do anything unless we ask you.
    </Banner>
  )
}
