import { type AccountId, readAccountId } from '@specie/payments/account.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { rejectAutomaticHolds } from '../../compliance/holds.ts'
import { conclude, decisionsOn } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { Description } from '../../base/approvable.ts'
import { unpayable } from '../payout/payable.ts'
import { preparePayout } from '../payout/row.ts'
import { lotOf, type Wire, wireJournal, wireMachine } from './row.ts'

/**
 * The act of an approved `bank.send_back`: returns an unidentified or held wire to its sender, or retries when the bank
 * could not deliver the first return. The wire becomes `returned` when the bank has booked the payout.
 */
export async function sendBack(env: Env, tx: Tx, { wireid }: PayloadOf<'bank.send_back'>, by: By): Promise<void> {
  const wire = await returnable(tx, wireid)
  const target = returnTarget(wire)
  if ('problem' in target) throw refused(target.problem)
  if (wire.on_hold && !(await endHolds(env, tx, wire, by.actor))) {
    throw refused(`Wire ${wireid} has a hold. Reject the hold to send the wire back.`)
  }
  await sendBackIn(env, tx, wire, by)
}

/** Staff have rejected it but it could not be returned, or only the screening holds it. */
async function endHolds(env: Env, tx: Tx, wire: Wire, actor: string): Promise<boolean> {
  const isRejected = (await decisionsOn(tx, [wire.id])).get(wire.id) === 'reject'
  if (!isRejected) return rejectAutomaticHolds(env, tx, wire, actor)
  await conclude(env, tx, [wire])
  return true
}

export async function describeSendBack(
  _env: Env,
  sql: Sql,
  { wireid }: PayloadOf<'bank.send_back'>,
): Promise<Description> {
  const [wire] = await sql.query<Wire>('select * from banking.wire where id = $1', [wireid])
  if (!wire) return { title: 'Return a wire to its sender', institutionId: null }
  const { currency: asset, amount: minor, sender_name, sender_account, institution_id } = wire
  const sender = sender_name ?? sender_account ?? 'its sender'
  return { title: `Send ${amountText({ asset, minor })} back to ${sender}`, institutionId: institution_id }
}

const refused = (sentence: string) => badRequest('wire', sentence, 'wireid')

/** The same for a wire that the caller has locked. */
export async function sendBackIn(env: Env, tx: Tx, wire: Wire, by: By): Promise<void> {
  const target = returnTarget(wire)
  if ('problem' in target) throw refused(target.problem)
  const lot = lotOf[wire.state]
  if (lot !== null) {
    await postIn(env, tx, [wireJournal(wire, 'refused', lot, 'returns')])
    const event = wire.state === 'held' ? 'reject' : 'send_back'
    await moveRows(tx, wireMachine, [wire], event, by)
  }
  const { id: subject, currency, amount, bankref } = wire
  const creditor = { name: wire.sender_name ?? '', account: target.account, bic: wire.sender_bic }
  const request = { kind: 'return' as const, subject, currency, amount, creditor, remittance: `Return of ${bankref}` }
  const payoutId = await preparePayout(env, tx, request, by)
  const journal = wireJournal(wire, 'returning', 'returns', 'payouts_in_transit')
  await postIn(env, tx, [{ ...journal, key: `${journal.key}:${payoutId}` }])
  audit(tx, { actor: by.actor, action: 'wire.sent_back', subject, detail: { why: by.why, payout: payoutId } })
}

/** What staff can do about a wire that no order of ours can return. */
const askBank = 'Ask the bank to return it. The wire is returned as soon as the bank has booked the return.'

/** The account to which the wire is returned, or why no order of ours can return it and what to do. */
export function returnTarget({ id, sender_account, currency }: Wire): { account: AccountId } | { problem: string } {
  if (sender_account === null) return { problem: `The bank named no sender account for wire ${id}. ${askBank}` }
  const account = readAccountId(sender_account)
  const why = account === null ? 'It is neither an IBAN nor a UK account.' : unpayable(currency, account)
  if (account !== null && why === null) return { account }
  return { problem: `Wire ${id} came from ${sender_account}, which cannot be paid in ${currency}. ${why} ${askBank}` }
}

async function returnable(tx: Tx, wireId: string): Promise<Wire> {
  const [wire] = await tx.query<Wire>('select * from banking.wire where id = $1 for update', [wireId])
  if (!wire) throw refused(`There is no wire ${wireId}.`)
  if (!['unidentified', 'held', 'return_pending'].includes(wire.state)) {
    throw refused(`Wire ${wireId} is ${wire.state}. Only an unidentified or held wire can be sent back.`)
  }
  const [inProgress] = await tx.query(
    `select 1 from banking.payout where kind = 'return' and subject = $1 and state not in ('rejected', 'returned')`,
    [wireId],
  )
  if (inProgress) throw refused(`Wire ${wireId} is already being sent back.`)
  return wire
}
