import { addressCalls } from './addresses.ts'
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
import { holdCalls } from './holds.ts'
import { keyCalls } from './keys.ts'
import { kybCalls } from './kyb-calls.ts'
import { personCalls } from './persons.ts'
import { railCalls } from './rails.ts'
import { secondPersonCalls } from './second-person.ts'
import { sessionCalls } from './session.ts'
import { tokenCalls } from './tokens.ts'
import { tradingCalls } from './trading.ts'

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
  ...agreementCalls,
  ...auditCalls,
  ...companyCalls,
  ...kybCalls,
  ...holdCalls,
  ...bankCalls,
  ...depositCalls,
  ...railCalls,
  ...tradingCalls,
  ...chainCalls,
  ...approvalCalls,
]
