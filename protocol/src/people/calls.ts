import { addressCalls } from './addresses.ts'
import { accountCalls } from './account.ts'
import { agreementCalls } from './agreements.ts'
import { auditCalls } from './audit.ts'
import { bankAccountCalls } from './bank-accounts.ts'
import { bankCalls } from './bank.ts'
import type { PeopleCall } from './call.ts'
import { approvalCalls } from './approvals-calls.ts'
import { chainCalls } from './chains.ts'
import { companyCalls } from './company-calls.ts'
import { depositCalls } from './deposits.ts'
import { factorCalls } from './factors.ts'
import { holdCaseCall } from './hold-case.ts'
import { holdCalls } from './holds.ts'
import { keyCalls } from './keys.ts'
import { kybCalls } from './kyb-calls.ts'
import { ladderCall } from './ladder.ts'
import { ledgerCalls } from './ledger.ts'
import { listCalls } from './lists.ts'
import { moneyCalls } from './money.ts'
import { operationCall } from './operations.ts'
import { overviewCall } from './overview.ts'
import { personCalls } from './persons.ts'
import { railCalls } from './rails.ts'
import { priceHistoryCall, reservesHistoryCall } from './public.ts'
import { queueCall } from './queue.ts'
import { searchCalls } from './search.ts'
import { secondPersonCalls } from './second-person.ts'
import { sessionCalls } from './session.ts'
import { supplyStepsCall } from './supply.ts'
import { systemCall } from './system.ts'
import { tokenCalls } from './tokens.ts'
import { tradingCalls } from './trading.ts'
import { treasuryCalls } from './treasury.ts'

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
