/** Rows that a check accepts and refuses. A column that is not named is null. */
export type Edges = { accepts: Row[]; refuses: Row[] }
type Row = Record<string, unknown>

export const id = '00000000-0000-4000-8000-000000000001'
export const other = '00000000-0000-4000-8000-000000000002'
export const day = '2026-01-01'
