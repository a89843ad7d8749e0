import type { Room } from '../base/manifest.ts'
import { closeEnded } from './stopped.ts'

/** Which effects can a stop no longer prevent? */
export const room: Room = {
  name: 'stopping',
  jobs: [closeEnded],
}
