import type { LimitLeft } from '@specie/protocol/fields.ts'
import { useSettlementClock } from '../../app/settlement-time.tsx'
import { singleLimits } from '../../shared/limits.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Money } from '../../kit/value/money.tsx'

const usualMs = 3 * 3_600_000

/** The usual time to settlement; in UAT also in real time. */
export function UsualTime() {
  const { speed, isKnown } = useSettlementClock()
  return (
    <>
      in about three hours
      {isKnown && speed > 1 && <small>settlement time: about {durationText(usualMs / speed)} on your clock</small>}
    </>
  )
}

/** The largest request that is possible now, as a row of facts. */
export function limitRow(limits: readonly LimitLeft[] | undefined) {
  const smallest = singleLimits(limits ?? []).toSorted((a, b) => Number(a.left) - Number(b.left))[0]
  if (smallest === undefined) return null
  return [
    'Limit at once',
    <Money key="limit" amount={smallest.left} currency={smallest.asset} scaleOf="CHF" align />,
  ] as const
}
