import { canonical, type Json } from '@specie/protocol/json.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Session } from '../session/session.ts'
import type { Decision } from './decide.ts'

export type SignedDecision = Json

export async function evidenceOf(
  _env: Env,
  _tx: Tx,
  { id, method, factorAt }: Session,
  _decision: Decision,
): Promise<string> {
  return canonical({ method, session: id, factor_at: factorAt.toISOString() })
}
