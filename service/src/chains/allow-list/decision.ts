import { coinOnChain } from '@specie/protocol/allow-lists.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, counted, evidence, type Fact, text } from '../../base/facts.ts'
import { badRequest } from '../../base/http/errors.ts'
import { contractOn } from '../outbox/operations.ts'
import { allowListJob } from './names.ts'
import { conclude, currentDecision, currentDecisions, modeOnChain } from './row.ts'

// Two people switch an allow list. A decision before the deployment of the coin is carried out by the deployment, a later
// one by operations on the chain (keep.ts).

type Switch = PayloadOf<'allow_list.switch'>

const words = (isOn: boolean) => (isOn ? 'on' : 'off')

/** The act of an approved `allow_list.switch`. */
export async function decideSwitch(
  env: Env,
  tx: Tx,
  { coin, mode }: Switch,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const { asset, blockchain } = coinOnChain(coin)
  const isOn = mode === 'on'
  if ((await decidedMode(tx, blockchain, asset)) === isOn)
    throw badRequest('state', `The allow list of ${asset} on ${chains[blockchain].name} is ${mode} already.`, 'mode')
  await tx.query('insert into chains.allow_list (id, chain, asset, is_on, created_at) values ($1, $2, $3, $4, $5)', [
    env.ids.uuid(at),
    blockchain,
    asset,
    isOn,
    at,
  ])
  const detail = { chain: blockchain, asset, mode, maker, why }
  audit(tx, { actor: checker, action: 'allow_list.decided', subject: coin, detail })
  env.jobs.wake(tx, allowListJob)
}

/** What was decided last; off without a decision. */
async function decidedMode(sql: Sql, blockchain: ChainCode, asset: string): Promise<boolean> {
  return (await currentDecision(sql, blockchain, asset))?.is_on ?? false
}

export async function describeSwitch(_env: Env, _sql: Sql, { coin, mode }: Switch): Promise<Description> {
  const { asset, blockchain } = coinOnChain(coin)
  return { title: `Switch the allow list of ${asset} on ${chains[blockchain].name} ${mode}`, institutionId: null }
}

const outcomes = {
  on: 'Our wallets and the usable wallets of institutions are listed first. Then the coin moves between listed holders only. Everyone else keeps the coins and cannot move them.',
  off: 'The coin moves between all holders again.',
} as const

/** The mode before and after, and who could no longer move the coin. */
export async function switchFacts(_env: Env, sql: Sql, { coin, mode }: Switch): Promise<Fact[]> {
  const { asset, blockchain } = coinOnChain(coin)
  const contract = await contractOn(sql, blockchain, asset)
  const onChain = await modeOnChain(sql, blockchain, asset)
  const decided = await decidedMode(sql, blockchain, asset)
  const [count] = await sql.query<{ allowed: bigint; listed: bigint }>(
    `select (select count(distinct address) from chains.allowed_holder where chain = $1) as allowed,
       (select count(*) from chains.listed where chain = $1 and asset = $2 and is_listed) as listed`,
    [blockchain, asset],
  )
  return [
    text('Coin', asset),
    text('Chain', chains[blockchain].name),
    change('Allow list', words(decided), mode),
    text('Outcome', outcomes[mode], { part: 'effect' }),
    evidence(text('Holders that may be listed', counted(count!.allowed, 'wallet'))),
    evidence(text('Listed now', counted(count!.listed, 'wallet'))),
    ...(onChain === decided ? [] : [evidence(text('Mode on the chain', words(onChain)))]),
    ...(contract === null ? [evidence(text('Contract', 'not deployed yet: its deployment sets the mode'))] : []),
  ]
}

/** Our coins on this chain whose list must be on from their deployment. */
export async function decidedOn(sql: Sql, code: ChainCode): Promise<ReadonlySet<string>> {
  const decisions = await currentDecisions(sql)
  return new Set(decisions.filter((one) => one.chain === code && one.is_on).map(({ asset }) => asset))
}

/** A coin was deployed with the decided mode. */
export async function concludeDeployed(tx: Tx, code: ChainCode, asset: string, at: Date): Promise<void> {
  const decision = await currentDecision(tx, code, asset)
  if (decision !== null && decision.done_at === null) await conclude(tx, decision.id, at)
}
