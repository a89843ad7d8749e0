import { type AccountId, formatAccountId } from '@specie/payments/account.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { payoutKinds } from '@specie/protocol/console/treasury.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { wakeAfter } from '../../base/gather-rooms.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account as ledgerAccount } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { closeCasesAbout, openCase } from '../reconciliation/cases.ts'
import { unpayable } from './payable.ts'

export type Currency = OwnAccount['currency']
export type PayoutState = keyof typeof machines.payout.states

/** The accounts that pay by order. The house's account only receives. */
export const payingPurposes = ['client_money', 'reserve'] as const satisfies OwnAccount['purpose'][]
export type PayingPurpose = (typeof payingPurposes)[number]

/** A payment that we make through the bank. */
export type Payout = {
  id: string
  kind: (typeof payoutKinds)[number]
  /** The id of the withdrawal, redemption, rail payment or returned wire; other payouts are their own subject. */
  subject: string
  institution_id: string | null
  /** The account that pays. */
  purpose: PayingPurpose
  currency: Currency
  amount: bigint
  creditor_name: string
  creditor_account: string
  creditor_bic: string | null
  remittance: string | null
  /** The provider that is paid for a conversion. */
  provider: string | null
  end_to_end_id: string
  order_id: string | null
  reason: string | null
  debited: string | null
  credited: string | null
  /** It failed while its subject had an open hold. Its money waits in `pending`. */
  withheld: boolean
  state: PayoutState
}

export type PayoutRequest = {
  subject: string
  currency: Currency
  amount: bigint
  creditor: { name: string; account: AccountId; bic: string | null }
  remittance: string | null
} & (
  | { kind: 'withdrawal' | 'redemption' | 'rail'; institutionId: string }
  | { kind: 'return' }
  /** The account of ours that pays it; the payment stays between our accounts. */
  | { kind: 'sweep'; purpose: PayingPurpose }
  /** Our fees, from clients' money to the house's own account. */
  | { kind: 'fee_sweep' }
  /** Fiat for a provider to convert. */
  | { kind: 'conversion'; provider: string }
)

/** A payment between our own accounts. It is booked when both accounts show it. */
export const isSweep = ({ kind }: Pick<Payout, 'kind'>): boolean => kind === 'sweep' || kind === 'fee_sweep'

/** The account of ours that receives a sweep. */
export function receiverOf({ kind, purpose }: Pick<Payout, 'kind' | 'purpose'>): OwnAccount['purpose'] {
  if (kind === 'fee_sweep') return 'house'
  return purpose === 'reserve' ? 'client_money' : 'reserve'
}

export const payoutsJob = 'banking.payouts'

/** An id in the form that ISO 20022 allows: at most 35 characters, so without hyphens. */
export const bankIdOf = (id: string): string => id.replaceAll('-', '')

/** The bank may cut a longer name, and SIC refuses it. */
const maxNameLength = 70
const maxRemittanceLength = 140

/** Banks accept only Latin characters, and reject a whole order because of one other character. */
const unsupported = /[^\u0020-\u007e\u00a0-\u017f€ȘșȚț]/gu
export const bankText = (text: string): string => text.normalize('NFC').replace(unsupported, '?').trim()

/**
 * Queues payouts for the next order to the bank and returns their ids. The caller moves the money to `payouts_in_transit`
 * in the same transaction (a sweep moves nothing until the bank has booked it).
 */
export async function preparePayouts(env: Env, tx: Tx, requests: readonly PayoutRequest[], by: By): Promise<string[]> {
  const rows = requests.map((request) => rowOf(env, request, by.at))
  await setActor(tx, by)
  await tx.query(
    `insert into banking.payout (id, kind, subject, institution_id, purpose, currency, amount, creditor_name,
       creditor_account, creditor_bic, remittance, provider, end_to_end_id, state, created_at, updated_at)
     select id, kind, subject, institution_id, purpose, currency, amount, creditor_name, creditor_account, creditor_bic,
       remittance, provider, end_to_end_id, $2, $3, $3
     from jsonb_to_recordset($1) as requested (id uuid, kind text, subject uuid, institution_id uuid, purpose text,
       currency text, amount numeric, creditor_name text, creditor_account text, creditor_bic text, remittance text,
       provider text, end_to_end_id text)`,
    [JSON.stringify(rows), machines.payout.initial, by.at],
  )
  env.jobs.wake(tx, payoutsJob)
  return rows.map((row) => row.id)
}

export async function preparePayout(env: Env, tx: Tx, request: PayoutRequest, by: By): Promise<string> {
  return (await preparePayouts(env, tx, [request], by))[0]!
}

