import { accountBalance, keyInfo } from '@specie/protocol/endpoints/account.ts'
import { queryEvents } from '@specie/protocol/endpoints/events.ts'
import type { Client } from '@specie/sdk/client.ts'
import type { Env } from '../env.ts'
import { details, table } from '../show.ts'
import { overApi } from './over-api.ts'

export const balance = overApi(accountBalance, {
  does: 'show balances',
  more: { asset: { value: 'ASSET', does: 'this one only' } },
  examples: ['', '--asset VCHF', '--json'],
  request: () => ({}),
  show: ({ balances }, { asset }) =>
    table(
      balances.filter((one) => asset === undefined || one.asset === asset),
      ['asset', 'available', 'pending'],
    ),
})

export const key = overApi(keyInfo, {
  does: 'show the institution of the key, its scopes and its remaining limits',
  examples: [''],
  show: details,
})

export const events = overApi(queryEvents, {
  does: 'list changes, oldest first; --follow continues as they happen',
  more: { follow: { does: 'continue until interrupted' } },
  examples: ['', '--follow', '--cursor cyA0NzExIDgwMQ --json'],
  show: ({ events, next_cursor }) =>
    `${table(events, ['at', 'type', 'status', 'id', 'clordid'])}\nContinue with --cursor ${next_cursor}`,
  instead: (env, client, { cursor }, { follow: isFollowed, json }) =>
    isFollowed === true ? follow(env, client, cursor as string | undefined, json === true) : null,
})

async function follow(env: Env, client: Client, after: string | undefined, asJson: boolean): Promise<number> {
  for await (const event of client.follow({ after })) {
    const { at, type, status, id, clordid } = event
    const line = [at, type.padEnd(10), status.padEnd(10), id, clordid ?? ''].join('  ').trimEnd()
    env.print(asJson ? JSON.stringify(event) : line)
  }
  return 0
}
