import { formatAmount } from '@specie/protocol/money.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { checkedAddress } from '../../chains/addresses.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { isListedAddress } from '../../compliance/list/own.ts'
import { chainTermsOf } from '../chain-terms.ts'
import type { Deposit } from './row.ts'

const field = 'return_to'

/**
 * The address to which a rejected deposit is returned: named by staff, in the chain's spelling. They must name it even if it
 * is the sender's: an exchange sends from a wallet of all its clients, where a return would be lost.
 */
export async function returnAddressOf(env: Env, tx: Tx, id: string, to: string | undefined): Promise<string> {
  const [deposit] = await tx.query<Deposit>('select * from transfers.deposit where id = $1', [id])
  if (!deposit) throw badRequest('unknown', 'There is no such deposit.', 'on')
  const { blockchain, asset, quantity, sender } = deposit
  if (to === undefined) {
    const origin = sender === null ? 'The deposit has no sender' : `It came from ${sender}`
    throw badRequest(
      'required',
      `Name the address for the return. ${origin}; ask the sender for a safe address, or freeze the deposit.`,
      field,
    )
  }
  const address = checkedAddress(blockchain, to, { environment: env.config.environment, field })
  const problem = await problemWith(tx, deposit, address)
  if (problem !== null) throw badRequest('unsafe', problem, field)
  const fee = chainTermsOf(asset, blockchain).withdrawFee
  if (quantity > fee) return address
  const cost = `${formatAmount({ asset, minor: fee })} ${asset}`
  throw badRequest('fee', `The network fee of ${cost} exceeds the deposit. Release or freeze it instead.`, 'decision')
}

/** Why this address cannot receive the return; null if it can. Checked again before sending. */
export async function problemWith(tx: Tx, { blockchain }: Deposit, address: string): Promise<string | null> {
  const ours = await ownAddress(tx, blockchain, address)
  if (ours !== null) return `This address is ${ours}. Name an outside address.`
  if (await isListedAddress(tx, address)) return 'This address is on a sanctions list. Freeze the deposit.'
  return null
}
