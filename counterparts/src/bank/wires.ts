import { formatAccountId, isQrIban } from '@specie/payments/account.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import { isQrReference, isScorReference } from '@specie/payments/reference.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { Refusal } from '../refusal.ts'
import { accounts, type BankAccount } from './accounts.ts'
import { booking } from './booking.ts'
import type { FactOf, Reversal, Wire } from './events.ts'
import { usualSeconds } from './misbehaviour.ts'
import { taker } from '../pending-faults.ts'
import { free, accountState, type State } from './state.ts'

/** An incoming payment, booked at once. */
export function receiveWire(state: State, wire: Wire, at: Date): FactOf<'wire'> {
  const account = receiver(wire)
  const reference = structured(wire)
  const paidInto = wire.creditorAccount ?? wire.account ?? (reference.type === 'QRR' ? account.qriban : account.iban)
  if (paidInto !== null && isQrIban(paidInto) !== (reference.type === 'QRR'))
    throw new Refusal(
      400,
      'A QR-IBAN is paid with a QR reference, and a QR reference goes to a QR-IBAN. Send both or neither.',
    )
  const credited = booking(state, account.iban, at, {
    direction: 'credit',
    amount: wire.amount,
    code: reference.type === 'QRR' ? 'PMNT/RCDT/VCOM' : 'PMNT/RCDT/DMCT',
    reversal: false,
    // The sender's bank always sends one: a recall refers to it.
    endToEndId: wire.endToEndId ?? `${state.id}-WIRE-${state.bookings + 1}`,
    instructionId: null,
    reference,
    unstructured: reference.type === 'none' ? wire.reference : null,
    creditorAccount: paidInto,
    counterparty: {
      name: wire.sender.name,
      account: wire.sender.account && formatAccountId(wire.sender.account),
      bic: null,
    },
    returnReason: null,
  })
  const { take, uses } = taker(state)
  const requestedRecall = wire.recall ? wire : take('recall')
  const recall =
    requestedRecall &&
    recallOf(credited.entry.bankref, requestedRecall.reason, at, requestedRecall.seconds ?? usualSeconds.recall)
  return { type: 'wire', booking: credited, recall, uses }
}

/** Another bank has sent it: booked when it is due. Refused now if it could not be booked then. */
export function announceWire(state: State, wire: Wire & { endToEndId: string }, dueAt: Date): FactOf<'announced'> {
  receiveWire(state, wire, dueAt)
  return { type: 'announced', wire, dueAt: dueAt.toISOString() }
}

/** A statement has 16 digits for whole francs and pounds. No account comes near that, so every file can be written. */
const maxBalance = 10n ** 14n

/** Refuses a wire that would exceed the maximum of its account, with its balance and its incoming wires. */
export function assertRoom(state: State, wire: Wire): void {
  const { iban } = receiver(wire)
  const coming = state.incoming.filter((one) => receiver(one.wire).iban === iban).map((one) => one.wire.amount)
  const held = [...coming, wire.amount].reduce((sum, amount) => sum + amount, accountState(state, iban).balance)
  if (held > maxBalance)
    throw new Refusal(
      400,
      `\`amount\`: Too large: an account of this bank holds at most ${formatMinor(maxBalance, 2)}.`,
    )
}

/** True if such a wire is incoming, or was credited recently. */
export const isKnownWire = (state: State, endToEndId: string): boolean =>
  state.incoming.some(({ wire }) => wire.endToEndId === endToEndId) ||
  [...state.wires.values()].some(({ entry }) => entry.endToEndId === endToEndId)

function receiver({ account, currency }: Wire): BankAccount {
  const found = accounts.find((own) =>
    account === null ? own.purpose === 'client_money' && own.currency === currency : isPaidBy(own, account),
  )
  if (!found) throw new Refusal(404, `${account} is no account of this bank. See /bank/v1/accounts.`)
  if (found.currency !== currency) throw new Refusal(400, `${account} is an account in ${found.currency}.`)
  return found
}

const isPaidBy = (own: BankAccount, iban: string): boolean => own.iban === iban || own.qriban === iban

function structured({ currency, reference }: Wire): BankEntry['reference'] {
  const value = currency === 'CHF' ? reference?.replaceAll(' ', '') : undefined
  if (value !== undefined && isQrReference(value)) return { type: 'QRR', value }
  if (value !== undefined && isScorReference(value)) return { type: 'SCOR', value }
  return { type: 'none', value: null }
}

/** The sender's bank recalls a wire, at once. */
export function recallWire(state: State, bankref: string, reason: string | null, at: Date): FactOf<'recall'> {
  const wire = state.wires.get(bankref)
  if (!wire) throw new Refusal(404, `No wire ${bankref} was received recently.`)
  if (wire.recalled) throw new Refusal(409, `The wire ${bankref} is recalled already.`)
  if (free(accountState(state, wire.iban)) < wire.entry.amount)
    throw new Refusal(409, `The account no longer covers the wire ${bankref}: its money is gone or promised.`)
  return { type: 'recall', recall: recallOf(bankref, reason, at, 0) }
}

/** The newest wires first. */
export function recallable(state: State): string[] {
  return [...state.wires]
    .filter(([, wire]) => !wire.recalled && free(accountState(state, wire.iban)) >= wire.entry.amount)
    .map(([bankref]) => bankref)
    .toReversed()
}

function recallOf(bankref: string, reason: string | null, at: Date, seconds: number): Reversal {
  const dueAt = new Date(at.getTime() + seconds * 1000).toISOString()
  return { of: bankref, dueAt, reason: { code: reason ?? 'DUPL', info: `Recall of ${bankref}` } }
}
