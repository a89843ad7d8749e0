import type { QueueKind } from '@specie/protocol/console/queue.ts'
import type { ActName } from '@specie/protocol/people/acts.ts'
import type { Env } from './env.ts'

// Items that wait for staff. Each room declares its queues; the console merges them into one list
// (console/operations/queue.ts).

/** A staff member who reads the list. */
export type QueueReader = { readonly id: string; readonly roles: readonly string[] }

export type QueueRow = {
  readonly id: string
  readonly institution_id: string | null
  readonly since: Date
  readonly due: Date | null
  readonly state: string
}

/** Several queues of one kind may exist, in different rooms. */
export type StaffQueue<Row extends QueueRow = QueueRow> = {
  readonly kind: QueueKind
  /** Only staff who may perform this act see it, and auditors; without it, all who may read its kind. */
  readonly act?: ActName
  /**
   * The second person decides on the item's own page: the queue omits a request about an item that it already shows.
   */
  readonly decidedOnItsPage?: true
  /** Yields the columns of `QueueRow`, with `id` as text, and the columns for titles. `$1`… are `values`. */
  readonly select: string
  values?(who: QueueReader): readonly unknown[]
  /** The kind and amount of each item, in words; the institution follows it. */
  titles(env: Env, rows: readonly Row[]): readonly string[] | Promise<readonly string[]>
}

/** Hides the row type, so that all kinds fit into one list. */
export const staffQueue = <Row extends QueueRow>(one: StaffQueue<Row>): StaffQueue => one
