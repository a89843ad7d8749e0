import { isFinal } from '../timelines/common.ts'
import type { SupplySteps } from '../timelines/supply.ts'
import { waitsForOwn } from '../hold.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { isOver, type SupplyChange } from './words.ts'

/** The note below the timeline. */
export function nextStepText(
  change: SupplyChange,
  { confirmations }: Pick<SupplySteps, 'confirmations'>,
): string | null {
  if (isOver(change)) return null
  if (waitsForOwn(change))
    return 'It continues by itself after the approval. After a refusal, the reserved amount is available again.'
  if (change.stage === 'funding')
    return `It continues by itself once your balance has enough ${change.spent_currency}. Until the conversion you can cancel it.`
  const back =
    change.type === 'mint' ? moneyText(change.spent, change.spent_currency) : moneyText(change.quantity, change.asset)
  if (change.hold !== null)
    return `After a release it continues by itself. After a rejection, ${back} is available again. For questions, contact support.`
  // From here on it cannot fail.
  if (isFinal(confirmations)) return 'You need to do nothing.'
  return `You need to do nothing. If it fails, ${back} is available again.`
}
