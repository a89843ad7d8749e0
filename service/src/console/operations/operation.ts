import type { AssetCode } from '@specie/protocol/assets.ts'
import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { operationCall, operationKinds } from '@specie/protocol/console/operation.ts'
import { ApiError } from '../../base/http/errors.ts'
import { stepsOf } from '../../base/state-machine/history.ts'
import { operationsFor } from '../../chains/list-for-staff.ts'
import { heldItemDetails } from '../../compliance/hold-case.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { search } from '../../web-api/search.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { mayRead, scopeOf } from '../may-read.ts'

const isHeldKind = (kind: string): kind is HeldKind => (heldKinds as readonly string[]).includes(kind)

/** One page for every movement of money: the search determines its kind, the rooms supply the rest. */
export function operationRoutes(routes: PeopleRoutes): void {
  routes.mount(operationCall, async (env, { person }, { id }) => {
    const { items } = await search(env, { q: id }, scopeOf(person.roles))
    const found = items.flatMap((item) => {
      const kind = operationKinds.find((one) => one === item.kind)
      return kind === undefined || item.id !== id ? [] : { ...item, kind }
    })[0]
    if (found === undefined) throw new ApiError('not_found', { id }, 'You can read no row with this id.')
    const { kind, title, institution } = found
    // Reasons of a hold and of its end are shown to readers of holds only.
    const seesHolds = mayRead(person.roles, 'hold')
    const [facts, steps, sent] = await Promise.all([
      heldItemDetails(env, isHeldKind(kind) ? kind : null, id),
      stepsOf(env.db, [id]),
      operationsFor(env.db, id),
    ])
    const names = await actorNames(
      env.db,
      steps.map(({ actor }) => actor),
    )
    return {
      kind,
      id,
      title,
      institution,
      state: facts?.state ?? steps.at(-1)?.to ?? null,
      money: moneyOf(facts?.asset, facts?.amount),
      fee: moneyOf(facts?.fee_asset, facts?.fee),
      blockchain: facts?.blockchain ?? null,
      destination: facts?.destination ?? null,
      destination_label: facts?.destination_label ?? null,
      parties: [...(facts?.parties ?? [])],
      created_at: (facts?.created_at ?? steps[0]?.at)?.toISOString() ?? null,
      steps: steps.map(({ at, to, actor, why }, i) => ({
        at: at.toISOString(),
        to,
        actor,
        actor_name: names.get(actor) ?? null,
        why: seesHolds || ![to, steps[i - 1]?.to].includes('held') ? why : '',
      })),
      sent,
    }
  })
}

const moneyOf = (asset: AssetCode | null | undefined, minor: bigint | null | undefined) =>
  asset == null || minor == null ? null : { asset, amount: formatAmount({ asset, minor }) }
