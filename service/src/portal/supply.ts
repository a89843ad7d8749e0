import { smallestMintCall, supplyStepsCall } from '@specie/protocol/portal/supply.ts'
import { querySupplyChanges } from '@specie/protocol/endpoints/supply.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { gateInstitution } from '../access/gate.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import { smallestMint } from '../issuance/mint/validate.ts'
import { supplySteps } from '../issuance/history/timeline-steps.ts'
import { coinOf } from '../issuance/supply-change.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

export function ownSupplyRoutes(routes: PeopleRoutes): void {
  routes.mount(supplyStepsCall, async (env, { person: { institutionId } }, { id }) => {
    const answer = await supplySteps(env, institutionId!, id)
    gateInstitution(await standingOfInstitution(env.db, institutionId!), querySupplyChanges.needs)
    return answer
  })
  routes.mount(smallestMintCall, async (env, { person: { institutionId } }, { asset: code }) => {
    gateInstitution(await standingOfInstitution(env.db, institutionId!), querySupplyChanges.needs)
    const asset = coinOf(code)
    const { minimum } = await smallestMint(env, asset)
    return { asset, minimum: formatAmount({ asset, minor: minimum }), minimum_gbp: String(env.config.mintMinimum) }
  })
}
