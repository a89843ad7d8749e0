import type { Room } from '../base/manifest.ts'
import { closeEnded } from './stopped.ts'

/** What has left, or is leaving, when something is stopped? */
export const room: Room = {
  name: 'stopping',
  jobs: [closeEnded],
}
