import type { ApprovalKind } from '@specie/protocol/people/approvals.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Session } from '../people/session/session.ts'

type Wanted = { kind: ApprovalKind; subject: string; payload: object; reason: string }

/** Asks a second person where the institution has chosen so: the id of the request, or null when nobody else is needed. */
export type AskSecondPerson = (env: Env, tx: Tx, session: Session, wanted: Wanted) => Promise<string | null>

/** Until institutions can choose, nobody else is needed. */
export const nobodyElse: AskSecondPerson = async () => null
