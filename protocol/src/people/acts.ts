import { type InstitutionRole, institutionRoles, type Side, type StaffRole, staffRoles } from './roles.ts'

// The acts of people, one row each. Every call of the portal and the console names one act; the gate reads this table and
// nothing else. docs/people.md shows it as a matrix.

export type Act = {
  readonly side: Side
  readonly does: string
  readonly roles: readonly (InstitutionRole | StaffRole)[]
  /** Needs a factor shown in the last five minutes. */
  readonly fresh: boolean
  /** Creates another way to sign in, so a token cannot do it. The access would outlive the session of the token. */
  readonly browser: boolean
}

/** `door`: a fresh factor, shown in a browser. */
type Factor = 'any' | 'fresh' | 'door'

const shown = (factor: Factor) => ({ fresh: factor !== 'any', browser: factor === 'door' })

const institution = (does: string, roles: readonly InstitutionRole[], factor: Factor = 'any'): Act => ({
  side: 'institution',
  does,
  roles,
  ...shown(factor),
})
const staff = (does: string, roles: readonly StaffRole[], factor: Factor = 'any'): Act => ({
  side: 'staff',
  does,
  roles,
  ...shown(factor),
})

export const acts = {
  // the portal
  'company.read': institution('Read the company, its KYB case, agreements, limits and settings', institutionRoles),
  'company.edit': institution('Fill in and submit the KYB case, add documents', ['admin']),
  'company.settings': institution('Choose what needs two people', ['admin'], 'fresh'),
  'agreements.sign': institution('Sign an agreement', ['admin'], 'fresh'),
  'members.read': institution('See the people of the institution', institutionRoles),
  'members.edit': institution('Invite people, grant and revoke roles, make links, reinstate', ['admin'], 'door'),
  'members.suspend': institution('Suspend and remove people', ['admin'], 'fresh'),
  'keys.read': institution('See API keys and their recent calls', institutionRoles),
  'keys.edit': institution('Register, rotate and revoke API keys', ['admin'], 'door'),
  'keys.freeze': institution('Freeze an API key at once', ['admin', 'approver']),
  'keys.unfreeze': institution(
    'Unfreeze an API key that people with the same role have frozen',
    ['admin', 'approver'],
    'door',
  ),
  'addresses.read': institution('See withdrawal addresses and bank accounts', institutionRoles),
  'addresses.edit': institution('Add, prove, suspend and remove them', ['admin'], 'fresh'),
  'money.read': institution('See balances, orders, payments, supply and statements', institutionRoles),
  'money.trade': institution('Place orders, request quotes, convert', ['trader']),
  'money.supply': institution('Mint and redeem coins', ['trader']),
  'money.withdraw': institution('Withdraw to registered accounts and addresses', ['trader'], 'fresh'),
  'money.rails': institution('Add payment rails', ['trader'], 'fresh'),
  'money.cancel': institution('Cancel withdrawals and mints before they leave', ['trader']),
  'requests.read': institution('See requests for a second approver', institutionRoles),
  'requests.decide': institution('Approve or reject as second approver', ['approver'], 'fresh'),
  'search.own': institution('Find anything of the institution', institutionRoles),
  // the console
  'queue.read': staff('See waiting items of the kinds that the roles can read', staffRoles),
  search: staff('Find anything, of the kinds that the roles can read', staffRoles),
  'institutions.read': staff('Read institutions and their requests', staffRoles),
  'institutions.invite': staff('Invite an institution and its first administrator', ['compliance'], 'door'),
  'institutions.propose': staff('Request an approver for an institution that has none left', ['compliance'], 'fresh'),
  'institutions.recover': staff(
    'Invite the first administrator of an institution again, request a sign-in reset for one of its people',
    ['compliance'],
    'door',
  ),
  'institutions.end_sessions': staff('End the sessions of a person of an institution at once', [
    'support',
    'compliance',
    'mlro',
  ]),
  'institutions.suspend': staff('Suspend an institution at once', ['compliance', 'mlro'], 'fresh'),
  'switches.read': staff('See the switches, who pulled them and why', staffRoles),
  'switches.pull': staff('Pull a switch at once', ['operations', 'treasury', 'compliance', 'mlro']),
  'switches.propose': staff('Request to lift a switch', ['operations', 'treasury', 'compliance', 'mlro'], 'fresh'),
  'limits.propose': staff('Request to set or remove limits of an institution', ['compliance'], 'fresh'),
  'kyb.read': staff('Read KYB cases and documents', ['compliance', 'mlro', 'auditor']),
  'kyb.work': staff('Review KYB cases, ask for information, request a decision', ['compliance'], 'fresh'),
  'agreements.countersign': staff('Send and countersign agreements', ['compliance', 'mlro'], 'fresh'),
  'apikeys.read': staff('See API keys of institutions', staffRoles),
  'apikeys.freeze': staff('Freeze an API key at once', ['operations', 'compliance', 'mlro']),
  'apikeys.unfreeze': staff('Unfreeze an API key that staff have frozen', ['compliance', 'mlro'], 'door'),
  'apikeys.revoke': staff('Revoke an API key of an institution permanently', ['compliance', 'mlro'], 'fresh'),
  'wallets.suspend': staff('Suspend a withdrawal address at once', ['operations', 'compliance', 'mlro']),
  'wallets.decide': staff(
    'Reject or reinstate a withdrawal address, reject a bank account; request to clear one',
    ['compliance', 'mlro'],
    'fresh',
  ),
  'holds.read': staff('See holds', ['operations', 'compliance', 'mlro', 'auditor']),
  'holds.place': staff('Place a hold at once', ['compliance', 'mlro']),
  'holds.propose': staff('Request to release or reject a hold', ['compliance'], 'fresh'),
  'cases.read': staff('Read cases of compliance with their notes and files, and export them', [
    'compliance',
    'mlro',
    'auditor',
  ]),
  'cases.work': staff('Take and assign cases, write notes, add files', ['compliance', 'mlro']),
  'cases.propose': staff('Request the decision on a case', ['compliance'], 'fresh'),
  'exchanges.decide': staff(
    'Decide on an inquiry of another provider, send a message again',
    ['compliance', 'mlro'],
    'fresh',
  ),
  'bank.read': staff('Read bank accounts, cases, wires, and waiting deposits', [
    'operations',
    'treasury',
    'compliance',
    'mlro',
    'auditor',
  ]),
  'bank.propose': staff('Request returns, attributions, manual files and accounts of ours', ['operations'], 'fresh'),
  'payments.retry': staff('Resume a payment or a deposit that waits for an operator', ['operations'], 'fresh'),
  'rails.read': staff('Read payment rails and their payments', [
    'support',
    'operations',
    'treasury',
    'compliance',
    'mlro',
    'auditor',
  ]),
  'rails.suspend': staff('Suspend a payment rail at once', ['operations', 'compliance', 'mlro']),
  'rails.close': staff('Close a payment rail permanently', ['operations', 'compliance'], 'fresh'),
  'payments.propose': staff(
    'Request to credit a payment that can neither continue nor be returned',
    ['operations', 'compliance'],
    'fresh',
  ),
  'rails.propose': staff('Request to resume a suspended rail', ['operations', 'compliance'], 'fresh'),
  'trading.read': staff('Read pairs and venues', ['operations', 'treasury', 'auditor']),
  'trading.halt': staff('Halt a pair at once', ['operations', 'treasury']),
  'trading.propose': staff('Request to resume a pair, and to register a venue', ['operations'], 'fresh'),
  'chains.read': staff('Read chains and their operations', ['operations', 'treasury', 'auditor']),
  'mint.halt': staff('Halt the minting of a coin at once', ['operations', 'treasury', 'compliance', 'mlro']),
  'chains.propose': staff('Request to end a halt, and to record contracts of coins', ['operations'], 'fresh'),
  'approvals.read': staff('See requests for a second approver, of the kinds that the roles can read', staffRoles),
  'approvals.decide': staff(
    'Approve or reject as second approver; each kind names the roles that can',
    ['operations', 'treasury', 'mlro', 'admin'],
    'fresh',
  ),
  'ledger.read': staff('Read accounts and journals', ['operations', 'treasury', 'compliance', 'mlro', 'auditor']),
  'treasury.read': staff('Read reserves, coverage and payouts', ['operations', 'treasury', 'mlro', 'auditor']),
  'reports.read': staff('Read and download reports from the books', ['treasury', 'compliance', 'mlro', 'auditor']),
  'outsourcing.edit': staff('Keep the register of outsourced services', ['operations', 'compliance'], 'fresh'),
  'suspicion.draft': staff('Draft a report about a suspicion', ['compliance', 'mlro']),
  'system.read': staff('Read the state of jobs, processes and outside systems', ['operations', 'admin', 'auditor']),
  'lists.read': staff('Read sanctions lists, country lists and texts of agreements', ['compliance', 'mlro', 'auditor']),
  'lists.refresh': staff('Have the source of a sanctions list read now', ['compliance', 'mlro']),
  'lists.add': staff('Add a party to the own list at once', ['compliance', 'mlro'], 'fresh'),
  'lists.propose': staff(
    'Request to activate a refused version of a sanctions list, and to remove an entry of the own list',
    ['compliance'],
    'fresh',
  ),
  'rules.read': staff('Read monitoring rules and their hits, and try a rule on history', [
    'compliance',
    'mlro',
    'auditor',
  ]),
  'rules.edit': staff('Write a version of a monitoring rule, run it in shadow, discard it', ['compliance'], 'fresh'),
  'rules.propose': staff('Request to activate or retire a monitoring rule', ['compliance'], 'fresh'),
  'staff.read': staff('See staff and their roles', staffRoles),
  'staff.edit': staff('Invite staff, grant and revoke roles, make links, reinstate', ['admin'], 'door'),
  'staff.suspend': staff('Suspend and remove staff', ['admin'], 'fresh'),
  'audit.read': staff('Search, verify and export the audit log', ['mlro', 'admin', 'auditor']),
} as const satisfies Record<string, Act>

export type ActName = keyof typeof acts
