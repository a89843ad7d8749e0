import type { Output } from '../../api/call.ts'
import type { Kind, StepWords } from '../../kit/timeline-steps.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { exchangeNote } from '../exchange-steps.tsx'
import { waitsForOwn } from '../hold.ts'
import type { Stage, SupplyChange } from './words.ts'
import { checkedWords, confirmingWords, heldWords } from '../timeline-words.ts'

// The steps of a mint or a redemption. They depend on how it is paid and where its coins or its money go.

export type SupplySteps = Output<'supplySteps'>

export const supplyKind = (change: SupplyChange, steps: SupplySteps): Kind<Stage> =>
  change.type === 'mint' ? mintKind(change, steps) : redemptionKind(change, steps)

function mintKind(change: SupplyChange, steps: SupplySteps): Kind<Stage> {
  const { asset, quantity, blockchain, spent, spent_currency, fulfilment, destination, reason } = change
  const fiat = change.fee_currency
  const isConverted = spent_currency !== fiat
  const isSold = fulfilment === 'trade'
  // Coins that we sell to a balance stay where they are: no transaction is needed.
  const isOnChain = !isSold || destination !== null
  const chain = chainName(blockchain)
  const coins = moneyText(quantity, asset)
  const place = destination === null ? 'available in your balance' : `at ${destination}`
  return {
    path: [
      'requested',
      'screening',
      ...(isConverted ? (['funding'] as const) : []),
      'funded',
      ...(isOnChain ? (['sending', 'confirming'] as const) : []),
      'settled',
    ],
    words: {
      requested: requestedWords(change, steps),
      screening: checkedWords,
      funding: isConverted
        ? {
            title: `Paid in ${spent_currency}`,
            nowTitle: `Waits for ${spent_currency}`,
            now: reason ?? `It waits for ${spent_currency} in your balance, and its conversion into ${fiat}.`,
            done: `${spent_currency} of your balance was converted into ${fiat}.`,
            next: `About ${moneyText(spent, spent_currency)} of your balance is converted into ${fiat}.`,
          }
        : null,
      funded: {
        title: 'Funded',
        now:
          change.stage === 'waiting_reserve'
            ? 'It waits until the bank has booked the money in the reserve: coins are backed before they are issued.'
            : isOnChain
              ? (exchangeNote(
                  'The money is set aside. The coins are sent once the provider of the wallet has accepted.',
                  steps.exchange,
                ) ?? 'The money is set aside. The coins are sent next.')
              : 'The money is set aside.',
        done:
          exchangeNote('The money is set aside for the coins.', steps.exchange) ??
          'The money is set aside for the coins.',
        next: 'The money is set aside for the coins.',
      },
      waiting_reserve: null,
      sending: isOnChain
        ? sentWords(chain, isSold ? 'The transfer of our own coins' : 'The transaction that issues the coins')
        : null,
      confirming: isOnChain
        ? confirmingWords({
            chain,
            confirmations: steps.confirmations,
            final: `${coins} is ${destination === null ? 'pending in your balance' : place} until the settlement time.`,
            done: `The coins are on ${chain}.`,
          })
        : null,
      settled: {
        title: 'Settled',
        now: `${coins} is ${place}.`,
        next: `Then ${coins} is ${place}.`,
        ...(change.hold === null && { due: steps.settles_at }),
      },
      ...endings(change),
      canceled: { title: 'Canceled', now: 'The reserved amount is available again.', after: [] },
      burning: null,
      paying: null,
      returned: null,
    },
  }
}

function redemptionKind(change: SupplyChange, steps: SupplySteps): Kind<Stage> {
  const { blockchain, received, destination, stage, reason } = change
  const chain = chainName(blockchain)
  const toBank = destination !== null
  const proceeds = received === null ? 'The money' : moneyText(received, change.received_currency ?? undefined)
  const place = toBank ? `at ${destination}` : 'available in your balance'
  return {
    path: ['requested', 'screening', 'burning', 'confirming', ...(toBank ? (['paying'] as const) : []), 'settled'],
    words: {
      requested: requestedWords(change, steps),
      screening: {
        ...checkedWords,
        now: 'We check it, and collect its coins if they are still at your deposit address.',
      },
      burning: sentWords(chain, 'The transaction that burns the coins'),
      confirming: confirmingWords({
        chain,
        confirmations: steps.confirmations,
        final:
          stage === 'paying'
            ? `The coins are burned. ${proceeds} is pending in your balance until the settlement time.`
            : 'The coins are burned. The money follows.',
        done: `The coins are burned on ${chain}.`,
      }),
      paying: toBank
        ? {
            title: 'Paid by the bank',
            nowTitle: 'Being paid',
            now: `The bank pays ${proceeds} to ${destination}.`,
            done: 'The payment was ordered at the bank.',
            next: `The bank pays ${proceeds} to ${destination}.`,
          }
        : null,
      returned: toBank
        ? {
            title: 'Returned by the bank',
            now: 'The bank did not pay. The money is returned to your balance.',
            done: 'The bank did not pay.',
            after: ['settled'],
          }
        : null,
      settled: {
        title: 'Settled',
        // A reason says why it was paid to the balance instead.
        now: reason === null ? `${proceeds} is ${place}.` : `${proceeds}: ${reason}.`,
        next: `Then ${proceeds} is ${place}.`,
        ...(change.hold === null && { due: steps.settles_at }),
      },
      ...endings(change),
      funding: null,
      funded: null,
      waiting_reserve: null,
      sending: null,
      canceled: null,
    },
  }
}

function requestedWords({ type, spent, spent_currency, estimated }: SupplyChange, { asked_by }: SupplySteps) {
  const by = asked_by === null ? '' : `By ${asked_by}. `
  const amount = moneyText(spent, spent_currency)
  const cost = type === 'mint' && estimated ? `It costs about ${amount}.` : `${amount} is reserved.`
  return { title: 'Requested', now: `${by}${cost} It starts in a moment.`, done: `${by}${cost}` }
}

const sentWords = (chain: string, what: string): StepWords<never> => ({
  title: `Sent to ${chain}`,
  nowTitle: `Being sent to ${chain}`,
  now: `${what} is signed and sent.`,
  done: `${what} was signed and sent.`,
  next: `${what} is signed and sent.`,
})

/** The reserved amount is available again, also the coins of a redemption. */
const endings = ({ reason, hold }: SupplyChange) => ({
  held: heldWords(waitsForOwn({ hold })),
  rejected: { title: 'Rejected', now: reason ?? 'It was rejected. The reserved amount is available again.', after: [] },
  failed: { title: 'Failed', now: reason ?? 'It failed. The reserved amount is available again.', after: [] },
})
