import type { Output } from '../../api/call.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import type { Step } from '../../kit/timeline.tsx'
import { isOver, type Stage, type SupplyChange, waitsForOwn } from './words.ts'

// What the timeline of a mint or a redemption says. The service sends the steps.

export type SupplySteps = Output<'supplySteps'>

/** Titles of steps that are over, where the usual title says that they go on. */
const pastTitles: Partial<Record<Stage, string>> = {
  sending: 'Sent to the chain',
  burning: 'Sent to the chain',
  confirming: 'On the chain',
  paying: 'Paid',
  returned: 'Sent back by the bank',
}
const titles: Partial<Record<Stage, string>> = { confirming: 'On the chain', returned: 'Sent back by the bank' }

/** The steps so far, each with its title and note. */
export function describedSteps(change: SupplyChange, { steps, asked_by }: SupplySteps): Step<Stage>[] {
  return steps.map(({ state, at }, i) => {
    const isNow = i === steps.length - 1
    const title = titleOf(change, state, isNow)
    const note = isNow ? noteNow(change, state) : notePast(change, state, asked_by)
    return { state, at, ...(title !== undefined && { title }), ...(note !== null && { note }) }
  })
}

function titleOf(change: SupplyChange, state: Stage, isNow: boolean): string | undefined {
  if (state === 'held' && waitsForOwn(change)) return 'Waits for approval'
  return (isNow ? titles : pastTitles)[state]
}

function notePast(change: SupplyChange, state: Stage, askedBy: string | null): string | null {
  if (state !== 'requested') return null
  const { type, spent, spent_currency, estimated } = change
  const by = askedBy === null ? '' : `By ${askedBy}. `
  if (type === 'mint' && estimated) return `${by}About ${moneyText(spent, spent_currency)} pays for it.`
  return `${by}${moneyText(spent, spent_currency)} set aside.`
}

/** Why it is where it is, in plain words. */
function noteNow(change: SupplyChange, state: Stage): string | null {
  const { stage, type, blockchain, reason, spent_currency } = change
  if (state === 'held')
    return waitsForOwn(change)
      ? 'A second person of your company must approve it.'
      : 'We are looking at it. Your money is safe, and there is nothing for you to do.'
  if (stage === 'waiting_reserve')
    return 'Waits until the bank has booked its money in the reserve, so that the coins are backed before they exist.'
  const notes: Partial<Record<Stage, string>> = {
    requested: 'It begins in a moment.',
    screening: type === 'redeem' ? 'Waits for its checks and for its coins to be collected.' : 'Waits for its checks.',
    funding: reason ?? `Waits for ${spent_currency} and for its conversion.`,
    funded: 'It is paid, and goes to the chain next.',
    sending: `Signed, and on its way to ${chainName(blockchain)}.`,
    burning: `The burn is signed, and on its way to ${chainName(blockchain)}.`,
    confirming: `In a block of ${chainName(blockchain)}. It settles when it is final and its time has passed.`,
    paying:
      change.identifier === null ? 'The coins are burned. Your money follows.' : 'The bank has been asked to pay.',
    returned: 'The bank did not pay. The money comes to your balance.',
    settled: settledText(change),
    rejected: reason ?? 'It was not accepted. What was set aside is available again.',
    failed: reason ?? 'It did not go through. What was set aside is available again.',
    canceled: 'What was set aside is available again.',
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
  const goes = destination === null ? 'in your balance' : `at ${destination}`
  const settled = {
    ...(hold === null && { due: settles_at }),
    note: type === 'mint' ? `Then ${moneyText(quantity, asset)} is ${goes}.` : `Then your money is ${goes}.`,
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
    return 'It goes on by itself once it is approved. Refused, what was set aside is available again.'
  if (change.stage === 'funding')
    return `It goes on by itself once enough ${change.spent_currency} is in your balance. Until it is converted you can cancel it.`
  const back =
    change.type === 'mint' ? moneyText(change.spent, change.spent_currency) : moneyText(change.quantity, change.asset)
  if (change.hold !== null)
    return `Released, it goes on by itself. Rejected, ${back} is available again. Questions: contact support.`
  return `Nothing for you to do. If it fails, ${back} is available again.`
}
