import type { Output } from '../../api/call.ts'

export type Statement = Output<'statement'>['statements'][number]
