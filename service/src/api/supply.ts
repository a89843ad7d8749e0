import {
  cancelMint as cancelEndpoint,
  getReserves,
  mintTokens as mintEndpoint,
  querySupplyChanges,
  redeemTokens as redeemEndpoint,
} from '@specie/protocol/supply.ts'
import type { Caller } from '../institutions/admission/authenticate.ts'
import { cancelMint } from '../issuance/mint/cancel.ts'
import { listSupplyChanges } from '../issuance/list.ts'
import { mintTokens } from '../issuance/mint/request.ts'
import { redeemTokens } from '../issuance/redemption/request.ts'
import { reservesOf } from '../issuance/reserves.ts'
import type { Routes } from './serve.ts'

export function supplyRoutes(routes: Routes): void {
  routes.open(getReserves, (env) => reservesOf(env))
  routes.write(mintEndpoint, (env, by, ask) => mintTokens(env, callerOf(by), ask))
  routes.write(cancelEndpoint, (env, by, ask) => cancelMint(env, callerOf(by), ask))
  routes.write(redeemEndpoint, (env, by, ask) => redeemTokens(env, callerOf(by), ask))
  routes.list(querySupplyChanges, listSupplyChanges)
}

const callerOf = ({ key, admission }: Caller) => ({
  institutionId: key.institutionId,
  actor: `key ${key.id}`,
  agreements: admission.agreements,
})
