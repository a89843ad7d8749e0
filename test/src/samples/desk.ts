import { house } from '@specie/service/ledger/house.ts'
import { sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { endow } from '../trading.ts'
import type { Uat } from '../programs/uat.ts'

/** The desk has coins and makes a price, as after `npm start`. */
export async function openDesk(uat: Uat): Promise<void> {
  await endow(testEnv(uat.database), house, { CHF: '9000000', VCHF: '9000000' })
  const book = {
    symbol: 'VCHF/CHF',
    bids: [['0.9999', '5000000']],
    asks: [['1.0001', '5000000']],
    frozen: true,
  }
  const { status, body } = await sandbox(uat.service.origin, 'liquidity', book)
  if (status !== 200) throw new Error(`the desk makes no price: ${JSON.stringify(body)}`)
}
