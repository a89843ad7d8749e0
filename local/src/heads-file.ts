import { join } from 'node:path'

/** UAT's file of signed heads of its audit chain: next to the database, not in it. */
export const headsFile = (folder: string): string => join(folder, 'audit-heads.jsonl')
