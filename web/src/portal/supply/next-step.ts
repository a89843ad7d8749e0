import { isFinal } from '../timeline-words.ts'
import type { SupplySteps } from './timeline.ts'
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
    return 'It continues automatically after the approval. If it is rejected, the reserved amount is available again.'
  if (change.stage === 'funding')
    return `It continues automatically once your balance has enough ${change.spent_currency}. Until the conversion you can cancel it.`
  const back =
    change.type === 'mint' ? moneyText(change.spent, change.spent_currency) : moneyText(change.quantity, change.asset)
  if (change.hold !== null)
    return `If it is released, it continues automatically. If it is rejected, ${back} is available again. For questions, contact support.`
  // From here on it cannot fail.
  if (isFinal(confirmations)) return 'You do not need to do anything.'
  return `You do not need to do anything. If it fails, ${back} is available again.`
}
