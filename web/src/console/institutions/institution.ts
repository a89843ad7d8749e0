import type { Output } from '../../api/call.ts'

export type Institution = Output<'institution'>
