import type { Client } from '@specie/sdk/client.ts'
import type { Progress } from '@specie/sdk/call/outcome.ts'
import type { Given, Option } from '../command.ts'
import type { Env } from '../env.ts'
import { details } from '../show.ts'
import { indented } from './show-answers.ts'

// Operations that outlast their call: `--watch` follows them, with progress on stderr.

export const watch: Option = { does: 'follow it until it is final; exit code 1 unless it succeeded' }

const wentWrong = ['rejected', 'failed', 'canceled', 'returned', 'refunded', 'closed', 'expired', 'orphaned', 'frozen']

export const exitCodeOf = ({ status }: { readonly status: string }): number =>
  wentWrong.includes(status.toLowerCase()) ? 1 : 0

type Refusable = { readonly status?: string; readonly order?: { readonly ordstatus: string } }

/** Whether the answer to a write or its dry run is a refusal. A cancellation may answer «canceled». */
export function isRefused(call: string, { status = '', order }: Refusable): boolean {
  return !call.startsWith('cancel') && exitCodeOf({ status: order?.ordstatus ?? status }) === 1
}

/** `--watch`: waits for the outcome and prints it. Without it the first answer decides. */
export async function thenWatch(
  env: Env,
  client: Client,
  answer: { readonly status: string },
  given: Given,
): Promise<number> {
  if (given['watch'] !== true || exitCodeOf(answer) === 1) return exitCodeOf(answer)
  const onProgress = (progress: Progress) => env.note(progressLine(env, progress))
  const row = (await client.outcome(answer as unknown as { requestid: string }, { onProgress })) as { status: string }
  env.print(given['json'] === true ? JSON.stringify(row) : `It is ${row.status}.\n${indented(details(row))}`)
  return exitCodeOf(row)
}

function progressLine(env: Env, { status, stage, reason, hold }: Progress): string {
  const where = stage === null || stage === undefined || stage === status ? '' : ` (${stage})`
  const why = hold?.message ?? reason
  return `${env.now().toISOString().slice(11, 19)}  ${status}${where}${why ? `: ${why}` : ''}`
}
