import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { pairOfSwitch, switchCalled } from '@specie/protocol/switches.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, counted, evidence, type Fact, text, time } from '../../base/facts.ts'
import { badRequest } from '../../base/http/errors.ts'
import { actorText } from '../../directory/facts.ts'
import { haltedAgain } from '../../people/approval/refusal.ts'
import { historyOf, markLifted, pulledAmong, unknownSwitch } from './row.ts'

// Two people lift a switch: `switch.lift`.

type Lift = PayloadOf<'switch.lift'>

export async function liftSwitch(
  env: Env,
  tx: Tx,
  { what, halt: seen }: Lift,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  if (switchCalled(what) === null) throw unknownSwitch()
  if (pairOfSwitch(what) !== null) throw badRequest('pair', 'Two people resume a pair: request `pair.resume`.', 'what')
  const pulled = await markLifted(tx, what, `${maker} and ${checker}`, at)
  if (pulled === null) throw badRequest('halted', `The switch ${what} is not pulled.`, 'what')
  if (pulled.toISOString() !== seen) throw haltedAgain(what, 'what')
  audit(tx, { actor: checker, action: 'switch.lifted', subject: what, detail: { maker, why } })
  env.log.warn({ what, maker, checker }, 'a switch was lifted')
}

/** The pull to lift. */
export async function completeLift(_env: Env, tx: Tx, payload: Lift): Promise<Lift> {
  const pulled = await pulledAmong(tx, [payload.what])
  return { ...(pulled && { halt: pulled.at.toISOString() }), ...payload }
}

const titleOf = (what: string): string => switchCalled(what)?.title ?? what

export const describeLift = async (_env: Env, _sql: Sql, { what }: Lift): Promise<Description> => ({
  title: `Lift the switch «${titleOf(what)}»`,
  institutionId: null,
})

export async function liftFacts(_env: Env, sql: Sql, { what, halt }: Lift): Promise<Fact[]> {
  const last = await historyOf(sql, what)
  return [
    text('Switch', titleOf(what)),
    ...(last
      ? [text('Reason', last.reason), text('Pulled by', await actorText(sql, last.actor)), time('Pulled', last.at)]
      : []),
    change('State', last && !last.lifted ? 'pulled' : 'not pulled', 'not pulled'),
    text('Outcome', 'Items that wait for this switch continue.', { part: 'effect' }),
    evidence(text('This pull', last?.at.toISOString() === halt ? 'is the current one' : 'is not the current one')),
    evidence(text('Pulled so far', counted(last?.times ?? 0n, 'time'))),
  ]
}
