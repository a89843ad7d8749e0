import type { Room } from '../base/manifest.ts'
import { watchCatalog } from './watch-catalog.ts'

/** Do books, rows, seals, bank and chains agree? */
export const room: Room = {
  name: 'checks',
  jobs: [watchCatalog],
}
