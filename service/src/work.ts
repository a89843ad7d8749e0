import type { Job } from './base/jobs.ts'

/** Every job of the service. What a room must do by itself, without being asked, is a row here. */
export const jobs: readonly Job[] = []
