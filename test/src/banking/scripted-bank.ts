import type { BankEntry } from '@specie/payments/camt.ts'
import { type Payment, type PaymentOrder, type PaymentStatus, readPain001 } from '@specie/payments/pain.ts'
import type { Bank, OwnAccount, PayeeAnswer } from '@specie/service/base/ports/bank.ts'
import { clientChf, clientGbp, houseChf, reserveChf } from './bank-files.ts'

// A bank behind the port, for tests that script its behaviour.

type Behaviour = 'accept' | 'reject' | 'pend' | 'accept_then_timeout' | 'timeout'

export const reserveGbp: OwnAccount = {
  ...clientGbp,
  purpose: 'reserve',
  iban: 'GB97UATB04008010000038',
  account: '10000038',
  name: 'Specie Reserve',
}

export type ScriptedBank = Bank & {
  /** Its behaviour for the next orders; the last one stays. */
  next: Behaviour[]
  payee: PayeeAnswer | Error
  /** Accepted orders, parsed, and how often each message was sent, with its bytes. */
  orders: Map<string, PaymentOrder>
  sent: { messageId: string; xml: string }[]
  /** Changes the status of an order from now on. */
  answers(messageId: string, status: 'ACCP' | 'RJCT' | 'PDNG'): void
}

export function scriptedBank(): ScriptedBank {
  const statuses = new Map<string, PaymentStatus>()
  const bank: ScriptedBank = {
    next: ['accept'],
    payee: { result: 'match', name: null },
    orders: new Map(),
    sent: [],
    answers(messageId, status) {
      statuses.set(messageId, statusOf(bank.orders.get(messageId)!, status))
    },
    accounts: async () => [clientChf, clientGbp, reserveChf, reserveGbp, houseChf],
    files: async () => ({ files: [], last: 0 }),
    file: async () => '',
    pay: async (messageId, xml) => {
      bank.sent.push({ messageId, xml })
      const behaviour = bank.next.length > 1 ? bank.next.shift()! : bank.next[0]!
      if (behaviour === 'timeout') throw new Error('no answer')
      if (!statuses.has(messageId)) {
        const order = readPain001(xml)
        bank.orders.set(messageId, order)
        statuses.set(messageId, statusOf(order, { reject: 'RJCT', pend: 'PDNG' }[behaviour as string] ?? 'ACCP'))
      }
      if (behaviour === 'accept_then_timeout') throw new Error('no answer')
      return statuses.get(messageId)!
    },
    status: async (messageId) => statuses.get(messageId) ?? null,
    confirmPayee: async () => {
      if (bank.payee instanceof Error) throw bank.payee
      return bank.payee
    },
  }
  return bank
}

function statusOf(order: PaymentOrder, status: string): PaymentStatus {
  const reason = status === 'RJCT' ? { code: 'AC04', info: 'closed account' } : null
  return {
    messageId: `S${order.messageId.slice(0, 30)}`,
    createdAt: '2026-03-02T08:00:00.000Z',
    originalMessageId: order.messageId,
    group: status as PaymentStatus['group'],
    reason,
    transactions: order.payments.map(({ endToEndId }) => ({ endToEndId, status: status as 'ACCP', reason })),
  }
}

let references = 0

/** The debit of a payment on the paying account. */
export function debitOf(payment: Payment, over: Partial<BankEntry> = {}): BankEntry {
  return {
    bankref: `D${++references}`,
    direction: 'debit',
    amount: payment.amount,
    currency: payment.currency,
    bookingDate: '2026-03-02',
    valueDate: '2026-03-02',
    code: 'PMNT/ICDT/DMCT',
    reversal: false,
    endToEndId: payment.endToEndId,
    instructionId: payment.instructionId,
    reference: { type: 'none', value: null },
    unstructured: null,
    creditorAccount: null,
    counterparty: { name: payment.creditor.name, account: null, bic: null },
    returnReason: null,
    ...over,
  }
}

/** The credit of a returned payment. */
export function returnOf(payment: Payment, over: Partial<BankEntry> = {}): BankEntry {
  const returnReason = { code: 'AC04', info: 'closed account', originalEndToEndId: payment.endToEndId }
  return debitOf(payment, { direction: 'credit', code: 'PMNT/ICDT/RRTN', returnReason, ...over })
}
