import { fiatCodes } from '@specie/protocol/assets.ts'
import { custodies, ownerships, payeeResults, travelRuleStatuses } from '@specie/protocol/endpoints/destinations.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { addressPayload } from '@specie/protocol/portal/addresses.ts'
import { bankAccountPayload } from '@specie/protocol/portal/bank-accounts.ts'
import { accountNumber } from '../banking/account/account-number.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { exact, type Found, ownPrefix, part, searchable } from '../base/searchable.ts'
import { addressFacts, clearingFacts as addressClearingFacts } from './address/facts.ts'
import { bankAccountFacts, clearingFacts as accountClearingFacts } from './bank-account/facts.ts'
import { addApproved, describeAddress } from './address/add.ts'
import { endCooling } from './address/cooling.ts'
import { suspenders } from './address/row.ts'
import { clearAddress, completeClearing, describeClearing as describeAddressClearing } from './address/screen.ts'
import { screenedAddresses } from './address/staff-queue.ts'
import { clearBankAccount, describeClearing as describeAccountClearing } from './bank-account/decide.ts'
import { describeBankAccount, storeApproved } from './bank-account/register.ts'
import { unconfirmedAccounts } from './bank-account/staff-queue.ts'

/** Where may the money of an institution go? */
export const room: Room = {
  name: 'destinations',
  tables: {
    'destinations.address': { ...byId, fixed: ['institution_id', 'blockchain', 'address', 'memo', 'beneficiary'] },
    'destinations.bank_account': { ...byId, fixed: ['institution_id', 'currency', 'identifier', 'name'] },
  },
  topics: {
    'destinations.address': 'address',
    'destinations.bank_account': 'bank_account',
  },
  values: {
    'destinations.address': {
      ownership: ownerships,
      custody: custodies,
      travel_rule_status: travelRuleStatuses,
      suspended_by: suspenders,
    },
    'destinations.bank_account': { currency: fiatCodes, confirmation: payeeResults },
  },
  partOf: {
    'chains.allowed_holder': 'destinations.usable_holder',
    'compliance.barred': 'destinations.barred_wallet',
    'compliance.hosted': 'destinations.hosted_wallet',
  },
  jobs: [endCooling],
  searchable: [
    searchable<Found & { label: string; blockchain: string; address: string }>({
      kind: 'wallet',
      columns: 'id, institution_id, label, blockchain, address',
      from: 'destinations.address',
      id: 'uuid',
      // EVM addresses differ in case alone; in other families no two differ by it in practice.
      fields: [part('lower(address)', (text) => text.toLowerCase()), ownPrefix('lower(label)')],
      title: ({ label, blockchain, address }) => `Withdrawal address «${label}» on ${blockchain}, ${address}`,
    }),
    searchable<Found & { label: string; identifier: string }>({
      kind: 'bank_account',
      columns: 'id, institution_id, label, identifier',
      from: 'destinations.bank_account',
      id: 'uuid',
      fields: [exact('identifier', accountNumber), ownPrefix('lower(label)')],
      title: ({ label, identifier }) => `Bank account «${label}», ${identifier}`,
    }),
  ],
  staffQueue: [screenedAddresses, unconfirmedAccounts],
  approvals: {
    'member.address': { schema: addressPayload, describe: describeAddress, facts: addressFacts, execute: addApproved },
    'member.bank_account': {
      schema: bankAccountPayload,
      describe: describeBankAccount,
      facts: bankAccountFacts,
      execute: storeApproved,
    },
    'address.clear': {
      ...payloads['address.clear'],
      complete: completeClearing,
      describe: describeAddressClearing,
      facts: addressClearingFacts,
      execute: clearAddress,
    },
    'bank_account.clear': {
      ...payloads['bank_account.clear'],
      describe: describeAccountClearing,
      facts: accountClearingFacts,
      execute: clearBankAccount,
    },
  },
}
