import type { HeldKind } from '@specie/protocol/holds.ts'
import type { ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import type { TopicName } from '@specie/protocol/web-api/topics.ts'
import type { payoutKinds } from '@specie/protocol/console/treasury.ts'
import type { Approvable } from './approvable.ts'
import type { VersionedTables } from './audit/row-versions.ts'
import type { Stream } from './audit/sealed-stream.ts'
import type { Tx } from './database/db.ts'
import type { Holdable } from './holdable.ts'
import type { Job } from './jobs/runner.ts'
import type { Searchable } from './searchable.ts'
import type { StaffQueue } from './staff-queue.ts'

/**
 * Everything that a room gives to the other rooms, as plain data: its `room.ts`. `service/src/rooms.ts` lists the
 * rooms.
 */
export type Room = {
  readonly name: string
  /** Its schemas in the database; by default the one with its name. Its tables and jobs carry that name. */
  readonly schemas?: readonly string[]

  /** Its tables with row versions (audit/row-versions.ts). */
  readonly tables?: VersionedTables
  /**
   * What a page calls the rows of its tables with versions, for the feed of changes: by table, or by schema for all other
   * tables of it. Null: no page shows them.
   */
  readonly topics?: Readonly<Record<string, TopicName | null>>
  /** Its tables without versions, and why they need none. */
  readonly unversioned?: Readonly<Record<string, string>>
  /** Data that only grows and is sealed (audit/seals.ts). */
  readonly sealed?: readonly Stream[]
  /** Columns with a fixed set of values, by table: `npm run generate` makes database checks from them. */
  readonly values?: ColumnValues

  /**
   * Views of its schema that unite views of higher rooms, by name: `npm run generate` makes them from the lists of
   * parts.
   */
  readonly unions?: Readonly<Record<string, UnionView>>
  /** Its own views that are parts of such unions, by union: `{ 'treasury.promise': 'issuance.promise' }`. */
  readonly partOf?: Readonly<Record<string, string>>

  /** Its background jobs. */
  readonly jobs?: readonly Job[]
  /** The names of its jobs that continue after an event of a room below. */
  readonly wakes?: { readonly [event in RoomEvent]?: readonly string[] }

  /** Kinds of items that people can put on hold. */
  readonly held?: { readonly [kind in HeldKind]?: Holdable }
  /** The items among these that must not move. The others cannot be stopped before the transaction ends. */
  readonly stoppedAmong?: StoppedAmong

  /** Items that people can search for. */
  readonly searchable?: readonly Searchable[]
  /** Items that wait for staff. */
  readonly staffQueue?: readonly StaffQueue[]
  /** Actions that run once a second person has approved them. */
  readonly approvals?: { readonly [kind in ApprovalKind]?: Approvable }

  /** The operations on chains that it requests. */
  readonly operations?: { readonly [purpose in Purpose]?: OperationTerms }
  /** The subjects of its payouts to a registered bank account that may not be ordered yet, by kind of payout. */
  readonly unsentPayouts?: { readonly [kind in 'withdrawal' | 'redemption']?: PayoutsTo }
  /** The table of orders. They have no history, so the event feed reads the table. */
  readonly orderTable?: string
}

export type UnionView = {
  /** The purpose of the view. */
  readonly comment: string
  /** Columns that each part has too. */
  readonly columns: readonly string[]
  /** Only database functions read it. The service has no right to. */
  readonly internal?: true
}

export type ColumnValues = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Events of a room that let jobs of higher rooms continue. */
export type RoomEvent =
  /** A payout of this kind has changed its state. */
  | `payout.${(typeof payoutKinds)[number]}`
  /** A wire of a provider has arrived, for this purpose. */
  | `expected_wire.${'conversion' | 'rail'}`
  /** The reserve holds more than it owes. */
  | 'reserve.topped_up'
  /** The watcher of a chain has stored movements. */
  | 'chain.moved'

/** The purposes of operations on chains. */
export const purposes = [
  'mint',
  'redemption',
  'conversion',
  'faucet',
  'withdrawal',
  'deposit_return',
  'collection',
  'rail_mint',
  'rail_burn',
  'rail_collection',
  'rail_return',
  'listing',
  'allow_list',
] as const

export type Purpose = (typeof purposes)[number]

export type OperationTerms = {
  /** The job that is woken when an operation has an outcome. */
  readonly job: string
  /** It moves coins between our own addresses. That is no deposit. */
  readonly internal?: true
  /** It delivers coins to an outside address, and nothing follows. */
  readonly delivers?: true
  /**
   * Without a whitelisted wallet it brings coins to a wallet of ours. Its room books them, and they are no deposit.
   */
  readonly booksArrival?: true
}

export type StoppedAmong = (tx: Tx, subjects: readonly string[]) => Promise<Set<string>>

export type PayoutsTo = (tx: Tx, account: { id: string; institution_id: string }) => Promise<string[]>
