import type { BankEntry } from '@specie/payments/camt.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal, type Line } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { overdraftFor } from '../account/overdraft.ts'
import {
  refundAccount,
  closeFailedReturns,
  closeFailedSweeps,
  isSweep,
  lockPayout,
  movePayouts,
  type Payout,
  raiseFailedPayout,
  receiverOf,
} from './row.ts'

/** The account of ours that an entry is on. */
type EntryAccount = Pick<OwnAccount, 'purpose' | 'currency'>

/** Null when the entry was matched, otherwise the reason. */
type Unmatched = string | null

/** Matches an entry to its payout: a debit of the paying account, or the credit of a sweep. Only this completes a payout. */
export function matchPayout(env: Env, tx: Tx, own: EntryAccount, entry: BankEntry): Promise<Unmatched> {
  return withFaultPoint(env, 'payout.booked', () => matchEntry(env, tx, own, entry))
}

async function matchEntry(env: Env, tx: Tx, own: EntryAccount, entry: BankEntry): Promise<Unmatched> {
  if (entry.endToEndId === null) return 'The debit names no payment of ours.'
  const payout = await lockPayout(tx, entry.endToEndId)
  if (payout === null) return `There is no payout ${entry.endToEndId}.`
  const mismatch = mismatchOf(payout, own, entry)
  if (mismatch !== null) return mismatch
  const leg = entry.direction === 'debit' ? 'debited' : 'credited'
  await tx.query(`update banking.payout set ${leg} = $2 where id = $1`, [payout.id, entry.bankref])
  const other = leg === 'debited' ? payout.credited : payout.debited
  // Both legs of a sweep are one journal: the mutual debts of client money, reserve and house must agree (L6).
  if (isSweep(payout) && other === null) return null
  const by = { actor: 'bank', why: `booked as ${entry.bankref}`, at: env.clock.now() }
  await movePayouts(env, tx, [payout], 'book', by)
  const booked = isSweep(payout) ? sweepJournal(payout, entry) : payoutJournal(payout, entry)
  await postIn(env, tx, [...(await overdraftOf(tx, payout)), booked])
  if (isSweep(payout)) await closeFailedSweeps(tx, payout, by.at)
  if (payout.kind === 'return') {
    await moveWire(tx, payout.subject, 'return', by)
    await closeFailedReturns(tx, payout.subject, by.at)
  }
  return null
}

const moveWire = (tx: Tx, id: string, event: 'return' | 'come_back', by: By) =>
  move(tx, { machine: machines.wire, table: 'banking.wire' }, id, event, by)

/** Why an entry does not fit this payout. */
function mismatchOf(payout: Payout, own: EntryAccount, { direction, amount, currency, bankref }: BankEntry): Unmatched {
  const pays = direction === 'debit'
  if (!pays && !isSweep(payout)) return `Payout ${payout.id} is credited to an account of ours.`
  const expected = pays ? payout.purpose : receiverOf(payout)
  if (currency !== payout.currency || own.purpose !== expected || own.currency !== payout.currency) {
    return `Payout ${payout.id} is booked on another account than ordered.`
  }
  if (amount !== payout.amount) return `Payout ${payout.id} is booked with another amount than ordered.`
  if ((pays ? payout.debited : payout.credited) !== null) return `Payout ${payout.id} is booked again, as ${bankref}.`
  if (!['batched', 'sent', 'accepted'].includes(payout.state)) {
    return `Payout ${payout.id} is booked although it was ${payout.state}.`
  }
  return null
}

/** The bank has paid it, even if the account had too little money after a recall. */
const overdraftOf = async (tx: Tx, { id, purpose, currency, amount }: Payout): Promise<Journal[]> =>
  purpose === 'client_money' ? overdraftFor(tx, currency, amount, id) : []

function payoutJournal(payout: Payout, entry: BankEntry): Journal {
  const { id, currency, amount } = payout
  return {
    key: `payout:${id}:booked`,
    kind: 'payout_booked',
    lines: [
      debit(account('client', 'payouts_in_transit', currency), amount),
      credit(account('client', 'bank', currency), amount),
    ],
    meta: metaOf(payout, entry),
  }
}

function sweepJournal(payout: Payout, entry: BankEntry): Journal {
  const kind = payout.kind === 'fee_sweep' ? 'fee_sweep' : 'reserve_sweep'
  return { key: `sweep:${payout.id}:booked`, kind, lines: sweepLines(payout), meta: metaOf(payout, entry) }
}

function sweepLines({ kind, currency, amount, purpose }: Payout): Line[] {
  if (kind === 'fee_sweep') {
    return [
      debit(account('client', 'fees_due', currency), amount),
      credit(account('client', 'bank', currency), amount),
      debit(account('house', 'bank', currency), amount),
      credit(account('house', 'fees_receivable', currency), amount),
    ]
  }
  if (purpose === 'client_money') {
    return [
      debit(account('client', 'due_to_reserve', currency), amount),
      credit(account('client', 'bank', currency), amount),
      debit(account('reserve', 'bank', currency), amount),
      credit(account('reserve', 'due_from_client', currency), amount),
    ]
  }
  return [
    debit(account('reserve', 'due_to_client', currency), amount),
    credit(account('reserve', 'bank', currency), amount),
    debit(account('client', 'bank', currency), amount),
    credit(account('client', 'due_from_reserve', currency), amount),
  ]
}

const metaOf = ({ id, subject }: Payout, { bankref, valueDate }: BankEntry) => ({
  payoutid: id,
  ref: subject,
  bankref,
  value: valueDate,
})

/** The bank returned a payout. Its money is returned to its source. */
export async function returnPayout(env: Env, tx: Tx, own: EntryAccount, entry: BankEntry): Promise<Unmatched> {
  const original = entry.returnReason?.originalEndToEndId ?? entry.endToEndId
  if (original === null) return 'The return names no payment of ours.'
  const payout = await lockPayout(tx, original)
  if (payout === null) return `There is no payout ${original} that could be returned.`
  if (isSweep(payout)) return `The sweep ${payout.id} between our own accounts came back.`
  if (own.purpose !== payout.purpose || own.currency !== payout.currency || entry.currency !== payout.currency) {
    return `Payout ${payout.id} came back to another account than the paying one.`
  }
  if (entry.amount !== payout.amount) return `Payout ${payout.id} came back with another amount than paid.`
  if (payout.state !== 'booked') return `Payout ${payout.id} was returned although it was ${payout.state}.`
  const by = { actor: 'bank', why: `returned as ${entry.bankref}`, at: env.clock.now() }
  await movePayouts(env, tx, [payout], 'return', by)
  const reason = [entry.returnReason?.code ?? 'returned', entry.returnReason?.info].filter(Boolean).join(': ')
  await tx.query('update banking.payout set credited = $2, reason = $3 where id = $1', [
    payout.id,
    entry.bankref,
    reason,
  ])
  await postIn(env, tx, [
    {
      key: `payout:${payout.id}:returned`,
      kind: 'payout_returned',
      lines: [
        debit(account('client', 'bank', payout.currency), payout.amount),
        credit(await refundAccount(tx, payout), payout.amount),
      ],
      meta: metaOf(payout, entry),
    },
  ])
  // The wire waits for another return. Its money is with us.
  if (payout.kind === 'return') await moveWire(tx, payout.subject, 'come_back', by)
  await raiseFailedPayout(tx, payout, reason, by.at)
  return null
}