/** The amount is text because JSON has no bigint. */
function rowOf(env: Env, request: PayoutRequest, at: Date) {
  const { account, name, bic } = request.creditor
  const why = unpayable(request.currency, account)
  if (why !== null) throw new Error(`${formatAccountId(account)} cannot be paid in ${request.currency}. ${why}`)
  const id = isSweep(request) || request.kind === 'conversion' ? request.subject : env.ids.uuid(at)
  return {
    id,
    kind: request.kind,
    subject: request.subject,
    institution_id: 'institutionId' in request ? request.institutionId : null,
    purpose: request.kind === 'sweep' ? request.purpose : 'client_money',
    currency: request.currency,
    amount: String(request.amount),
    creditor_name: bankText(name).slice(0, maxNameLength).trim() || 'NOT PROVIDED',
    creditor_account: formatAccountId(account),
    creditor_bic: bic,
    remittance: request.remittance === null ? null : bankText(request.remittance).slice(0, maxRemittanceLength),
    provider: request.kind === 'conversion' ? request.provider : null,
    end_to_end_id: bankIdOf(id),
  }
}

/** Finds a payout by its end-to-end id and locks it until the transaction ends. */
export async function lockPayout(tx: Tx, endToEndId: string): Promise<Payout | null> {
  const [row] = await tx.query<Payout>('select * from banking.payout where end_to_end_id = $1 for update', [endToEndId])
  return row ?? null
}

/** Moves payouts, which the caller has locked, along the state table, and wakes the jobs that wait for them. */
export async function movePayouts(env: Env, tx: Tx, payouts: readonly Payout[], event: string, by: By): Promise<void> {
  const [to, ...others] = new Set(payouts.map((payout) => next(machines.payout, payout.state, event)))
  if (to === undefined) return
  if (to === null || others.length > 0) throw new Error(`not all of these payouts can ${event}`)
  await setActor(tx, by)
  await tx.query('update banking.payout set state = $2, updated_at = $3, unread = true where id = any($1)', [
    payouts.map((payout) => payout.id),
    to,
    by.at,
  ])
  wakeAfter(env, tx, ...payouts.map(({ kind }) => `payout.${kind}` as const))
}

/** The bank will not pay, so the money is returned to its source. */
export async function rejectPayout(env: Env, tx: Tx, payout: Payout, reason: string, by: By): Promise<void> {
  await movePayouts(env, tx, [payout], 'reject', by)
  await tx.query('update banking.payout set reason = $2 where id = $1', [payout.id, reason])
  await closeCasesAbout(tx, 'not_asked_for', { payoutid: payout.id }, by.at, by.actor)
  if (isSweep(payout)) return raiseFailedSweep(tx, payout, reason, by.at)
  const { id, currency, amount, subject } = payout
  await postIn(env, tx, [
    {
      key: `payout:${id}:rejected`,
      kind: 'payout_rejected',
      lines: [
        debit(ledgerAccount('client', 'payouts_in_transit', currency), amount),
        credit(await refundAccount(tx, payout), amount),
      ],
      meta: { payoutid: id, ref: subject },
    },
  ])
  await raiseFailedPayout(tx, payout, reason, by.at)
}

/** Cancels payouts that are not in an order yet; their money is returned. Returns the subjects of the canceled payouts. */
export async function cancelPayouts(
  env: Env,
  tx: Tx,
  kind: Payout['kind'],
  subjects: readonly string[],
  reason: string,
  by: By,
): Promise<Set<string>> {
  const payouts = await tx.query<Payout>(
    `select * from banking.payout where kind = $1 and subject = any($2::uuid[]) and state = 'prepared'
     order by id for update`,
    [kind, subjects],
  )
  for (const payout of payouts) await rejectPayout(env, tx, payout, reason, by)
  return new Set(payouts.map((payout) => payout.subject))
}

/**
 * Withdrawals and redemptions whose debit the bank has not reported. The rows stay locked until the transaction ends, so a
 * concurrent report waits.
 */
export async function lockUndebited(tx: Tx, institutionId: string): Promise<string[]> {
  const rows = await tx.query<Pick<Payout, 'id'>>(
    `select id from banking.payout where institution_id = $1 and debited is null
       and kind in ('withdrawal', 'redemption') and state <> 'rejected' order by id for share`,
    [institutionId],
  )
  return rows.map(({ id }) => id)
}

/** Subjects whose payout is ordered or paid. It cannot be canceled. */
export async function paidOrOrdered(tx: Tx, kind: Payout['kind'], subjects: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<Pick<Payout, 'subject'>>(
    `select subject from banking.payout where kind = $1 and subject = any($2::uuid[])
       and state in ('batched', 'sent', 'accepted', 'booked')`,
    [kind, subjects],
  )
  return new Set(rows.map((row) => row.subject))
}

