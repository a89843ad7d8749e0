import { environment } from '@specie/protocol/fields.ts'
import { products } from '@specie/protocol/endpoint.ts'
import { holdReasons } from '@specie/protocol/holds.ts'
import { railTypes } from '@specie/protocol/rails.ts'
import { caseKinds } from './banking/reconciliation/cases.ts'
import { payoutKinds } from './banking/payout/row.ts'
import { intentStates } from './base/jobs/intents.ts'
import { operationStates } from './chains/outbox/operations.ts'
import { transactionStates } from './chains/outbox/transactions.ts'
import { verdicts } from './chains/watcher/watcher.ts'
import { watchlistEffects } from './compliance/watchlist.ts'
import { heldKinds } from './compliance/things.ts'
import { chart, ownerKinds } from './ledger/chart.ts'
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
  'ledger.chart': { pool: Object.keys(chart), owner: ownerKinds },
  'institutions.agreement': { product: products },
  'compliance.hold': { subject_kind: heldKinds, reason: holdReasons },
  'compliance.listed': { effect: watchlistEffects },
  'banking.bank_case': { kind: caseKinds },
  'banking.payout': { kind: payoutKinds },
  'rails.rail': { railtype: railTypes },
  'rails.payment': { stuck: stuckAt },
  'rails.statement_entry': { kind: statementKinds },
  'chains.transaction': { state: transactionStates },
  'chains.operation': { state: operationStates },
  'chains.movement': { verdict: verdicts },
  'trading.client_order': { state: orderStates },
}
