import type { RowOf } from '../../api/use-call.ts'
import type { Kind, StepWords } from '../../kit/timeline-steps.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { type Exchange, exchangeNote } from '../exchange-steps.tsx'
import { waitsForOwn } from '../hold.ts'
import { carrierOf } from './words.ts'
import { checkedWords, type Confirmations, confirmingWords, heldWords } from '../timeline-words.ts'

// The steps of deposits and withdrawals. A bank has no Travel Rule exchange and no blocks.

type Deposit = RowOf<'queryDeposits'>
type Withdrawal = RowOf<'queryWithdrawals'>
export type WithdrawalStage = Withdrawal['stage']
export type WireState = 'pending' | 'held' | 'credited' | 'returned' | 'frozen'
export type DepositState =
  | 'seen'
  | 'confirming'
  | 'screening'
  | 'below_minimum'
  | 'held'
  | 'returning'
  | 'credited'
  | 'returned'
  | 'frozen'
  | 'orphaned'

export function wireKind({ quantity, asset, hold, reason }: Deposit): Kind<WireState> {
  const amount = moneyText(quantity, asset)
  return {
    path: ['pending', 'credited'],
    words: {
      pending: {
        title: 'Booked by the bank',
        now: reason ?? 'The bank has booked it. It is pending while we check it.',
        done: 'The bank has booked it, and we have checked it.',
        ...(reason !== null && { after: ['returned'] as const }),
      },
      held: { ...heldWords(waitsForOwn({ hold })), ...(reason !== null && { now: reason }) },
      credited: {
        title: 'Credited to your balance',
        now: `${amount} is available in your balance.`,
        done: `${amount} was available in your balance.`,
        next: `Then ${amount} is available in your balance.`,
        after: [],
      },
      returned: {
        title: 'Returned',
        now: reason ?? 'The bank has returned it to its sender.',
        next: 'The bank returns it to its sender.',
        after: [],
      },
      frozen: { title: 'Frozen', now: reason ?? 'It is frozen: contact support.', after: [] },
    },
  }
}

export function depositKind(deposit: Deposit, confirmations: Confirmations): Kind<DepositState> {
  const { quantity, asset, blockchain, hold, reason, min_deposit, accumulated } = deposit
  const [chain, amount] = [carrierOf(blockchain), moneyText(quantity, asset)]
  return {
    path: ['seen', 'confirming', 'screening', 'credited'],
    words: {
      seen: {
        title: 'Seen on the chain',
        now: `A node of ${chain} has reported it.`,
        done: `${chain} has it in a block.`,
      },
      confirming: confirmingWords({
        chain,
        confirmations,
        final: `It is final on ${chain}. We check it next.`,
        done: `It is final on ${chain}.`,
      }),
      screening: checkedWords,
      below_minimum: {
        title: 'Below the minimum amount',
        now: `${moneyText(accumulated, asset)} of ${moneyText(min_deposit, asset)} have arrived. All of it is credited when the rest arrives.`,
        done: 'The rest has arrived.',
        after: ['credited'],
      },
      held: heldWords(waitsForOwn({ hold })),
      returning: {
        title: 'Being returned',
        now: reason ?? 'It is returned, less the network fee.',
        done: 'It was returned, less the network fee.',
        after: ['returned'],
      },
      credited: {
        title: 'Credited to your balance',
        now: `${amount} is available in your balance.`,
        done: `${amount} was available in your balance.`,
        next: `Then ${amount} is available in your balance.`,
        after: [],
      },
      returned: {
        title: 'Returned',
        now: 'It was returned, less the network fee.',
        next: 'Then it is at its sender again.',
        after: [],
      },
      frozen: { title: 'Frozen', now: reason ?? 'It is frozen: contact support.', done: 'It was frozen.', after: [] },
      orphaned: { title: 'Dropped by the chain', now: reason ?? `${chain} has dropped it.`, after: [] },
    },
  }
}

