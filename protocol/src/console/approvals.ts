import { z } from 'zod'
import type { ActName } from '../people/acts.ts'
import { approval, callsOf } from '../web-api/approvals.ts'
import { approvalKinds } from '../people/approvals/approvals.ts'
import { payloads, type ProposedKind } from '../people/approvals/payloads.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'

export const consoleApprovals = callsOf('console', 'approvals.read', 'approvals.decide')

const proposal = <const K extends ProposedKind, const A extends ActName>(ofKind: K, act: A, path: `/${string}`) => ({
  kind: ofKind,
  call: peopleCall({
    name: `propose.${ofKind}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    where: 'console',
    method: 'POST',
    path,
    act,
    tag: 'Approvals',
    summary: approvalKinds[ofKind].does,
    description:
      'Requests the action, which is carried out when a second approver approves it. A request that cannot be carried out now is refused at once. A duplicate is refused too (`details.approvalid`).',
    request: payloads[ofKind].schema.extend({ reason }) as z.ZodObject,
    response: approval,
    errors: ['approval_refused', 'not_found'],
  }),
})

/** The requests of staff. The fields of each are its payload and the reason. */
export const proposals = [
  proposal('institution.approver', 'institutions.propose', '/members/approver'),
  proposal('hold.decide', 'holds.propose', '/holds/decide'),
  proposal('party.decide', 'holds.propose', '/parties/decide'),
  proposal('list.accept', 'lists.propose', '/lists/accept'),
  proposal('list.remove', 'lists.propose', '/lists/own/remove'),
  proposal('switch.lift', 'switches.propose', '/switches/lift'),
  proposal('limit.set', 'limits.propose', '/limits'),
  proposal('case.decide', 'cases.propose', '/cases/decide'),
  proposal('rule.activate', 'rules.propose', '/rules/activate'),
  proposal('rule.retire', 'rules.propose', '/rules/retire'),
  proposal('bank.send_back', 'bank.propose', '/bank/send-back'),
  proposal('wire.assign', 'bank.propose', '/bank/assign'),
  proposal('bank.import', 'bank.propose', '/bank/import'),
  proposal('bank.retract_file', 'bank.propose', '/bank/retract-file'),
  proposal('bank.retract', 'bank.propose', '/bank/retract'),
  proposal('bank.match_line', 'bank.propose', '/bank/match-line'),
  proposal('bank.book_line', 'bank.propose', '/bank/book-line'),
  proposal('bank.account', 'bank.propose', '/bank/accounts'),
  proposal('deposit.assign', 'bank.propose', '/deposits/assign'),
  proposal('chain.resume', 'chains.propose', '/chains/resume'),
  proposal('mint.resume', 'chains.propose', '/mint/resume'),
  proposal('chain.contract', 'chains.propose', '/chains/contracts'),
  proposal('allow_list.switch', 'chains.propose', '/chains/allow-lists'),
  proposal('pair.resume', 'trading.propose', '/pairs/resume'),
  proposal('venue.register', 'trading.propose', '/venues'),
  proposal('payment.credit', 'payments.propose', '/payments/credit'),
  proposal('rail.resume', 'rails.propose', '/rails/resume'),
] as const
