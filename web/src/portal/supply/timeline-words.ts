import { waitsForOwn } from '../hold.ts'
import type { Output } from '../../api/call.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import type { Step } from '../../kit/timeline.tsx'
import { isOver, type Stage, type SupplyChange } from './words.ts'

// Titles and notes of the timeline of a mint or redemption. The service sends the steps.

export type SupplySteps = Output<'supplySteps'>

/** Titles of past steps whose usual title is in the present tense. */
const pastTitles: Partial<Record<Stage, string>> = {
  sending: 'Sent to the chain',
  burning: 'Sent to the chain',
  confirming: 'On the chain',
  paying: 'Paid',
  returned: 'Returned by the bank',
}
const titles: Partial<Record<Stage, string>> = { confirming: 'On the chain', returned: 'Returned by the bank' }

/** The steps so far, each with its title and note. */
export function describedSteps(change: SupplyChange, { steps, asked_by }: SupplySteps): Step<Stage>[] {
  return steps.map(({ state, at }, i) => {
    const isNow = i === steps.length - 1
    const title = titleOf(change, state, isNow)
    const note = isNow ? noteNow(change, state) : notePast(change, state, asked_by)
    const tone = isNow && state === 'held' && waitsForOwn(change) ? ('waits' as const) : undefined
    return { state, at, ...(title !== undefined && { title }), ...(note !== null && { note }), ...(tone && { tone }) }
  })
}

function titleOf(change: SupplyChange, state: Stage, isNow: boolean): string | undefined {
  if (state === 'held' && waitsForOwn(change)) return 'Waiting for approval'
  return (isNow ? titles : pastTitles)[state]
}

function notePast(change: SupplyChange, state: Stage, askedBy: string | null): string | null {
  if (state !== 'requested') return null
  const { type, spent, spent_currency, estimated } = change
  const by = askedBy === null ? '' : `By ${askedBy}. `
  if (type === 'mint' && estimated) return `${by}It costs about ${moneyText(spent, spent_currency)}.`
  return `${by}${moneyText(spent, spent_currency)} reserved.`
}

/** The note of the current step. */
function noteNow(change: SupplyChange, state: Stage): string | null {
  const { stage, type, blockchain, reason, spent_currency } = change
  if (state === 'held')
    return waitsForOwn(change)
      ? 'It needs a second approver of your company.'
      : 'We are reviewing it. Your money is safe, and you do not need to do anything.'
  if (stage === 'waiting_reserve')
    return 'Waits until the bank has booked the money in the reserve, because coins are backed before they are issued.'
  const notes: Partial<Record<Stage, string>> = {
    requested: 'Starts in a moment.',
    screening: type === 'redeem' ? 'Waits for checks and for the collection of its coins.' : 'Waits for checks.',
    funding: reason ?? `Waits for ${spent_currency} and its conversion.`,
    funded: 'Paid. It is sent to the chain next.',
    sending: `Signed and sent to ${chainName(blockchain)}.`,
    burning: `The burn is signed and sent to ${chainName(blockchain)}.`,
    confirming: `In a block of ${chainName(blockchain)}. It settles when it is final and the settlement time has passed.`,
    paying:
      change.identifier === null ? 'The coins are burned. The payout follows.' : 'The payment order is at the bank.',
    returned: 'The bank did not pay. The money is returned to your balance.',
    settled: settledText(change),
    rejected: reason ?? 'It was rejected. The reserved amount is available again.',
    failed: reason ?? 'It failed. The reserved amount is available again.',
    canceled: 'The reserved amount is available again.',
  }
  return notes[state] ?? null
}

function settledText({ type, asset, quantity, destination, received, received_currency }: SupplyChange): string {
  const to = destination === null ? 'in your balance' : `at ${destination}`
  if (type === 'mint') return `${moneyText(quantity, asset)} is ${to}.`
  return received === null ? 'Done.' : `${moneyText(received, received_currency ?? undefined)} is ${to}.`
}

/** Titles and notes of the steps to come. */
export function describedAhead(change: SupplyChange, { settles_at }: SupplySteps) {
  const { type, asset, quantity, destination, identifier, hold } = change
  const place = destination === null ? 'in your balance' : `at ${destination}`
  const settled = {
    ...(hold === null && { due: settles_at }),
    note: type === 'mint' ? `Then ${moneyText(quantity, asset)} is ${place}.` : `Then your money is ${place}.`,
  }
  return {
    sending: { title: 'Sent to the chain' },
    burning: { title: 'Burned on the chain' },
    confirming: { title: 'On the chain' },
    paying: { title: identifier === null ? 'Paid to your balance' : 'Paid by the bank' },
    settled,
  }
}

/** The note below the timeline. */
export function whatNext(change: SupplyChange): string | null {
  if (isOver(change)) return null
  if (waitsForOwn(change))
    return 'It continues automatically after the approval. If it is rejected, the reserved amount is available again.'
  if (change.stage === 'funding')
    return `It continues automatically once your balance has enough ${change.spent_currency}. Until the conversion you can cancel it.`
  const back =
    change.type === 'mint' ? moneyText(change.spent, change.spent_currency) : moneyText(change.quantity, change.asset)
  if (change.hold !== null)
    return `If it is released, it continues automatically. If it is rejected, ${back} is available again. For questions, contact support.`
  return `You do not need to do anything. If it fails, ${back} is available again.`
}
