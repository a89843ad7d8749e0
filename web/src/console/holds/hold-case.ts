import type { Output } from '../../api/call.ts'

export type HoldCase = Output<'holdCase'>
