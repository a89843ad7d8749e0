import { addressCalls } from './institution/addresses.ts'
import { accountCalls } from './account/account.ts'
import { agreementCalls } from './institution/agreements.ts'
import { auditCalls } from './operations/audit.ts'
import { bankAccountCalls } from './institution/bank-accounts.ts'
import { bankCalls } from './operations/bank.ts'
import type { PeopleCall } from './call.ts'
import { approvalCalls } from './approvals/calls.ts'
import { chainCalls } from './operations/chains.ts'
import { companyCalls } from './kyb/company-calls.ts'
import { depositCalls } from './operations/deposits.ts'
import { factorCalls } from './account/factors.ts'
import { holdCaseCall } from './compliance/hold-case.ts'
import { holdCalls } from './compliance/holds.ts'
import { keyCalls } from './institution/api-keys.ts'
import { kybCalls } from './kyb/calls.ts'
import { ladderCall } from './operations/ladder.ts'
import { ledgerCalls } from './operations/ledger.ts'
import { listCalls } from './compliance/lists.ts'
import { moneyCalls } from './institution/money.ts'
import { operationCall } from './operations/operation.ts'
import { overviewCall } from './institution/overview.ts'
import { personCalls } from './account/persons.ts'
import { railCalls } from './operations/rails.ts'
import { priceHistoryCall, reservesHistoryCall } from './public.ts'
import { queueCall } from './operations/queue.ts'
import { searchCalls } from './search.ts'
import { secondPersonCalls } from './approvals/second-person.ts'
import { sessionCalls } from './account/session.ts'
import { smallestMintCall, supplyStepsCall } from './operations/supply.ts'
import { systemCall } from './operations/system.ts'
import { tokenCalls } from './account/tokens.ts'
import { tradingCalls } from './operations/trading.ts'
import { treasuryCalls } from './operations/treasury.ts'

/** Every call of the portal and the console, in the order of the documentation. */
export const peopleCalls: readonly PeopleCall[] = [
  ...sessionCalls,
  ...factorCalls,
  ...tokenCalls,
  ...personCalls,
  ...secondPersonCalls,
  ...keyCalls,
  ...addressCalls,
  ...bankAccountCalls,
  overviewCall,
  ...Object.values(moneyCalls),
  supplyStepsCall,
  smallestMintCall,
  ...accountCalls,
  ladderCall,
  ...agreementCalls,
  ...auditCalls,
  ...companyCalls,
  ...kybCalls,
  ...holdCalls,
  holdCaseCall,
  ...bankCalls,
  ...depositCalls,
  ...railCalls,
  ...tradingCalls,
  ...chainCalls,
  ...approvalCalls,
  queueCall,
  ...ledgerCalls,
  ...listCalls,
  ...searchCalls,
  operationCall,
  ...treasuryCalls,
  systemCall,
  reservesHistoryCall,
  priceHistoryCall,
]
