import { switchCalled } from '@specie/protocol/switches.ts'
import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'

/** Pulled switches. Those of pairs are in the queue of trading. */
export const pulledSwitches = staffQueue<QueueRow & { reason: string }>({
  kind: 'halt',
  select: `
    select what as id, null::uuid as institution_id, at as since, null::timestamptz as due, 'halted' as state, reason
    from compliance.switch where lifted_at is null`,
  titles: async (_env, rows) => rows.map(({ id, reason }) => `${switchCalled(id)?.title ?? id}: halted. ${reason}`),
})
