import type { Room } from '../base/manifest.ts'
import { settleFees } from './fees.ts'
import { openDebts } from './staff-queue.ts'

/** What backs the coins, and where do coins and crypto lie? */
export const room: Room = {
  name: 'treasury',
  jobs: [settleFees],
  staffQueue: [openDebts],
}
