import type { ServiceCode } from '../lists/entry.ts'
import type { ServiceProtocol } from './service.ts'
import { watchman } from './watchman.ts'
import { yente } from './yente.ts'

/** How each outside screening service is asked. */
export const serviceProtocols: Readonly<Record<ServiceCode, ServiceProtocol>> = { watchman, yente }
