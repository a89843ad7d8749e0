import type { VersionedTables } from './audit/row-versions.ts'

export const baseTables: VersionedTables = {
  'work.intent': { key: ['key'] },
  'work.request': {
    key: ['institution_id', 'clreqid'],
    mayBeDeleted: `exists (select from work.used_id u
      where (u.institution_id::text, u.clreqid) = (split_part(noted.id, '/', 1), split_part(noted.id, '/', 2)))`,
  },
}