/** A wire could not be returned, or a provider could not be paid: opens a case, and the money waits. */
export async function raiseFailedPayout(
  tx: Tx,
  { id, kind, subject, provider }: Payout,
  reason: string,
  at: Date,
): Promise<void> {
  if (kind === 'conversion') {
    const problem = `${provider} has not received the fiat that it converted, and we owe it: ${reason}`
    await openCase(tx, { kind: 'provider_payment', cause: id, detail: { payoutid: id, problem } }, at)
  }
  if (kind !== 'return') return
  await openCase(tx, { kind: 'return_failed', cause: id, detail: { wireid: subject, problem: reason } }, at)
}

/** Failed sweeps are retried automatically. Until a sweep succeeds there is an open case, and a new case each day. */
async function raiseFailedSweep(tx: Tx, { id, purpose, currency, amount }: Payout, problem: string, at: Date) {
  const cause = `${purpose}/${currency}/${at.toISOString().slice(0, 10)}`
  const detail = { payoutid: id, from: purpose, currency, amount: String(amount), problem }
  await openCase(tx, { kind: 'sweep_failed', cause, detail }, at)
}

/** The bank has booked a sweep: closes the cases of the failed ones before it. */
export async function closeFailedSweeps(tx: Tx, { purpose, currency }: Payout, at: Date): Promise<void> {
  await closeCasesAbout(tx, 'sweep_failed', { from: purpose, currency }, at)
}

/** A wire was returned, or the bank has taken it back. Closes the cases of the failed attempts. */
export async function closeFailedReturns(tx: Tx, wireid: string, at: Date): Promise<void> {
  await closeCasesAbout(tx, 'return_failed', { wireid }, at)
}

/** The account from which a payout's money was taken. */
function originOf({ kind, subject, institution_id, currency, provider }: Payout) {
  if (kind === 'conversion') return ledgerAccount('client', 'provider_payable', provider!, currency)
  if (kind === 'rail') return ledgerAccount('client', 'rail', subject, currency)
  if (institution_id !== null) return ledgerAccount('client', 'available', institution_id, currency)
  return ledgerAccount('client', 'returns', currency)
}

/**
 * The account that receives the money of a failed payout: its source. While its subject has an open hold, an institution's
 * money is withheld in `pending` (S1).
 */
export async function refundAccount(tx: Tx, payout: Payout) {
  const { id, kind, subject, institution_id, currency } = payout
  if (kind === 'rail' || institution_id === null) return originOf(payout)
  const [row] = await tx.query<{ withheld: boolean }>(
    'update banking.payout set withheld = compliance.is_stopped($2) where id = $1 returning withheld',
    [id, subject],
  )
  return row!.withheld ? ledgerAccount('client', 'pending', institution_id, currency) : originOf(payout)
}

export type PayoutOutcome = Pick<Payout, 'id' | 'subject' | 'state' | 'reason' | 'debited' | 'withheld'>

/**
 * Payouts with a state change that their product has not read; marks them as read. A failed payout is not returned while its
 * subject has an open hold, because its money would become available. A rail payment's money stays with the rail, so it is
 * returned.
 */
export function takeOutcomes(tx: Tx, kind: Payout['kind'], limit: number): Promise<PayoutOutcome[]> {
  return tx.query<PayoutOutcome>(
    `update banking.payout set unread = false where id = any(array(
       select id from banking.payout where kind = $1 and unread
         and (state not in ('rejected', 'returned') or kind = 'rail' or not compliance.is_stopped(subject))
       order by updated_at limit $2 for update skip locked))
     returning id, subject, state, reason, debited, withheld`,
    [kind, limit],
  )
}

/** The hold is decided: makes the withheld money of these payouts available. */
export async function releaseWithheld(env: Env, tx: Tx, outcomes: readonly PayoutOutcome[]): Promise<void> {
  const ids = outcomes.filter((one) => one.withheld).map((one) => one.id)
  if (ids.length === 0) return
  const payouts = await tx.query<Payout & { institution_id: string }>(
    'update banking.payout set withheld = false where id = any($1) returning *',
    [ids],
  )
  const journals = payouts.map(({ id, subject, institution_id, currency, amount }) => ({
    key: `payout:${id}:freed`,
    kind: 'payout_freed',
    lines: [
      debit(ledgerAccount('client', 'pending', institution_id, currency), amount),
      credit(ledgerAccount('client', 'available', institution_id, currency), amount),
    ],
    meta: { payoutid: id, ref: subject },
  }))
  await postIn(env, tx, journals)
}
