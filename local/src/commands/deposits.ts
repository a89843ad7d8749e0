import { userInfo } from 'node:os'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { ApiError } from '@specie/service/base/http/errors.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { retryCollection } from '@specie/service/transfers/deposit/collect.ts'
import { CommandError, type Command } from './command.ts'
import { propose } from './console.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

type Row = {
  id: string
  asset: AssetCode
  quantity: bigint
  blockchain: string
  address: string
  sender: string | null
  txid: string
  stuck: boolean
}

export const depositsUnassigned: Command = {
  takes: '',
  does: 'list coins that came to an address of ours without an owner, and those that cannot be collected',
  run: () =>
    withDatabase(async (db) => {
      const rows = await db.query<Row>(
        `select id, asset, quantity, blockchain, address, sender, txid, stuck_at is not null as stuck
         from transfers.deposit where institution_id is null and state = 'held' or stuck_at is not null
         order by created_at, id`,
      )
      for (const { id, asset, quantity, blockchain, address, sender, txid, stuck } of rows) {
        const amount = `${formatAmount({ asset, minor: quantity })} ${asset} on ${blockchain}`
        const why = stuck ? 'cannot be collected' : 'has no owner'
        console.log(`${id}  ${amount}  ${why}  at ${address}  from ${sender ?? 'nobody'}  in ${txid}`)
      }
      if (rows.length === 0) console.log('There are none.')
      return 0
    }),
}

export const depositsAssign: Command = {
  takes: 'DEPOSIT INSTITUTION WHY…',
  does: 'ask to say whose a deposit without an owner is; a second person approves it',
  run: async ([depositid, institutionid, ...why]) => {
    if (depositid === undefined || institutionid === undefined || why.length === 0)
      throw new CommandError(`Which deposit, whose is it, and why? ${see}`)
    return propose('deposit.assign', { depositid, institutionid }, why)
  },
}

export const depositsRetry: Command = {
  takes: 'DEPOSIT WHY…',
  does: 'collect the coins of a deposit once more, when what stood in the way is gone',
  run: async ([id, ...why]) => {
    if (id === undefined || why.length === 0) throw new CommandError(`Which deposit, and why? ${see}`)
    const actor = `operator ${userInfo().username}`
    await act((env, tx) => retryCollection(env, tx, id, actor, why.join(' ')))
    console.log(`The coins of ${id} are collected once more.`)
    return 0
  },
}

const see = 'See specie deposits unassigned.'

/** In one transaction; a refusal is told in its own words. */
function act(work: (env: Env, tx: Tx) => Promise<void>): Promise<void> {
  return withDatabase((db) => db.tx((tx) => work(envOf(db), tx))).catch((error: unknown) => {
    if (error instanceof ApiError) throw new CommandError(`${error.message} ${see}`)
    throw error
  })
}
