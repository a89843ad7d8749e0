import { stepEvents } from '@specie/protocol/endpoints/events.ts'
import type { machines } from '@specie/protocol/machines.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
import type { TopicName } from '@specie/protocol/web-api/topics.ts'
import type { Change } from '../../base/changes/read.ts'

// The topic of each change. Staff learn of tables, whole institutions at once; an institution learns of its own steps.

/** Tables whose rows no page shows, or which change with every call. */
const silent = new Set([
  'access.nonce_mark',
  'audit.marked_from',
  'people.challenge',
  'people.session',
  'trading.closed_flow',
  'trading.quote',
  'transfers.statement',
])
const silentSchemas = new Set(['base', 'work'])

const topicOfSchema: { readonly [schema: string]: TopicName } = {
  banking: 'bank',
  chains: 'chain',
  people: 'person',
  rails: 'rail',
}

const topicOfTable: { readonly [table: string]: TopicName } = {
  'access.api_key': 'api_key',
  'access.key_challenge': 'api_key',
  'banking.payment_order': 'payout',
  'banking.payout': 'payout',
  'banking.wire': 'wire',
  'compliance.hold': 'hold',
  'compliance.listed': 'list',
  'compliance.part': 'hold',
  'destinations.address': 'address',
  'destinations.bank_account': 'bank_account',
  'directory.institution': 'institution',
  'directory.person': 'person',
  'directory.person_role': 'person',
  'issuance.conversion': 'mint',
  'issuance.conversion_leg': 'mint',
  'issuance.mint': 'mint',
  'issuance.redemption': 'redemption',
  'onboarding.agreement': 'agreement',
  'onboarding.closing_payout': 'institution',
  'onboarding.information_request': 'kyb',
  'onboarding.kyb_case': 'kyb',
  'onboarding.kyb_document': 'kyb',
  'onboarding.kyb_person': 'kyb',
  'people.approval': 'approval',
  'rails.payment': 'payment',
  'trading.conversion': 'conversion',
  'trading.execution': 'order',
  'trading.pair': 'pair',
  'trading.venue': 'pair',
  'transfers.deposit': 'deposit',
  'transfers.unreferenced': 'deposit',
  'transfers.withdrawal': 'withdrawal',
}

type MachineName = keyof typeof machines
const topicOfMachine: { readonly [name in MachineName]?: TopicName } = {
  agreement: 'agreement',
  api_key: 'api_key',
  approval: 'approval',
  deposit: 'deposit',
  kyb_case: 'institution',
  mint: 'mint',
  payment: 'payment',
  payment_rail: 'rail',
  person: 'person',
  redemption: 'redemption',
  wire: 'wire',
  withdrawal: 'withdrawal',
  withdrawal_address: 'address',
}

/** Machines whose every step an institution sees. Of the others it learns only of steps that change the shown state. */
const wholly: ReadonlySet<string> = new Set(['approval', 'mint', 'person', 'redemption', 'withdrawal'])

/** The topic of a table with row versions; null: no page shows its rows; undefined: not decided. */
export function topicOfVersions(table: string): TopicName | null | undefined {
  const [schema = ''] = table.split('.')
  if (silent.has(table) || silentSchemas.has(schema)) return null
  return topicOfTable[table] ?? topicOfSchema[schema]
}

/** The topic of a change for one side; null: that side does not learn of it. */
export function topicOf({ kind, name }: Change, side: Side): TopicName | null {
  if (kind === 'order') return 'order'
  if (kind === 'table') return side === 'staff' ? (topicOfVersions(name) ?? null) : null
  const [machine = '', , , hold] = name.split(' ')
  const topic = topicOfMachine[machine as MachineName] ?? null
  // The state of a case is shown with every institution. Other steps come with the versions of their tables.
  if (side === 'staff') return topic === 'institution' ? topic : null
  return stepEvents.has(name) || (wholly.has(machine) && hold === undefined) ? topic : null
}
