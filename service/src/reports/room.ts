import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { holderClasses } from './holders/classes.ts'
import { keepHolders } from './holders/job.ts'

/** What do the books and the chains say, in the form that a supervisor asks for? */
export const room: Room = {
  name: 'reports',
  tables: {
    'reports.holder': {
      key: ['chain', 'asset', 'address', 'day'],
      fixed: ['amount', 'class', 'institution_id', 'provider'],
    },
    'reports.outsourced_service': { ...byId, fixed: ['code', 'content', 'actor'] },
    'reports.holder_day': { key: ['day', 'chain', 'asset'], fixed: ['height', 'holders', 'amount'] },
  },
  topics: { reports: null },
  values: { 'reports.holder': { class: holderClasses } },
  jobs: [keepHolders],
}
