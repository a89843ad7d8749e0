import type { VersionedTables } from './audit/row-versions.ts'

export const baseTables: VersionedTables = {
  'audit.marked_from': { key: ['only_row'], fixed: ['committed'] },
  // Deleted to erase a subject.
  'base.data_key': { key: ['subject'], fixed: ['sealed_key'], deletable: true },
  // Guards ask it whether they are in UAT.
  'base.environment': { key: ['only_row'], fixed: ['name'], excluded: ['edition'], byOwner: true },
  'base.prepared': { key: ['id'], fixed: ['catalog', 'at', 'session', 'mark'], byOwner: true },
  'work.intent': { key: ['key'], fixed: ['effect', 'subject'] },
  'work.request': {
    key: ['institution_id', 'clreqid'],
    fixed: ['content'],
    mayBeDeleted: `exists (select from work.used_id u
      where (u.institution_id::text, u.clreqid) = (split_part(noted.id, '/', 1), split_part(noted.id, '/', 2)))`,
  },
  'work.used_id': { key: ['institution_id', 'clreqid'], fixed: ['used_at'] },
}
