import { stepEvents } from '@specie/protocol/endpoints/events.ts'
import type { machines } from '@specie/protocol/machines.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
import type { TopicName } from '@specie/protocol/web-api/topics.ts'
import type { Change } from '../../base/changes/read.ts'
import type { Rooms } from '../../base/gather-rooms.ts'

// The topic of each change. Staff learn of tables, of all institutions; people of an institution learn of its own steps.

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

/** The topic of a table with row versions; null if no page shows its rows; undefined if that is not decided. */
export const topicOfTable = ({ topics }: Pick<Rooms, 'topics'>, table: string): TopicName | null | undefined =>
  table in topics ? topics[table] : topics[table.split('.')[0]!]

/** The topic of a change for one side; null if that side does not learn of it. */
export function topicOf(rooms: Pick<Rooms, 'topics'>, { kind, name }: Change, side: Side): TopicName | null {
  if (kind === 'order') return 'order'
  if (kind === 'table') return side === 'staff' ? (topicOfTable(rooms, name) ?? null) : null
  const [machine = '', , , hold] = name.split(' ')
  const topic = topicOfMachine[machine as MachineName] ?? null
  // The state of a case is shown with every institution. Other steps come with the versions of their tables.
  if (side === 'staff') return topic === 'institution' ? topic : null
  return stepEvents.has(name) || (wholly.has(machine) && hold === undefined) ? topic : null
}
