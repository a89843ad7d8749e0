import type { Area } from './check.ts'
import { endpointAreas } from './checks/endpoints.ts'
import { moneyArea } from './checks/money.ts'
import { orderArea } from './checks/order.ts'
import { publicArea } from './checks/public.ts'
import { signingArea } from './checks/signing.ts'
import { refusedWritesArea } from './checks/writes.ts'

/** All areas, in the order of the report. */
export const areas: readonly Area[] = [
  publicArea,
  signingArea,
  orderArea,
  ...endpointAreas,
  refusedWritesArea,
  moneyArea,
]
