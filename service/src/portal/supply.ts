import { supplyStepsCall } from '@specie/protocol/people/operations/supply.ts'
import { querySupplyChanges } from '@specie/protocol/endpoints/supply.ts'
import { gateInstitution } from '../institutions/gate.ts'
import { standingOfInstitution } from '../institutions/standing.ts'
import { supplySteps } from '../issuance/steps.ts'
import type { PeopleRoutes } from './serve.ts'

export const supplyStepsRoute = (routes: PeopleRoutes): void =>
  routes.mount(supplyStepsCall, async (env, { person: { institutionId } }, { id }) => {
    const answer = await supplySteps(env, institutionId!, id)
    gateInstitution(await standingOfInstitution(env.db, institutionId!), querySupplyChanges.needs)
    return answer
  })
