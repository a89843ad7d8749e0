import { useSettlementClock } from '../../app/settlement-time.tsx'
import { Banner } from '../../kit/banner.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Time } from '../../kit/value/time.tsx'
import type { Address } from './words.ts'

/** What the state of an address means for its institution. */
export function Standing(props: Props) {
  const banner = bannerOf(props)
  return banner === null ? null : <div className="sec">{banner}</div>
}

type Props = { address: Address; mayEdit: boolean }

function bannerOf({ address: { state, usable_from, suspended_by, vasp }, mayEdit }: Props) {
  const text = says(state, vasp, mayEdit)
  if (state === 'cooling' && usable_from !== null) return <Cooling until={usable_from} />
  if (state === 'suspended')
    return (
      <Banner tone="broken" title="This address is suspended.">
        {suspended_by === 'staff'
          ? 'Specie has suspended it. Contact support.'
          : 'Your company has suspended it. An administrator can reinstate it.'}
      </Banner>
    )
  return text === null ? null : <Banner tone={state === 'rejected' ? 'broken' : 'waits'}>{text}</Banner>
}

function says(state: Address['state'], vasp: string | null, mayEdit: boolean): string | null {
  switch (state) {
    case 'submitted':
    case 'screening':
      return 'We are checking this address. You do not need to do anything.'
    case 'in_review':
      return `Our team is reviewing this address${vasp === null ? '' : ` and confirms that ${vasp} hosts it`}. You do not need to do anything. For questions, contact support.`
    case 'proof_required':
      return mayEdit ? null : 'An administrator of your company must prove that the wallet is yours.'
    case 'travel_rule':
      return mayEdit ? null : 'An administrator of your company must add Travel Rule data.'
    case 'rejected':
      return 'You cannot use this address, because it was removed or rejected.'
    default:
      return null
  }
}

/** In settlement time, which runs faster in UAT. */
function Cooling({ until }: { until: string }) {
  const { now, speed, isKnown } = useSettlementClock()
  const left = Date.parse(until) - now
  return (
    <Banner tone="waits" title={left <= 0 ? 'You can use it in a moment.' : `You can use it in ${durationText(left)}.`}>
      From <Time at={until} /> on
      {isKnown && speed > 1 && left > 0 ? `, settlement time: about ${durationText(left / speed)} on your clock` : ''}.
      A new address waits for a day, so that a thief cannot use it at once.
    </Banner>
  )
}
