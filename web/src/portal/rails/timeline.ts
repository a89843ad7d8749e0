import type { Kind } from '../../kit/timeline-steps.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { waitsForOwn } from '../hold.ts'
import { type Exchange, exchangeNote } from '../exchange-steps.tsx'
import { destinationOf, isOnRamp, type Payment, type Rail } from './words.ts'
import { checkedWords, type Confirmations, confirmingWords, heldWords } from '../timeline-words.ts'

// The steps of a rail, and of a payment over it: money that becomes coins, or coins that become money.

export const railKind = (rail: Rail): Kind => ({
  path: ['pending', 'active'],
  words: {
    pending: {
      title: 'Requested',
      nowTitle: 'Being opened',
      now: isOnRamp(rail)
        ? 'The provider opens an account for its payments.'
        : 'An address for its coins is being assigned.',
      done: isOnRamp(rail) ? 'The provider has opened an account for it.' : 'It has an address of its own.',
    },
    active: {
      title: 'Ready',
      now: 'It accepts payments.',
      done: 'It accepted payments.',
      next: 'Then it accepts payments.',
      after: [],
    },
    held: heldWords(waitsForOwn(rail)),
    rejected: { title: 'Rejected', now: rail.reason ?? 'It cannot be used.', after: [] },
    suspended: {
      title: 'Suspended',
      now: 'Payments are returned until we resume it.',
      done: 'Payments were returned until it was resumed.',
      after: [],
    },
    closed: { title: 'Closed permanently', now: 'Later payments are returned.', after: [] },
  },
})

export function paymentKind(payment: Payment, rail: Rail, confirmations: Confirmations, exchange?: Exchange): Kind {
  const { received, received_currency, sent, sent_currency, hold, reason } = payment
  const arrived = moneyText(received, received_currency)
  const place = destinationOf(rail)
  const delivered = sent === null ? 'It' : moneyText(sent, sent_currency)
  return {
    path: ['received', 'pending', 'converting', 'sent', 'completed'],
    words: {
      received: {
        title: 'Received',
        now: `${arrived} has arrived. The checks begin in a moment.`,
        done: `${arrived} has arrived.`,
      },
      pending: checkedWords,
      held: heldWords(waitsForOwn({ hold })),
      ...(isOnRamp(rail) ? intoCoins(rail, confirmations, exchange) : intoMoney(rail, confirmations)),
      completed: {
        title: 'Delivered',
        now: `${delivered} is at ${place}.`,
        done: `${delivered} was at ${place}.`,
        next: `Then it is at ${place}.`,
        after: [],
      },
      rejected: {
        title: 'Being returned',
        now: reason ?? 'It cannot be served, and is returned to its sender.',
        done: 'The payment could not be served.',
        after: ['returned'],
      },
      returned: {
        title: 'Returned',
        now: 'It was returned to its sender.',
        next: 'Then it is at its sender again.',
        after: [],
      },
      credited: { title: 'Credited to your balance', now: reason ?? 'It is available in your balance.', after: [] },
      failed: {
        title: 'Delivery failed',
        now: reason ?? 'It could not be delivered. Our team delivers it again, or credits your balance.',
        done: 'It could not be delivered at first.',
        after: ['sent', 'completed'],
      },
    },
  }
}

/** The provider of a hosted wallet is asked first. Money is exchanged at our provider, then coins are minted. */
function intoCoins(
  { instructions: { asset, currency, blockchain } }: Rail,
  confirmations: Confirmations,
  exchange?: Exchange,
) {
  const chain = chainName(blockchain)
  const covered = `The ${currency} covers the coins.`
  return {
    converting: {
      title: 'Turned into coins',
      nowTitle: 'Being turned into coins',
      now:
        exchangeNote(
          `The ${currency} is converted once the provider of the wallet has accepted the coins.`,
          exchange,
        ) ?? `The provider pays the ${currency}, and the reserve covers the coins before they are issued.`,
      done: exchangeNote(covered, exchange) ?? covered,
      next: `The ${currency} is paid into the reserve.`,
    },
    sent: {
      ...confirmingWords({
        chain,
        confirmations,
        final: `The coins are final on ${chain}.`,
        done: `The coins are on ${chain}.`,
      }),
      next: `${asset} is minted on ${chain}.`,
    },
  }
}

/** Coins are collected and burned, then the bank pays. */
function intoMoney({ instructions: { asset, currency, blockchain } }: Rail, confirmations: Confirmations) {
  const chain = chainName(blockchain)
  return {
    converting: {
      ...confirmingWords({
        chain,
        confirmations,
        final: `The transaction is final on ${chain}. The next step follows.`,
        done: `The ${asset} is burned on ${chain}.`,
      }),
      title: 'Coins burned',
      next: `The ${asset} is collected and burned on ${chain}.`,
    },
    sent: {
      title: 'Paid by the bank',
      nowTitle: 'Being paid',
      now: `The bank has the payment order for the ${currency}.`,
      done: 'The bank has executed the payment order.',
      next: `The bank pays the ${currency}.`,
    },
  }
}
