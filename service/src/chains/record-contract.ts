import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { type PayloadOf, payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../base/audit/audit.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import type { ApprovalActor, Description } from '../base/approvable.ts'
import { checkedAddress } from './addresses.ts'

// A contract that exists already, of USDC say. A false one would credit coins that are worth nothing.

type Contract = PayloadOf<'chain.contract'>

/** The payload of `chain.contract`: a coin that lies on this chain, and an address of it with its checksum. */
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
    return checked === address ? null : { path: ['address'], message: `write it with its checksum: ${checked}` }
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
  title: `Take ${address} for the contract of ${asset} on ${chains[blockchain].name}`,
  institutionId: null,
})

/** The act of an approved `chain.contract`. It is never replaced: coins of the old one would be lost from the books. */
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
  if (known) throw badRequest('recorded', `${asset} on ${blockchain} is ${known.address} already.`, 'asset')
  await tx.query('insert into chains.contract (chain, asset, address, created_at) values ($1, $2, $3, $4)', [
    blockchain,
    asset,
    address,
    at,
  ])
  const detail = { chain: blockchain, asset, maker, why }
  audit(tx, { actor: checker, action: 'contract.recorded', subject: address, detail })
}
