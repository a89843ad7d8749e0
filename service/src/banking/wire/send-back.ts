import { readAccountId } from '@specie/payments/account.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { rejectAutomaticHolds } from '../../compliance/holds.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { Description } from '../../people/approval/row.ts'
import { preparePayout } from '../payout/row.ts'
import { lotOf, type Wire, wireJournal, wireMachine } from './row.ts'

/**
 * The act of an approved `bank.send_back`: returns an unidentified or held wire to its sender, or retries when the bank
 * could not deliver the first return. The wire becomes `returned` when the bank has booked the payout.
 */
export async function sendBack(env: Env, tx: Tx, { wireid }: PayloadOf<'bank.send_back'>, by: By): Promise<void> {
  const wire = await returnable(tx, wireid)
  if (wire.on_hold && !(await rejectAutomaticHolds(env, tx, wire, by.actor))) {
    throw refused(`A hold lies on wire ${wireid}: reject the hold, and the wire goes back.`)
  }
  await sendBackIn(env, tx, wire, by)
}

export async function describeSendBack(
  _env: Env,
  sql: Sql,
  { wireid }: PayloadOf<'bank.send_back'>,
): Promise<Description> {
  const [wire] = await sql.query<Wire>('select * from banking.wire where id = $1', [wireid])
  if (!wire) return { title: 'Send a wire back', institutionId: null }
  const { currency: asset, amount: minor, sender_name, sender_account, institution_id } = wire
  const sender = sender_name ?? sender_account ?? 'its sender'
  return { title: `Send ${amountText({ asset, minor })} back to ${sender}`, institutionId: institution_id }
}

const refused = (sentence: string) => badRequest('wire', sentence, 'wireid')

/** The same for a wire that the caller has locked. */
export async function sendBackIn(env: Env, tx: Tx, wire: Wire, by: By): Promise<void> {
  const sender = senderOf(wire)
  if (sender === null) throw refused(`The bank did not say which account wire ${wire.id} came from: ask it first.`)
  const lot = lotOf[wire.state]
  if (lot !== null) {
    await postIn(env, tx, [wireJournal(wire, 'refused', lot, 'returns')])
    const event = wire.state === 'held' ? 'reject' : 'send_back'
    await moveRows(tx, wireMachine, [wire], event, by)
  }
  const { id: subject, currency, amount, bankref } = wire
  const creditor = { name: wire.sender_name ?? '', account: sender, bic: wire.sender_bic }
  const request = { kind: 'return' as const, subject, currency, amount, creditor, remittance: `Return of ${bankref}` }
  const payoutId = await preparePayout(env, tx, request, by)
  const journal = wireJournal(wire, 'returning', 'returns', 'payouts_in_transit')
  await postIn(env, tx, [{ ...journal, key: `${journal.key}:${payoutId}` }])
  audit(tx, { actor: by.actor, action: 'wire.sent_back', subject, detail: { why: by.why, payout: payoutId } })
}

/** The account it came from; null when the bank did not report it. */
export const senderOf = ({ sender_account }: Wire) => (sender_account === null ? null : readAccountId(sender_account))

async function returnable(tx: Tx, wireId: string): Promise<Wire> {
  const [wire] = await tx.query<Wire>('select * from banking.wire where id = $1 for update', [wireId])
  if (!wire) throw refused(`There is no wire ${wireId}.`)
  if (!['unidentified', 'held', 'return_pending'].includes(wire.state)) {
    throw refused(`Wire ${wireId} is ${wire.state}: only one that is unidentified or held can be sent back.`)
  }
  const [inProgress] = await tx.query(
    `select 1 from banking.payout where kind = 'return' and subject = $1 and state not in ('rejected', 'returned')`,
    [wireId],
  )
  if (inProgress) throw refused(`Wire ${wireId} is on its way back already.`)
  return wire
}
