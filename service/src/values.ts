import { directions } from '@specie/payments/entry.ts'
import { messageKinds } from '@specie/payments/camt.ts'
import { fiatCodes } from '@specie/protocol/assets.ts'
import { chainFamilies } from '@specie/protocol/chains.ts'
import {
  accountPurposes,
  custodies,
  ownerships,
  payeeResults,
  travelRuleStatuses,
} from '@specie/protocol/endpoints/destinations.ts'
import { products } from '@specie/protocol/endpoints/endpoint.ts'
import { environment } from '@specie/protocol/fields.ts'
import { heldKinds, holdReasons } from '@specie/protocol/holds.ts'
import { channels, documentKinds, documentTypes } from '@specie/protocol/people/kyb/kyb.ts'
import { railTypes } from '@specie/protocol/endpoints/rails.ts'
import { fulfilments } from '@specie/protocol/endpoints/supply.ts'
import { conversionStatuses, sides } from '@specie/protocol/endpoints/trading.ts'
import { manualLineStates } from './banking/file/manual-import.ts'
import { payingPurposes } from './banking/payout/row.ts'
import { caseKinds } from './banking/reconciliation/cases.ts'
import { expectedKinds } from './banking/wire/expected.ts'
import { intentStates } from './base/jobs/intents.ts'
import { coinCodes, effectKinds, movementKinds } from './base/ports/chain.ts'
import { operationStates } from './chains/outbox/operations.ts'
import { transactionStates } from './chains/outbox/transactions.ts'
import { troubleKinds, troubleParts } from './chains/trouble/reliable.ts'
import { movementStates, verdicts } from './chains/watcher/watcher.ts'
import { watchlistEffects } from './compliance/watchlist.ts'
import { sides as personSides } from '@specie/protocol/people/roles.ts'
import { payoutKinds } from '@specie/protocol/people/operations/treasury.ts'
import { suspenders } from './destinations/address/row.ts'
import { legOutcomes } from './issuance/mint/funding/row.ts'
import { chart, normalSides, ownerKinds } from './ledger/chart.ts'
import { freezers } from './access/api-key/change.ts'
import { linkPurposes } from './people/person/link.ts'
import { sessionKinds, sessionMethods } from './people/session/session.ts'
import { stuckAt } from './rails/payment/row.ts'
import { statementKinds } from './rails/reconcile.ts'
import { orderStates } from './trading/order/row.ts'

/**
 * Columns whose values the code knows, by table. `npm run generate` makes a check of each (sql/values/), so that a list stands
 * in one place. The states of things that move by a state table are checked by state.enforce.
 */
export const columnValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'base.environment': { name: environment.options },
  'work.intent': { state: intentStates },
  'ledger.chart': { pool: Object.keys(chart), owner: ownerKinds, side: normalSides },
  'onboarding.agreement': { product: products },
  'access.api_key': { frozen_by: freezers },
  'onboarding.kyb_case': { channel: channels },
  'onboarding.kyb_document': { kind: documentKinds, content_type: documentTypes },
  'destinations.address': {
    ownership: ownerships,
    custody: custodies,
    travel_rule_status: travelRuleStatuses,
    suspended_by: suspenders,
  },
  'destinations.bank_account': { currency: fiatCodes, confirmation: payeeResults },
  'people.device': { side: personSides },
  'people.link': { purpose: linkPurposes },
  'directory.person': { side: personSides },
  'people.session': { kind: sessionKinds, method: sessionMethods },
  'compliance.hold': { subject_kind: heldKinds, reason: holdReasons },
  'compliance.listed': { effect: watchlistEffects },
  'banking.bank_account': { purpose: accountPurposes, currency: fiatCodes },
  'banking.message': { kind: messageKinds },
  'banking.entry': { direction: directions },
  'banking.wire': { currency: fiatCodes },
  'banking.reference': { currency: fiatCodes },
  'banking.bank_case': { kind: caseKinds },
  'banking.payment_order': { purpose: payingPurposes, currency: fiatCodes },
  'banking.payout': { kind: payoutKinds, purpose: payingPurposes, currency: fiatCodes },
  'banking.expected': { kind: expectedKinds, currency: fiatCodes },
  'banking.hand_line': { direction: directions, state: manualLineStates },
  'rails.rail': { railtype: railTypes },
  'rails.payment': { stuck: stuckAt },
  'rails.statement_entry': { kind: statementKinds },
  'chains.deposit_address': { family: chainFamilies },
  'chains.transaction': { state: transactionStates },
  'chains.operation': { kind: effectKinds, state: operationStates },
  'chains.movement': { kind: movementKinds, state: movementStates, verdict: verdicts },
  'chains.trouble': { part: troubleParts, kind: troubleKinds },
  'transfers.statement': { currency: fiatCodes },
  'issuance.mint': { asset: coinCodes, fulfilment: fulfilments },
  'issuance.redemption': { asset: coinCodes },
  'issuance.conversion': { buy: fiatCodes },
  'issuance.conversion_leg': { outcome: legOutcomes },
  'trading.client_order': { side: sides, state: orderStates },
  'trading.conversion': { side: sides, status: conversionStatuses },
  'trading.quote': { side: sides },
}
