import { mintTokens, redeemTokens } from '@specie/protocol/endpoints/supply.ts'
import { withdraw } from '@specie/protocol/endpoints/transfers.ts'
import { addressPayload } from '@specie/protocol/people/institution/addresses.ts'
import { bankAccountPayload } from '@specie/protocol/people/institution/bank-accounts.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { accountSchema, describeAccount, enterAccount } from './banking/account/enter.ts'
import { bookLineAsNew, disown, matchLineToEntries } from './banking/file/decide.ts'
import { describeBookLine, describeDisown, describeMatch } from './banking/file/describe.ts'
import { approveFile, describeFileDisowned, describeImport, disownFile } from './banking/file/manual-import.ts'
import { describeSendBack, sendBack } from './banking/wire/send-back.ts'
import { assignWire, describeWireAssignment } from './banking/wire/assign.ts'
import type { Runtime } from './base/env.ts'
import { completeMintResume, describeMintResume, resumeMint } from './chains/outbox/halts.ts'
import { contractSchema, describeContract, recordApproved } from './chains/record-contract.ts'
import { agreeToResume, describeResume } from './chains/watcher/resume.ts'
import { completeHoldDecision, decideHold, describeHoldDecision } from './compliance/holds.ts'
import { addApproved, describeAddress } from './destinations/address/add.ts'
import { clearAddress, describeClearing as describeAddressClearing } from './destinations/address/screen.ts'
import { clearBankAccount, describeClearing as describeAccountClearing } from './destinations/bank-account/decide.ts'
import { describeBankAccount, storeApproved } from './destinations/bank-account/register.ts'
import { describeKey, keyPayload, registerApproved } from './access/api-key/request.ts'
import { chooseApproved, describeChoice, secondPersonPayload } from './people/approval/second-person.ts'
import { paymentApproval } from './access/payment-approval.ts'
import { decideCase, describeDecision } from './onboarding/kyb/decide.ts'
import { completeOffboarding, describeOffboarding, offboard } from './onboarding/kyb/offboard.ts'
import { describeGiveApprover, giveApprover } from './people/person/give-approver.ts'
import {
  assertGivable,
  describeRoles,
  giveRoles,
  memberRolesPayload,
  staffRolesPayload,
} from './people/person/give-roles.ts'
import { describeLink, halvesPayload, makeLinkInHalves } from './people/person/link-in-halves.ts'
import { completeRailResume, describeRailResume, resumeRail } from './rails/rail/suspend.ts'
import { describeVenue, registerVenue } from './trading/market/register-venue.ts'
import { completePairResume, describePairResume, resumePair } from './trading/market/switch-pair.ts'
import { assignDeposit, describeAssignment } from './transfers/deposit/assign.ts'

const roles = { describe: describeRoles, execute: giveRoles, check: assertGivable }

/** What is done once a second person has approved it, by kind. */
export const approvable: Runtime['approvable'] = {
  'member.key': { schema: keyPayload, describe: describeKey, execute: registerApproved },
  'member.address': { schema: addressPayload, describe: describeAddress, execute: addApproved },
  'member.bank_account': { schema: bankAccountPayload, describe: describeBankAccount, execute: storeApproved },
  'member.approver': { schema: memberRolesPayload, ...roles },
  'member.second_person': { schema: secondPersonPayload, describe: describeChoice, execute: chooseApproved },
  'member.withdrawal': paymentApproval('Withdraw', withdraw.needs),
  'member.redemption': paymentApproval('Redeem', redeemTokens.needs),
  'member.mint': paymentApproval('Mint', mintTokens.needs),
  'kyb.decide': { ...payloads['kyb.decide'], describe: describeDecision, execute: decideCase },
  'institution.offboard': {
    ...payloads['institution.offboard'],
    complete: completeOffboarding,
    describe: describeOffboarding,
    execute: offboard,
  },
  'institution.approver': {
    ...payloads['institution.approver'],
    describe: describeGiveApprover,
    execute: giveApprover,
  },
  'address.clear': { ...payloads['address.clear'], describe: describeAddressClearing, execute: clearAddress },
  'bank_account.clear': {
    ...payloads['bank_account.clear'],
    describe: describeAccountClearing,
    execute: clearBankAccount,
  },
  'hold.decide': {
    ...payloads['hold.decide'],
    complete: completeHoldDecision,
    describe: describeHoldDecision,
    execute: decideHold,
  },
  'bank.send_back': { ...payloads['bank.send_back'], describe: describeSendBack, execute: sendBack },
  'wire.assign': { ...payloads['wire.assign'], describe: describeWireAssignment, execute: assignWire },
  'bank.import': { ...payloads['bank.import'], describe: describeImport, execute: approveFile },
  'bank.disown_file': { ...payloads['bank.disown_file'], describe: describeFileDisowned, execute: disownFile },
  'bank.disown': { ...payloads['bank.disown'], describe: describeDisown, execute: disown },
  'bank.match_line': { ...payloads['bank.match_line'], describe: describeMatch, execute: matchLineToEntries },
  'bank.book_line': { ...payloads['bank.book_line'], describe: describeBookLine, execute: bookLineAsNew },
  'deposit.assign': { ...payloads['deposit.assign'], describe: describeAssignment, execute: assignDeposit },
  'chain.resume': { ...payloads['chain.resume'], describe: describeResume, execute: agreeToResume },
  'mint.resume': {
    ...payloads['mint.resume'],
    complete: completeMintResume,
    describe: describeMintResume,
    execute: resumeMint,
  },
  'staff.give_role': { schema: staffRolesPayload, ...roles },
  'staff.link': { schema: halvesPayload, describe: describeLink, execute: makeLinkInHalves },
  'bank.account': { schema: accountSchema, describe: describeAccount, execute: enterAccount },
  'chain.contract': { schema: contractSchema, describe: describeContract, execute: recordApproved },
  'venue.register': { ...payloads['venue.register'], describe: describeVenue, execute: registerVenue },
  'rail.resume': {
    ...payloads['rail.resume'],
    complete: completeRailResume,
    describe: describeRailResume,
    execute: resumeRail,
  },
  'pair.resume': {
    ...payloads['pair.resume'],
    complete: completePairResume,
    describe: describePairResume,
    execute: resumePair,
  },
}
