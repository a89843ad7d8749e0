import { exact, type Found, searchable } from '../../base/searchable.ts'

export const searchableJournals = searchable<Found & { key: string; kind: string }>({
  kind: 'journal',
  only: 'console',
  columns: 'id, null::uuid as institution_id, key, kind',
  from: 'ledger.journal',
  id: 'number',
  fields: [exact('key')],
  title: ({ id, kind }) => `Journal ${id}: ${kind.replaceAll('_', ' ')}`,
})
