import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { type PayloadOf, payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../base/audit/audit.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import type { ApprovalActor, Description } from '../base/approvable.ts'
import { checkedAddress } from './addresses.ts'

// An existing contract, such as USDC. A false one would credit worthless coins.

type Contract = PayloadOf<'chain.contract'>

/** The payload of `chain.contract`: an asset on this chain, and its address with checksum. */
export const contractSchema = payloads['chain.contract'].schema.superRefine((contract, context) => {
  const flaw = flawOf(contract)
  if (flaw !== null) context.addIssue({ code: 'custom', ...flaw })
})

function flawOf({ blockchain, asset, address }: Contract): { path: [string]; message: string } | null {
  const { type, blockchains } = assets[asset]
  if (type !== 'stablecoin' || !blockchains.some((one) => one.blockchain === blockchain))
    return { path: ['asset'], message: `${asset} has no contract on ${chains[blockchain].name}` }
  try {
    const checked = checkedAddress(blockchain, address, { environment: 'production', field: 'address' })
    return checked === address
      ? null
      : { path: ['address'], message: `Write the address with its checksum: ${checked}` }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { path: ['address'], message: error.message.replace(/\.$/, '') }
  }
}

export const describeContract = async (
  _env: Env,
  _sql: Sql,
  { blockchain, asset, address }: Contract,
): Promise<Description> => ({
  title: `Record ${address} as the contract of ${asset} on ${chains[blockchain].name}`,
  institutionId: null,
})

/** The act of an approved `chain.contract`. A contract is never replaced. The books would lose the coins of the old one. */
export async function recordApproved(
  _env: Env,
  tx: Tx,
  { blockchain, asset, address }: Contract,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const [known] = await tx.query<{ address: string }>(
    'select address from chains.contract where chain = $1 and asset = $2',
    [blockchain, asset],
  )
  if (known)
    throw badRequest('recorded', `The contract of ${asset} on ${blockchain} is already ${known.address}.`, 'asset')
  await tx.query('insert into chains.contract (chain, asset, address, created_at) values ($1, $2, $3, $4)', [
    blockchain,
    asset,
    address,
    at,
  ])
  const detail = { chain: blockchain, asset, maker, why }
  audit(tx, { actor: checker, action: 'contract.recorded', subject: address, detail })
}
