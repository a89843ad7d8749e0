import type { BankFileError } from '@specie/payments/bankfile.ts'
import { writePain002, type PaymentStatus } from '@specie/payments/pain.ts'
import type { Order, State } from './state.ts'

/** pain.002 as first answered. A repeated message gets the same bytes. */
export function firstStatus(state: State, order: Order): string {
  const asTaken = order.payments.map((payment) =>
    payment.status === 'ACSC' ? { ...payment, status: 'ACCP' as const } : payment,
  )
  return report(`${state.id}-STS-${order.number}`, { ...order, payments: asTaken, changedAt: order.receivedAt })
}

/** pain.002 with the current status. */
export function newestStatus(state: State, order: Order): string {
  const settled = order.payments.filter(({ status }) => status === 'ACSC').length
  if (settled === 0) return firstStatus(state, order)
  return report(`${state.id}-STS-${order.number}-${settled}`, order)
}

type Malformed = { hash: string; messageId: string | null; fault: BankFileError }

/** pain.002 for an unreadable message. It is not stored. The same bytes get the same answer anyway. */
export function malformedStatus(state: State, received: Malformed, at: Date): string {
  const { hash, messageId, fault } = received
  return writePain002({
    messageId: `${state.id}-BAD-${hash.slice(0, 12)}`,
    createdAt: at.toISOString(),
    originalMessageId: messageId ?? 'NOTPROVIDED',
    group: 'RJCT',
    reason: { code: fault.where.includes('/CdtrAcct') ? 'AC01' : 'FF01', info: inShort(fault) },
    transactions: [],
  })
}

/** At most 105 characters. The end of the path says more than its start. */
const inShort = ({ where, problem }: BankFileError): string =>
  `${where.split('/').slice(-3).join('/')} ${problem}`.slice(0, 105)

function report(messageId: string, order: Order): string {
  return writePain002({
    messageId,
    createdAt: order.changedAt,
    originalMessageId: order.messageId,
    group: groupOf(order),
    reason: order.reason,
    transactions: order.payments,
  })
}

function groupOf({ payments }: Order): PaymentStatus['group'] {
  const refused = payments.filter(({ status }) => status === 'RJCT').length
  if (refused === payments.length) return 'RJCT'
  if (refused > 0) return 'PART'
  return payments.every(({ status }) => status === 'ACSC') ? 'ACSC' : 'ACTC'
}
