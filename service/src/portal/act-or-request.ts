import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { type ChosenKind, needsSecondPerson } from '../people/approval/second-person.ts'
import { requestApproval } from '../people/approval/request.ts'
import type { Session } from '../people/session/session.ts'

type PossibleRequest = { kind: ChosenKind; payload: { readonly [name: string]: Json }; reason: string }

/** Acts immediately or, if the institution has chosen so, requests an approval by a second person. */
export function actOrRequest<T>(
  env: Env,
  session: Session,
  { kind, payload, reason }: PossibleRequest,
  act: (tx: Tx) => Promise<T>,
): Promise<{ done: T | null; approvalid: string | null }> {
  const subject = session.person.institutionId!
  return env.db.tx(async (tx) => {
    if (!(await needsSecondPerson(tx, subject, kind))) return { done: await act(tx), approvalid: null }
    const { id } = await requestApproval(env, tx, session, { kind, subject, payload, reason })
    return { done: null, approvalid: id }
  })
}
