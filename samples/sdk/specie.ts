// The same with the SDK: it signs, keeps the pace, waits on a 429 and repeats what is safe to repeat.
//
//   npm install specie-sdk-0.1.0.tgz    made by npm run -w sdk build && npm pack ./sdk/dist in the repository
//   node specie.ts
//
// SPECIE_URL      the service, for example http://127.0.0.1:8080
// SPECIE_KEY      a file with your private key in PEM, of mode 0600
// SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock
import { randomUUID } from 'node:crypto'
import { createClient, decimal, SpecieError } from '@specie/sdk'
import { keyFromFile } from '@specie/sdk/node'

const { SPECIE_URL, SPECIE_KEY, SPECIE_SANDBOX } = process.env
const base = new URL('/api/v1/', SPECIE_URL).href
const specie = createClient({ base, key: keyFromFile(SPECIE_KEY!), userAgent: 'acme-treasury/1.0' })

async function main(): Promise<boolean> {
  if (SPECIE_SANDBOX) {
    const { institutionid } = await specie.keyInfo()
    await specie.sandbox.wires({ institutionid, currency: 'CHF', amount: '300000' })
    await specie.sandbox.advance({ seconds: 1800 })
  }

  for (const { asset, available, pending } of (await specie.accountBalance()).balances)
    console.log(`balance ${available} ${asset}, ${pending} pending`)

  const { order, error } = await specie.addOrder({
    // Your own id makes it safe to repeat: the same order with the same id is filled once.
    clordid: `order-${randomUUID()}`,
    symbol: 'VCHF/CHF',
    side: 'Buy',
    orderqty: decimal('1000'),
    price: '1.01',
  })
  if (error.code) console.log(`order ${order.ordstatus}: ${error.code}: ${error.message}`)
  else
    console.log(
      `order ${order.ordstatus}: ${order.bought} ${order.bought_currency} for ${order.sold} ${order.sold_currency}`,
    )

  const clreqid = `mint-${randomUUID()}`
  const mint = await specie.mintTokens({ asset: 'VCHF', blockchain: 'ETH', quantity: '250000', clreqid })
  if (SPECIE_SANDBOX) await specie.sandbox.advance({ seconds: 4 * 3600 })
  const { status, txid } = await specie.outcome(mint, { onProgress: (now) => console.log(`mint ${now.status}`) })
  console.log(`mint ${status} ${txid}`)
  return status === 'settled'
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  if (!(error instanceof SpecieError)) throw error
  console.error(`${error.code}: ${error.message}\n  ${error.hint}\n  ${error.docs}\n  trace ${error.traceid}`)
  process.exitCode = 1
}
