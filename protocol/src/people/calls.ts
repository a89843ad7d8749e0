import { addressCalls } from './addresses.ts'
import { agreementCalls } from './agreements.ts'
import { auditCalls } from './audit.ts'
import { bankCalls } from './bank.ts'
import type { PeopleCall } from './call.ts'
import { approvalCalls } from './approvals-calls.ts'
import { companyCalls } from './company-calls.ts'
import { factorCalls } from './factors.ts'
import { holdCalls } from './holds.ts'
import { keyCalls } from './keys.ts'
import { kybCalls } from './kyb-calls.ts'
import { moneyCalls } from './money.ts'
import { overviewCall } from './overview.ts'
import { personCalls } from './persons.ts'
import { secondPersonCalls } from './second-person.ts'
import { sessionCalls } from './session.ts'
import { tokenCalls } from './tokens.ts'

/** Every call of the portal and the console, in the order of the documentation. */
export const peopleCalls: readonly PeopleCall[] = [
  ...sessionCalls,
  ...factorCalls,
  ...tokenCalls,
  ...personCalls,
  ...secondPersonCalls,
  ...keyCalls,
  ...addressCalls,
  overviewCall,
  ...Object.values(moneyCalls),
  ...agreementCalls,
  ...auditCalls,
  ...companyCalls,
  ...kybCalls,
  ...holdCalls,
  ...bankCalls,
  ...approvalCalls,
]
