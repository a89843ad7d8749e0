import {
  cancelMint as cancelEndpoint,
  mintTokens as mintEndpoint,
  querySupplyChanges,
  redeemTokens as redeemEndpoint,
} from '@specie/protocol/endpoints/supply.ts'
import { cancelMint } from '../issuance/mint/cancel.ts'
import { listSupplyChanges } from '../issuance/history/list.ts'
import { mintTokens } from '../issuance/mint/request.ts'
import { redeemTokens } from '../issuance/redemption/request.ts'
import type { Routes } from './serve.ts'

export function supplyRoutes(routes: Routes): void {
  routes.write(mintEndpoint, mintTokens)
  routes.write(cancelEndpoint, cancelMint)
  routes.write(redeemEndpoint, redeemTokens)
  routes.list(querySupplyChanges, listSupplyChanges)
}
