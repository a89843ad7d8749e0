import type { Output } from '../../api/call.ts'

export type KybCase = Output<'kybCase'>
