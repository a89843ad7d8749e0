import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { supplyStepsCall } from '@specie/protocol/portal/supply.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { isUuid } from '../base/ids.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import { actorName } from '../access/actor-name.ts'
import { fiatOf } from '../ledger/coin.ts'

type Answer = PeopleResponse<typeof supplyStepsCall>
type Asked = { asset: CoinCode; charge: bigint; spread: bigint; at: Date }
type Step = { state: Answer['steps'][number]['state']; at: Date; actor: string }

/** The way of a mint or a redemption of this institution. A hold that came later left the state as it was: no step. */
export async function supplySteps({ db, config }: Env, institutionId: string, id: string): Promise<Answer> {
  const [asked] = await db.query<Asked>(
    `select asset, charge, spread, asked_settlement as at from issuance.mint where id = $1 and institution_id = $2
     union all select asset, charge, 0, asked_settlement from issuance.redemption where id = $1 and institution_id = $2`,
    [isUuid(id) ? id : null, institutionId],
  )
  if (!asked) throw new ApiError('not_found', { id }, 'There is no such mint or redemption.')
  const steps = await db.query<Step>(
    `select to_state as state, at, actor from state.step
     where machine in ('mint', 'redemption') and subject = $1 and hold is null order by id`,
    [id],
  )
  const currency = fiatOf(asked.asset)
  const text = (minor: bigint) => formatAmount({ asset: currency, minor })
  return {
    requestid: id,
    asked_by: await actorName(db, steps[0]?.actor ?? ''),
    settles_at: new Date(asked.at.getTime() + config.settlementSeconds * 1_000).toISOString(),
    fees: { commission: text(asked.charge), spread: text(asked.spread), currency },
    steps: steps.map(({ state, at }) => ({ state, at: at.toISOString() })),
  }
}
