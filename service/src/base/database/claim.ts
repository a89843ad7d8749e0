import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The exclusive right of one process to some work (claim-keeper.ts). Its token increases with each holder. */
export type Claim = { readonly name: string; readonly holder: string; readonly token: bigint }

/** Another process has taken over this work; the transaction was rolled back. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** SQLSTATE of work.assert_claim. */
export const claimLostState = 'SP001'

/** The claim of the running code, and its keeper. */
export const currentClaim = new AsyncLocalStorage<{ readonly claim: Claim; readonly keeper: object } | null>()

/** Runs work without a claim: work that outlives the job that started it, or also serves others. */
export const withoutClaim = <T>(work: () => T): T => currentClaim.run(null, work)

/** The statement that fails when the claim was taken over, so that the transaction cannot commit. */
export const fence = ({ name, holder, token }: Claim): string =>
  `select work.assert_claim(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(holder)}, ${token})`
