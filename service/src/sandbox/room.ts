import type { Room } from '../base/manifest.ts'
import { fundDesk } from './demo/desk.ts'

/** How is a situation produced in UAT? */
export const room: Room = {
  name: 'sandbox',
  jobs: [fundDesk],
}
