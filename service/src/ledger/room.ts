import { exact, type Found, searchable } from '../base/searchable.ts'
import type { Room } from '../base/manifest.ts'
import { chart, normalSides, ownerKinds } from './chart.ts'
import { journalStream } from './journal-stream.ts'

/** May money move this way? */
export const room: Room = {
  name: 'ledger',
  unversioned: {
    'ledger.account': 'rebuilt from its entries',
    'ledger.asset': 'compared with the code',
    'ledger.chart': 'compared with the code',
    'ledger.entry': 'sealed with its journal',
    'ledger.journal': 'sealed',
  },
  values: {
    'ledger.chart': { pool: Object.keys(chart), owner: ownerKinds, side: normalSides },
  },
  sealed: [journalStream],
  searchable: [
    searchable<Found & { key: string; kind: string }>({
      kind: 'journal',
      only: 'console',
      columns: 'id, null::uuid as institution_id, key, kind',
      from: 'ledger.journal',
      id: 'number',
      fields: [exact('key')],
      title: ({ id, kind }) => `Journal ${id}: ${kind.replaceAll('_', ' ')}`,
    }),
  ],
}
