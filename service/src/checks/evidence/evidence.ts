import type { Sql } from '../../base/database/db.ts'
import { faultyDecisions } from './approvals.ts'
import { faultySignatures } from './signatures.ts'

/** Invalid decisions and signatures, one sentence each. */
export const faultyEvidence = async (sql: Sql): Promise<string[]> => [
  ...(await faultyDecisions(sql)),
  ...(await faultySignatures(sql)),
]
