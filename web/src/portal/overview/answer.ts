import type { Output } from '../../api/call.ts'

export type Overview = Output<'overview'>
