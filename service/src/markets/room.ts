import type { Room } from '../base/manifest.ts'
import { refreshRates } from './rate/refresh.ts'

/** What is it worth, and who converts it? */
export const room: Room = {
  name: 'markets',
  unversioned: {
    'markets.rate': 'a price that is replaced every few seconds',
    'markets.rate_range': 'prices of the last hours',
  },
  partOf: {
    'compliance.reference_rate': 'markets.reference_rate',
  },
  jobs: [refreshRates],
}
