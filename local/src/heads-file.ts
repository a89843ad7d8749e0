import { join } from 'node:path'

/** Where UAT keeps signed heads of its audit chain: beside the database, and not in it. */
export const headsFile = (folder: string): string => join(folder, 'audit-heads.jsonl')
