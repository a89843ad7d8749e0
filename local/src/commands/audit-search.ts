import { auditSearchCall } from '@specie/protocol/people/audit.ts'
import { overConsole } from './over-console.ts'
import { listed } from './show.ts'

export const auditSearch = overConsole(auditSearchCall, {
  does: 'search the audit log, the newest entry first; times as 2026-11-17T08:00:00Z',
  show: ({ items, next_cursor }) => {
    const rows = items.map(({ detail, ...entry }) => ({
      ...entry,
      detail: detail.map(({ name, values }) => `${name}=${values.join(',')}`).join(' '),
    }))
    return listed('seq', 'at', 'actor', 'action', 'subject', 'detail')({ items: rows, next_cursor })
  },
})
