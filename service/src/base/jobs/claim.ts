import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The right of one process to some work (claim-keeper.ts). Its token grows with each holder. */
export type Claim = { readonly name: string; readonly holder: string; readonly token: bigint }

/** Another process has this work now; nothing of the transaction was done. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** SQLSTATE of work.assert_claim. */
export const claimLostState = 'SP001'

/** What the code that runs is at, and who keeps that claim. */
export const currentClaim = new AsyncLocalStorage<{ readonly claim: Claim; readonly keeper: object } | null>()

/** For what goes on after the work that began it, or serves others too: it is under no claim. */
export const withoutClaim = <T>(work: () => T): T => currentClaim.run(null, work)

/** The statement that refuses to commit what was done under a claim that has passed to another. */
export const fence = ({ name, holder, token }: Claim): string =>
  `select work.assert_claim(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(holder)}, ${token})`
