import type { Sql } from '../../base/database/db.ts'
import { stepsOf } from '../../base/state-machine/history.ts'
import { type ItemJournal, journalsAbout } from '../../ledger/explorer/journals.ts'
import type { AlertItem, ExplainedAlert } from './alerts.ts'

export type Happened = { readonly at: Date; readonly what: string; readonly actor: string; readonly why: string | null }

/** What the alerts are about, each once, with its steps and journals. */
export type CaseItem = AlertItem & { readonly steps: readonly Happened[]; readonly journals: readonly ItemJournal[] }

export async function itemsOf(sql: Sql, alerts: readonly ExplainedAlert[]): Promise<CaseItem[]> {
  const items = new Map(alerts.flatMap(({ item }) => (item === null ? [] : [[item.id, item] as const])))
  return Promise.all(
    Array.from(items.values(), async (item) => {
      const [steps, journals] = await Promise.all([stepsOf(sql, [item.id]), journalsAbout(sql, item.kind, item.id)])
      return { ...item, steps: steps.map(({ at, to, actor, why }) => ({ at, what: to, actor, why })), journals }
    }),
  )
}
