import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { AllowListReader, Contract } from '../../base/ports/chain.ts'
import { keepCases } from '../../banking/reconciliation/keep-cases.ts'
import {
  contractOn,
  enqueue,
  hasOutcomes,
  type OperationOutcome,
  takeBack,
  takeOutcomes,
} from '../outbox/operations.ts'
import {
  allowedHolders,
  type Change,
  changesDue,
  failedChanges,
  isComplete,
  lastChanges,
  queueChanges,
} from './listing.ts'
import { allowListJob } from './names.ts'
import { conclude, currentDecisions, type Decision, recordProblem } from './row.ts'

/**
 * Keeps each list as it should be. While it is on: our wallets and the usable wallets of institutions are on it. The mode is
 * switched on when all of these are listed. Does nothing for coins without a decision.
 */
export const keepAllowLists: Job = {
  name: allowListJob,
  everyMs: 2_000,
  applies: ({ chains }) => chains.size > 0,
  run: async (env) => {
    const decisions = await currentDecisions(env.db)
    if (decisions.length === 0) return 0
    let steps = await readOutcomes(env)
    for (const decision of decisions)
      steps += await keep(env, decision).catch((error: unknown) => {
        // A chain that does not answer must not stop the lists of the others.
        env.log.warn({ err: error, chain: decision.chain, asset: decision.asset }, 'an allow list cannot be kept now')
        return 0
      })
    await keepListCases(env)
    return steps
  },
}

async function keep(env: Env, decision: Decision): Promise<number> {
  const { chain, asset } = decision
  const contract = await contractOn(env.db, chain, asset)
  const reader = env.chains.get(chain)?.allowList
  if (contract === null || reader === undefined) return 0
  if (decision.is_on) {
    const changes = await changesDue(env.db, decision, env.clock.now())
    if (changes.length > 0) await env.db.tx((tx) => queueChanges(env, tx, decision, changes))
    if (changes.length > 0) return changes.length
  }
  if (decision.done_at === null) return carryOut(env, decision, contract, reader)
  return reader.accounts === undefined ? 0 : settleAccounts(env, decision, await reader.accounts(contract))
}

/** Switches the mode, once every wallet that must be listed is. */
async function carryOut(env: Env, decision: Decision, contract: Contract, reader: AllowListReader): Promise<number> {
  const { id, chain, asset, is_on } = decision
  if (is_on && !(await isComplete(env.db, decision))) return 0
  const isOn = await reader.isOn(contract)
  if (isOn === null) return lacksList(env, decision)
  if (isOn === is_on) return env.db.tx((tx) => concludeOnce(env, tx, decision)).then(() => 1)
  return env.db.tx(async (tx) => {
    const open = await tx.query<{ subject: string }>(
      `select o.subject from chains.operation o join chains.allow_list a on a.id = o.subject
       where o.purpose = 'allow_list' and a.chain = $1 and a.asset = $2
         and (o.state in ('queued', 'working') or o.state = 'final' and a.id = $3
           or o.state = 'failed' and a.id = $3 and o.updated_at > $4::timestamptz - interval '10 minutes')`,
      [chain, asset, id, env.clock.now()],
    )
    const others = open.map(({ subject }) => subject).filter((subject) => subject !== id)
    if (others.length > 0) await takeBack(env, tx, 'allow_list', others, 'Two people have decided otherwise.')
    if (open.length > 0) return 0
    const effect = { kind: is_on ? 'allow_list_on' : 'allow_list_off', asset, amount: 0n } as const
    await enqueue(env, tx, { chain, purpose: 'allow_list', subject: id, effect })
    return 1
  })
}

async function lacksList(env: Env, { id, chain, asset }: Decision): Promise<number> {
  const problem = `The contract of ${asset} on ${chain} has no allow list. Upgrade it first (docs/token.md).`
  return (await recordProblem(env.db, id, problem)) ? 1 : 0
}

async function concludeOnce(env: Env, tx: Tx, { id, chain, asset, is_on }: Decision): Promise<void> {
  const at = env.clock.now()
  await conclude(tx, id, at)
  const detail = { chain, asset, mode: is_on ? 'on' : 'off' }
  audit(tx, { actor: 'service', action: 'allow_list.switched', subject: `${asset}/${chain}`, detail })
}

/**
 * Solana leaves existing accounts as they are. After switching on, those of other holders are frozen; after switching off,
 * those that the list had frozen are thawed. Accounts frozen for another reason stay so.
 */
async function settleAccounts(
  env: Env,
  decision: Decision,
  accounts: readonly { holder: string; isListed: boolean }[],
): Promise<number> {
  const [allowed, last] = [await allowedHolders(env.db, decision), await lastChanges(env.db, decision)]
  const isDue = ({ holder, isListed }: { holder: string; isListed: boolean }): boolean => {
    const change = last.get(holder)
    if (change !== undefined && change.state !== 'final') return false
    if (decision.is_on) return isListed && !allowed.has(holder)
    return !isListed && change?.is_listed === false
  }
  const changes = accounts
    .filter(isDue)
    .slice(0, 500)
    .map(({ holder }): Change => ({ address: holder, is_listed: !decision.is_on }))
  if (changes.length > 0) await env.db.tx((tx) => queueChanges(env, tx, decision, changes))
  return changes.length
}

/** Operations that have ended. A refused one is tried again later. */
async function readOutcomes(env: Env): Promise<number> {
  let read = 0
  for (const purpose of ['listing', 'allow_list'] as const) {
    if (!(await hasOutcomes(purpose)(env.db))) continue
    read += await env.db.tx(async (tx) => {
      const outcomes = await takeOutcomes(tx, purpose, 500)
      for (const one of outcomes) if (one.state === 'failed') await report(env, tx, one)
      return outcomes.length
    })
  }
  return read
}

async function report(
  env: Env,
  tx: Tx,
  { id, purpose, subject, chain, asset, reason }: OperationOutcome,
): Promise<void> {
  env.log.error({ operation: id, chain, asset, reason }, 'a change of an allow list has failed')
  if (purpose === 'allow_list') await recordProblem(tx, subject, reason ?? 'The chain has refused to switch the list.')
}

/** A case for each change that the chain has refused, and each decision that cannot be carried out. */
async function keepListCases(env: Env): Promise<number> {
  const decisions = (await currentDecisions(env.db)).filter((one) => one.problem !== null && one.done_at === null)
  const switches = decisions.map(({ chain, asset, problem }) => ({
    cause: `${asset}/${chain}`,
    detail: { blockchain: chain, asset, problem: problem! },
  }))
  const changes = (await failedChanges(env.db)).map(({ chain, asset, address, is_listed, reason }) => ({
    cause: `${asset}/${chain}/${address}`,
    detail: {
      blockchain: chain,
      asset,
      address,
      problem: `${address} could not be ${is_listed ? 'listed' : 'removed'}: ${reason ?? 'no reason is known'}`,
    },
  }))
  return keepCases(env.db, 'allow_list', [...switches, ...changes], env.clock.now())
}
