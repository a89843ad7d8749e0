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
  routes.write(mintEndpoint, (env, by, request) => mintTokens(env, callerOf(by), request))
  routes.write(cancelEndpoint, (env, by, request) => cancelMint(env, callerOf(by), request))
  routes.write(redeemEndpoint, (env, by, request) => redeemTokens(env, callerOf(by), request))
  routes.list(querySupplyChanges, listSupplyChanges)
}

const callerOf = ({ key, admission }: Caller) => ({
  institutionId: key.institutionId,
  actor: `key ${key.id}`,
  keyId: key.id,
  agreements: admission.agreements,
})
