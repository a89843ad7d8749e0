import { type BankEntry, type Statement, writeNotification, writeStatement } from '@specie/payments/camt.ts'
import { endOfDay, localDate } from '@specie/payments/calendar.ts'
import { writeMt940 } from '@specie/payments/mt940-write.ts'
import { accountAt, accounts } from './accounts.ts'
import { systemAt } from './days.ts'
import type { FactOf } from './events.ts'
import { usualSeconds, type PendingBankFault } from './misbehaviour.ts'
import { taker } from '../pending-faults.ts'
import { accountState, isBookedBy, signedSum, type State } from './state.ts'

const maxEntries = 1_000

/** camt.054: the bookings of an account since the last one. */
export function notification(state: State, iban: string, at: Date): FactOf<'file'> {
  const account = accountState(state, iban)
  const sequence = account.notifications + 1
  const entries = account.untold.slice(0, maxEntries)
  const { take, uses } = taker(state)
  const wire = entries.find(({ code }) => code.startsWith('PMNT/RCDT/') && !/(BOOK|RRTN)$/.test(code))
  const isFalse = wire !== undefined && take('false_notification') !== null
  const text = writeNotification({
    kind: 'camt.054',
    messageId: idOf(state, iban, '054', sequence),
    createdAt: at.toISOString(),
    account: iban,
    currency: accountAt(iban).currency,
    sequence: BigInt(sequence),
    entries: isFalse ? [...entries, inventedLike(wire, state, sequence)] : entries,
  })
  const heldUntil = take('missing_sequence') && endOfDay(systemAt(iban), localDate(systemAt(iban), at)).toISOString()
  const names = namesOf(state, 'camt.054', iban, sequence, take('duplicate_file'))
  return { type: 'file', kind: 'camt.054', iban, day: null, entries: entries.length, names, text, heldUntil, uses }
}

/** camt.053: the whole open day of an account, even an empty one; it closes the day. */
export function statement(state: State, iban: string, at: Date): FactOf<'file'> {
  const account = accountState(state, iban)
  const sequence = account.statements + 1
  const day = account.openDay!
  const entries = account.unstated.filter(isBookedBy(day))
  const messageId = idOf(state, iban, '053', sequence)
  const { take, uses } = taker(state)
  const isCollective = entries.length > 0 && take('collective_statement') !== null
  const reported: Statement = {
    kind: 'camt.053',
    messageId,
    createdAt: at.toISOString(),
    account: iban,
    currency: accountAt(iban).currency,
    statementId: messageId,
    sequence: BigInt(sequence),
    from: day,
    to: day,
    opening: account.closing,
    closing: entries.reduce(signedSum, account.closing),
    entries,
  }
  const text = writeStatement(
    isCollective ? { ...reported, entries: collected(entries, `${state.id}-B${sequence}`) } : reported,
  )
  const late = take('late_statement')
  const heldUntil = late && new Date(at.getTime() + (late.seconds ?? usualSeconds.late_statement) * 1000).toISOString()
  const names = namesOf(state, 'camt.053', iban, sequence, take('duplicate_file'))
  const file = { kind: 'camt.053', iban, day, entries: entries.length, names, text, heldUntil, uses } as const
  if (entries.length === 0 || take('mt940_beside') === null) return { type: 'file', ...file }
  const name = `mt940-${iban}-${state.id}-${String(sequence).padStart(6, '0')}.txt`
  return { type: 'file', ...file, beside: { name, text: writeMt940(reported, { references: false }) } }
}

/** A copy of a wire that was never sent. */
const inventedLike = (wire: BankEntry, state: State, sequence: number): BankEntry => ({
  ...wire,
  bankref: `${state.id}F${String(sequence).padStart(9, '0')}`,
  endToEndId: `${state.id}-FALSE-${sequence}`,
})

/** One entry for all credits and one for all debits, without their payments. */
function collected(entries: readonly BankEntry[], name: string): BankEntry[] {
  return [...Map.groupBy(entries, ({ direction }) => direction)].map(([direction, some]) => ({
    ...some[0]!,
    bankref: `${name}-${direction}`,
    amount: some.reduce((sum, { amount }) => sum + amount, 0n),
    reversal: false,
    endToEndId: null,
    batch: { reference: `${name}-${direction}`, id: null, transactions: some.length, part: false },
  }))
}

/** At most 35 characters, as every id in ISO 20022. */
function idOf(state: State, iban: string, kind: '053' | '054', sequence: number): string {
  const which = accounts.findIndex((account) => account.iban === iban) + 1
  return `${state.id}-${kind}-${which}-${sequence}`
}

function namesOf(state: State, kind: string, iban: string, sequence: number, twice: PendingBankFault | null): string[] {
  const name = `${kind}-${iban}-${state.id}-${String(sequence).padStart(6, '0')}`
  return twice ? [`${name}.xml`, `${name}-again.xml`] : [`${name}.xml`]
}
