import type { RowOf } from '../../api/use-call.ts'

export type Entry = RowOf<'auditSearch'>
