import { type ActName, acts } from '../people/acts.ts'
import type { Role, Side } from '../people/roles.ts'

// The feed of changes that keeps the pages of portal and console up to date: which kinds of things have changed, without
// ids and data. A page repeats its calls that show such things.

type Topic = {
  /** Staff who may do this act learn of it; null: no staff. */
  readonly staff: ActName | null
  /** People of the institution that owns what has changed; null: none of them. */
  readonly institution: ActName | null
}

const topic = (staff: ActName | null, institution: ActName | null): Topic => ({ staff, institution })

export const topics = {
  approval: topic('approvals.read', 'requests.read'),
  hold: topic('holds.read', null),
  exchange: topic('holds.read', null),
  institution: topic('institutions.read', 'company.read'),
  kyb: topic('kyb.read', null),
  agreement: topic('institutions.read', 'company.read'),
  person: topic('staff.read', 'members.read'),
  api_key: topic('apikeys.read', 'keys.read'),
  address: topic('institutions.read', 'addresses.read'),
  bank_account: topic('institutions.read', null),
  balance: topic(null, 'money.read'),
  order: topic('institutions.read', 'money.read'),
  conversion: topic('institutions.read', null),
  mint: topic('institutions.read', 'money.read'),
  redemption: topic('institutions.read', 'money.read'),
  withdrawal: topic('institutions.read', 'money.read'),
  deposit: topic('institutions.read', 'money.read'),
  wire: topic('bank.read', 'money.read'),
  payout: topic('bank.read', null),
  rail: topic('institutions.read', 'money.read'),
  payment: topic('institutions.read', 'money.read'),
  bank: topic('bank.read', null),
  chain: topic('chains.read', null),
  pair: topic('trading.read', null),
  list: topic('lists.read', null),
} as const satisfies Record<string, Topic>

export type TopicName = keyof typeof topics
export const topicNames = Object.keys(topics) as [TopicName, ...TopicName[]]

/** Whether a person of this side with these roles learns of changes of this kind. */
export function learnsOf(topicName: TopicName, side: Side, roles: readonly Role[]): boolean {
  const act = topics[topicName][side]
  return act !== null && (acts[act].roles as readonly Role[]).some((role) => roles.includes(role))
}

const movements = ['balance', 'order', 'conversion', 'mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'payment']
const held = ['mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment'] as const
const money = movements as readonly TopicName[]

/** The kinds of things that each call shows. A call is repeated when one of them has changed. */
export const concerns: Readonly<Record<string, readonly TopicName[]>> = {
  me: ['person'],
  currentSession: ['person', 'institution', 'agreement'],
  listSessions: ['person'],
  listFactors: ['person'],
  listMembers: ['person', 'approval'],
  institutionPeople: ['person', 'approval'],
  institutionMember: ['person', 'approval'],
  listStaff: ['person'],
  secondPerson: ['person', 'approval'],
  keys: ['api_key', 'approval'],
  key: ['api_key', 'approval'],
  keyCalls: [],
  institutionKeys: ['api_key'],
  institutionKey: ['api_key', 'approval'],
  institutionKeyCalls: [],
  addresses: ['address', 'approval'],
  address: ['address', 'approval'],
  checkAddress: [],
  institutionAddresses: ['address'],
  institutionAddress: ['address', 'approval'],
  checkAddressProof: [],
  ownBankAccounts: ['address', 'approval'],
  checkBankAccount: [],
  institutionBankAccounts: ['bank_account'],
  institutionBankAccount: ['bank_account', 'approval'],
  overview: [...money, 'approval', 'address'],
  accountBalance: money,
  queryEvents: [...money, 'rail', 'address', 'agreement', 'institution', 'api_key'],
  queryOrders: ['order'],
  queryTrades: ['order'],
  queryConversions: ['balance'],
  depositAddress: [],
  queryDeposits: ['deposit', 'wire'],
  withdrawAddresses: ['address', 'approval'],
  bankAccounts: ['address', 'approval'],
  queryWithdrawals: ['withdrawal', 'approval'],
  queryTransfers: ['deposit', 'wire', 'withdrawal', 'approval'],
  statement: money,
  movements: money,
  querySupplyChanges: ['mint', 'redemption', 'approval'],
  queryPaymentRails: ['rail'],
  queryPayments: ['payment'],
  supplySteps: ['mint', 'redemption', 'approval', 'balance'],
  smallestMint: [],
  accountSteps: [...held, 'approval'],
  ladder: [],
  agreements: ['agreement'],
  agreementText: ['agreement'],
  agreementCopy: ['agreement'],
  institutionAgreements: ['agreement'],
  institutionAgreement: ['agreement'],
  staffAgreementCopy: ['agreement'],
  auditSearch: [],
  auditExport: [],
  company: ['institution', 'agreement', 'person', 'balance'],
  companyLimits: [...money, 'institution'],
  institutions: ['institution'],
  institution: ['institution', 'kyb', 'agreement', 'api_key', 'person'],
  institutionLimits: [...money, 'institution'],
  institutionMoney: money,
  kybCase: ['kyb', 'institution', 'agreement', 'person'],
  holds: ['hold'],
  hold: ['hold'],
  holdCase: ['hold', 'approval'],
  exchanges: ['exchange'],
  exchange: ['exchange'],
  bankCases: ['bank'],
  wires: ['wire', 'hold'],
  ownAccounts: ['bank'],
  bankFiles: ['bank'],
  unclearLines: ['bank'],
  bankDays: ['bank'],
  waitingDeposits: ['deposit', 'hold'],
  rails: ['rail'],
  railPayments: ['payment'],
  pairs: ['pair', 'order', 'conversion'],
  pairBook: ['pair'],
  venues: ['pair'],
  chains: ['chain'],
  contracts: ['chain'],
  coinSupplies: ['chain'],
  holderBurns: ['chain'],
  mintHalts: ['chain'],
  chainOperations: ['chain'],
  consoleApprovals: ['approval'],
  consoleApproval: ['approval'],
  consoleApprovalEvidence: ['approval'],
  portalApprovals: ['approval'],
  portalApproval: ['approval'],
  portalApprovalEvidence: ['approval'],
  queue: [
    ...held,
    'approval',
    'hold',
    'exchange',
    'institution',
    'agreement',
    'address',
    'bank_account',
    'bank',
    'chain',
    'pair',
  ],
  ledgerAccounts: money,
  ledgerAccount: money,
  ledgerJournal: [],
  ledgerChecks: [],
  lists: ['list', 'agreement'],
  listEntries: ['list'],
  consoleSearch: [],
  portalSearch: [],
  operation: [...held, 'order', 'conversion', 'payout', 'hold', 'approval', 'chain'],
  treasury: [...money, 'payout', 'bank', 'chain'],
  payouts: ['payout'],
  system: [],
  reservesHistory: [],
  priceHistory: [],
}
