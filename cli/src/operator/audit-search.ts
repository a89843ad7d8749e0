import { auditSearchCall } from '@specie/protocol/console/audit.ts'
import { printable } from '@specie/protocol/text.ts'
import { overConsole } from './over-console.ts'
import { listed } from '../show.ts'

export const auditSearch = overConsole(auditSearchCall, {
  does: 'search the audit log, the newest entry first; times as 2026-11-17T08:00:00Z',
  show: ({ items, next_cursor }) => {
    const rows = items.map(({ detail, names, ...entry }) => {
      const named = (text: string) =>
        names.reduce((shown, { id, name }) => shown.replaceAll(id, `${id} (${printable(name)})`), text)
      return {
        ...entry,
        actor: named(entry.actor),
        subject: named(entry.subject),
        detail: named(detail.map(({ name, values }) => `${name}=${values.join(',')}`).join(' ')),
      }
    })
    return listed('seq', 'at', 'actor', 'action', 'subject', 'detail')({ items: rows, next_cursor })
  },
})
