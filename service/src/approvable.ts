import { mintTokens } from '@specie/protocol/supply.ts'
import { withdraw } from '@specie/protocol/transfers.ts'
import { addressPayload, bankAccountPayload } from '@specie/protocol/people/addresses.ts'
import { payloads } from '@specie/protocol/people/payloads.ts'
import { accountSchema, enterAccount } from './banking/account/enter.ts'
import { bookLineAsNew, disown, matchLineToEntries } from './banking/file/decide.ts'
import { approveFile, disownFile } from './banking/file/manual-import.ts'
import { sendBack } from './banking/wire/send-back.ts'
import type { Runtime } from './base/env.ts'
import { resumeMint } from './chains/outbox/halts.ts'
import { contractSchema, recordApproved } from './chains/record-contract.ts'
import { agreeToResume } from './chains/watcher/resume.ts'
import { decideHold } from './compliance/holds.ts'
import { addApproved } from './institutions/address/add.ts'
import { storeApproved } from './institutions/bank-account/register.ts'
import { keyPayload, registerApproved } from './institutions/api-key/request.ts'
import { chooseApproved, secondPersonPayload } from './institutions/second-person.ts'
import { paymentApproval } from './institutions/payment-approval.ts'
import { decideCase, offboard } from './institutions/kyb/decide.ts'
import { giveRolePayload, giveRoles } from './people/person/deciding-roles.ts'
import { resumeRail } from './rails/rail/suspend.ts'
import { registerVenue } from './trading/market/register-venue.ts'
import { resumePair } from './trading/market/switch-pair.ts'
import { assignDeposit } from './transfers/deposit/assign.ts'

/** What is done once a second person has approved it, by kind. */
export const approvable: Runtime['approvable'] = {
  'member.key': { schema: keyPayload, execute: registerApproved },
  'member.address': { schema: addressPayload, execute: addApproved },
  'member.bank_account': { schema: bankAccountPayload, execute: storeApproved },
  'member.second_person': { schema: secondPersonPayload, execute: chooseApproved },
  'member.withdrawal': paymentApproval(withdraw.needs),
  'member.mint': paymentApproval(mintTokens.needs),
  'kyb.decide': { schema: payloads['kyb.decide'].schema, execute: decideCase },
  'institution.offboard': { schema: payloads['institution.offboard'].schema, execute: offboard },
  'hold.decide': { ...payloads['hold.decide'], execute: decideHold },
  'bank.send_back': { ...payloads['bank.send_back'], execute: sendBack },
  'bank.import': { ...payloads['bank.import'], execute: approveFile },
  'bank.disown_file': { ...payloads['bank.disown_file'], execute: disownFile },
  'bank.disown': { ...payloads['bank.disown'], execute: disown },
  'bank.match_line': { ...payloads['bank.match_line'], execute: matchLineToEntries },
  'bank.book_line': { ...payloads['bank.book_line'], execute: bookLineAsNew },
  'bank.account': { schema: accountSchema, execute: enterAccount },
  'deposit.assign': { ...payloads['deposit.assign'], execute: assignDeposit },
  'chain.resume': { ...payloads['chain.resume'], execute: agreeToResume },
  'mint.resume': { ...payloads['mint.resume'], execute: resumeMint },
  'staff.give_role': { schema: giveRolePayload, execute: giveRoles },
  'chain.contract': { schema: contractSchema, execute: recordApproved },
  'venue.register': { ...payloads['venue.register'], execute: registerVenue },
  'rail.resume': { ...payloads['rail.resume'], execute: resumeRail },
  'pair.resume': { ...payloads['pair.resume'], execute: resumePair },
}
