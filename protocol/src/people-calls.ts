import { addressCalls } from './portal/addresses.ts'
import { staffAddressCalls } from './console/addresses.ts'
import { accountCalls } from './portal/movements.ts'
import { agreementCalls } from './portal/agreements.ts'
import { staffAgreementCalls } from './console/agreements.ts'
import { auditCalls } from './console/audit.ts'
import { bankAccountCalls } from './portal/bank-accounts.ts'
import { staffBankAccountCalls } from './console/bank-accounts.ts'
import { bankCalls } from './console/bank.ts'
import type { PeopleCall } from './web-api/call.ts'
import { consoleApprovals, proposals } from './console/approvals.ts'
import { portalApprovals } from './portal/approvals.ts'
import { changesCall } from './web-api/changes.ts'
import { chainCalls } from './console/chains.ts'
import { companyCalls } from './portal/company.ts'
import { depositCalls } from './console/deposits.ts'
import { factorCalls } from './web-api/factors.ts'
import { exchangeCalls } from './console/exchanges.ts'
import { holdCaseCall } from './console/hold-case.ts'
import { holdCalls } from './console/holds.ts'
import { partyCalls } from './console/parties.ts'
import { keyCalls } from './portal/api-keys.ts'
import { staffKeyCalls } from './console/api-keys.ts'
import { kybCalls } from './console/kyb.ts'
import { ladderCall } from './portal/ladder.ts'
import { ledgerCalls } from './console/ledger.ts'
import { listCalls } from './console/lists.ts'
import { caseCalls } from './console/cases.ts'
import { ruleCalls } from './console/rules.ts'
import { moneyCalls } from './portal/money.ts'
import { operationCall } from './console/operation.ts'
import { overviewCall } from './portal/overview.ts'
import { memberCalls } from './portal/members.ts'
import { memberCallsOfStaff } from './console/members.ts'
import { staffCalls } from './console/staff.ts'
import { saveOutsourcedServiceCall } from './console/outsourcing.ts'
import { reportCalls } from './console/reports.ts'
import { railCalls } from './console/rails.ts'
import { priceHistoryCall, reservesHistoryCall } from './portal/public.ts'
import { queueCall } from './console/queue.ts'
import { consoleSearchCall } from './console/search.ts'
import { portalSearchCall } from './portal/search.ts'
import { secondPersonCalls } from './portal/second-person.ts'
import { sessionCalls } from './web-api/session.ts'
import { smallestMintCall, supplyStepsCall } from './portal/supply.ts'
import { switchCalls } from './console/switches.ts'
import { systemCall } from './console/system.ts'
import { tokenCalls } from './web-api/tokens.ts'
import { tradingCalls } from './console/trading.ts'
import { treasuryCalls } from './console/treasury.ts'

/** Every call of the portal and the console, in the order of the documentation. */
export const peopleCalls: readonly PeopleCall[] = [
  ...sessionCalls,
  changesCall,
  ...factorCalls,
  ...tokenCalls,
  ...memberCalls,
  ...memberCallsOfStaff,
  ...staffCalls,
  ...secondPersonCalls,
  ...keyCalls,
  ...Object.values(staffKeyCalls),
  ...addressCalls,
  ...staffAddressCalls,
  ...bankAccountCalls,
  ...staffBankAccountCalls,
  overviewCall,
  ...Object.values(moneyCalls),
  supplyStepsCall,
  smallestMintCall,
  ...accountCalls,
  ladderCall,
  ...agreementCalls,
  ...staffAgreementCalls,
  ...auditCalls,
  ...companyCalls,
  ...kybCalls,
  ...exchangeCalls,
  ...holdCalls,
  ...partyCalls,
  holdCaseCall,
  ...bankCalls,
  ...depositCalls,
  ...railCalls,
  ...tradingCalls,
  ...chainCalls,
  ...switchCalls,
  ...Object.values(consoleApprovals),
  ...Object.values(portalApprovals),
  ...proposals.map(({ call }) => call),
  queueCall,
  ...ledgerCalls,
  ...listCalls,
  ...caseCalls,
  ...ruleCalls,
  consoleSearchCall,
  portalSearchCall,
  operationCall,
  ...treasuryCalls,
  ...reportCalls,
  saveOutsourcedServiceCall,
  systemCall,
  reservesHistoryCall,
  priceHistoryCall,
]
