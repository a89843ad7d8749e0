// One of several processes that share a key: it writes sequentially, and reports each outcome.
import { readFileSync } from 'node:fs'
import { createClient } from '@specie/sdk/client.ts'
import { SpecieError } from '@specie/sdk/error.ts'
import { fileLock } from '@specie/sdk/pace/file-lock.ts'
import type { Lock } from '@specie/sdk/pace/pace.ts'

export type WriterOrders = {
  base: string
  keyFile: string
  lockFolder: string
  name: string
  count: number
  /** The limit of one call a second is lifted on both sides. */
  isUnpaced: boolean
  patienceMs: number
}
export type WriterReport = { done: string[]; failed: { id: string; code: string; message: string }[]; retries: number }

const orders = JSON.parse(process.argv[2]!) as WriterOrders
const report: WriterReport = { done: [], failed: [], retries: 0 }

/** Slots and nonces as usual, but without waiting for a slot. */
function unpaced(lock: Lock): Lock {
  return {
    change: (step) =>
      lock.change((last) => {
        const slot = step(last)
        return { ...slot, sendAt: slot.takenAt }
      }),
  }
}

const lock = fileLock(orders.lockFolder)
const specie = createClient({
  base: orders.base,
  key: readFileSync(orders.keyFile, 'utf8'),
  lock: orders.isUnpaced ? unpaced(lock) : lock,
  timeoutMs: orders.patienceMs,
  retry: { attempts: 8, firstMs: 20, longestMs: 1_000 },
  on: { retry: () => (report.retries += 1) },
})

for (let n = 0; n < orders.count; n += 1) {
  const id = `${orders.name}-${n}`
  try {
    await write(id, n)
    report.done.push(id)
  } catch (error) {
    const { code, message } = error instanceof SpecieError ? error : { code: 'none', message: String(error) }
    report.failed.push({ id, code, message })
  }
}
process.stdout.write(JSON.stringify(report))

async function write(id: string, n: number): Promise<void> {
  if (n % 3 === 2) {
    const { status } = await specie.convert({
      from_currency: 'CHF',
      to_currency: 'VCHF',
      quantity: '2',
      min_received: '0',
      clreqid: id,
    })
    if (status !== 'completed') throw new Error(`converted: ${status}`)
    return
  }
  const order = { clordid: id, symbol: 'VCHF/CHF', side: 'Buy', orderqty: '1', price: '1.01' } as const
  const { order: answered } = await specie.addOrder(order)
  if (answered.ordstatus !== 'Filled' || answered.clordid !== id) throw new Error(JSON.stringify(answered))
}
