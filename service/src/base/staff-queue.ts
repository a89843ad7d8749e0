import type { QueueKind } from '@specie/protocol/console/queue.ts'
import type { ActName } from '@specie/protocol/people/acts.ts'
import type { Env } from './env.ts'

// What waits for staff. Each room says what waits in it; the console puts all of it into one list (console/operations/queue.ts).

/** Somebody of the staff who looks at the list. */
export type QueueReader = { readonly id: string; readonly roles: readonly string[] }

export type QueueRow = {
  readonly id: string
  readonly institution_id: string | null
  readonly since: Date
  readonly due: Date | null
  readonly state: string
}

/** Several of one kind may exist, in different rooms. */
export type StaffQueue<Row extends QueueRow = QueueRow> = {
  readonly kind: QueueKind
  /** Only those who may do this see it, and auditors; without it, all who may read its kind. */
  readonly act?: ActName
  /** The second person decides on the thing's own page: a request about it is left out where the thing itself is shown. */
  readonly decidedOnItsPage?: true
  /** Yields the columns of `QueueRow`, with `id` as text, and what the titles need. `$1`… are `values`. */
  readonly select: string
  values?(who: QueueReader): readonly unknown[]
  /** What each of them is and how much, in words; whose it is comes after it. */
  titles(env: Env, rows: readonly Row[]): readonly string[] | Promise<readonly string[]>
}

/** Forgets what the titles need, so that all kinds fit into one list. */
export const staffQueue = <Row extends QueueRow>(one: StaffQueue<Row>): StaffQueue => one