export const withdrawalKind = (
  one: Withdrawal,
  confirmations: Confirmations,
  exchange?: Exchange,
): Kind<WithdrawalStage> => {
  const { quantity, asset, fee, blockchain, hold, reason } = one
  const reserved = `${moneyText(quantity, asset)}${fee === '0' ? ' is' : ' and the fee are'} reserved.`
  const leaving = blockchain === null ? byBank(one) : onChain(one, confirmations)
  return {
    path: [
      'requested',
      'screening',
      ...(blockchain === null ? [] : (['travel_rule'] as const)),
      'approved',
      'sending',
      'confirming',
      'completed',
    ],
    words: {
      requested: {
        title: 'Requested',
        now: `${reserved} The checks begin in a moment.`,
        done: reserved,
      },
      screening: checkedWords,
      travel_rule: blockchain === null ? null : travelRuleWords(exchange),
      approved: {
        title: 'Cleared',
        now: reason ?? 'It may leave, and is handed over next.',
        done: 'It may leave.',
        next: 'It may leave.',
      },
      ...leaving,
      held: heldWords(waitsForOwn({ hold })),
      rejected: { title: 'Rejected', now: endText(reason, 'The money is available again.'), after: [] },
      canceled: { title: 'Canceled', now: 'The money is available again.', after: [] },
      failed: { title: 'Failed', now: endText(reason, 'The money is available again.'), after: [] },
    },
  }
}

const travelRuleWords = (exchange: Exchange): StepWords<never> => ({
  title: 'Travel Rule exchange',
  now:
    exchangeNote('The provider of the wallet must accept the transfer. It takes about three hours.', exchange) ??
    (exchange === null ? ownWallet : 'If a provider hosts the wallet, it must accept the transfer.'),
  done:
    exchangeNote('The provider of the wallet was asked.', exchange) ??
    (exchange === null ? ownWallet : 'If a provider hosts the wallet, it was asked.'),
  next: 'If a provider hosts the wallet, it must accept the transfer. That takes about three hours.',
})

const ownWallet = 'You have proved that the wallet is yours, so that no provider is asked.'

const endText = (reason: string | null, after: string): string => (reason === null ? after : `${reason} ${after}`)

/** A reason says on which day the bank pays. */
function byBank({ quantity, asset, destination, reason }: Withdrawal) {
  const amount = moneyText(quantity, asset)
  return {
    sending: {
      title: 'Ordered at the bank',
      nowTitle: 'Order to the bank',
      now: reason ?? 'The payment order is on its way to the bank.',
      done: 'The payment order is at the bank.',
      next: 'We send the payment order to the bank.',
    },
    confirming: {
      title: 'At the bank',
      now: reason ?? 'The bank has the payment order.',
      done: 'The bank has executed the payment order.',
      next: 'The bank executes the payment order.',
    },
    completed: {
      title: 'Paid by the bank',
      now: `${amount} was paid to ${destination}.`,
      done: `${amount} was paid to ${destination}.`,
      next: `Then ${amount} is paid to ${destination}.`,
      after: [],
    },
  }
}

function onChain({ quantity, asset, destination, blockchain }: Withdrawal, confirmations: Confirmations) {
  const [chain, amount] = [carrierOf(blockchain), moneyText(quantity, asset)]
  return {
    sending: {
      title: `Sent to ${chain}`,
      nowTitle: `Being sent to ${chain}`,
      now: 'The transaction is signed and sent.',
      done: 'The transaction was signed and sent.',
      next: 'The transaction is signed and sent.',
    },
    confirming: confirmingWords({
      chain,
      confirmations,
      final: `It is final on ${chain}.`,
      done: `It is final on ${chain}.`,
    }),
    completed: {
      title: 'Delivered',
      now: `${amount} has arrived at ${destination}.`,
      done: `${amount} had arrived at ${destination}.`,
      next: `Then ${amount} is at ${destination}.`,
      after: [],
    },
  }
}
