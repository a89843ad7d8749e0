import type { Sql } from '../../base/database/db.ts'
import { faultyDecisions } from './approvals.ts'
import { faultySignatures } from './signatures.ts'

/** Whatever people have decided or signed and does not hold, one sentence for each. */
export const faultyEvidence = async (sql: Sql): Promise<string[]> => [
  ...(await faultyDecisions(sql)),
  ...(await faultySignatures(sql)),
]
