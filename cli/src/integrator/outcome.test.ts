import { isDone, type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import type { Client } from '@specie/sdk/client.ts'
import { describe, expect, test } from 'vitest'
import type { Given } from '../command.ts'
import type { Env } from '../env.ts'
import { exitCodeOf, isRefused, thenWatch } from './outcome.ts'

test('a rejected request is a refusal; a successful cancellation is none', () => {
  expect(isRefused('addOrder', { order: { ordstatus: 'Rejected' } })).toBe(true)
  expect(isRefused('addOrder', { order: { ordstatus: 'Filled' } })).toBe(false)
  expect(isRefused('addPaymentRail', { status: 'rejected' })).toBe(true)
  expect(isRefused('cancelMint', { status: 'canceled' })).toBe(false)
  expect(isRefused('requestQuote', {})).toBe(false)
})

test('every final state that clients see ends --watch with 0 on success, otherwise with 1', () => {
  const request: Machine[] = [machines.mint, machines.redemption, machines.withdrawal, machines.payment_rail]
  const wanted = ['settled', 'completed', 'active', 'suspended']
  for (const machine of request) {
    for (const state of statesOf(machine)) {
      const status = machine.shown[state]
      if (status === undefined || !isDone(machine, state)) continue
      expect([machine.name, status, exitCodeOf({ status })]).toEqual([
        machine.name,
        status,
        wanted.includes(status) ? 0 : 1,
      ])
    }
  }
})

describe('--watch', () => {
  const run = async (answer: { status: string; requestid: string }, ends: string, given: Given = { watch: true }) => {
    const output: string[] = []
    const env = {
      print: (text: string) => void output.push(text),
      note: (text: string) => void output.push(`note ${text}`),
      now: () => new Date('2026-11-18T10:11:12Z'),
    } as unknown as Env
    const outcome = async (_answer: unknown, { onProgress }: { onProgress: (progress: object) => void }) => {
      onProgress({ status: 'held', stage: 'screening', reason: null, hold: { message: 'Under review.' } })
      onProgress({ status: 'pending', stage: 'pending', reason: 'The bank pays it on 2026-11-19.', hold: null })
      onProgress({ status: ends, stage: null, reason: null, hold: null })
      return { status: ends }
    }
    const code = await thenWatch(env, { outcome } as unknown as Client, answer, given)
    return { code, said: output }
  }
  const accepted = { status: 'pending', requestid: 'm' }

  test('prints the progress and the end, and exits accordingly', async () => {
    expect(await run(accepted, 'settled')).toEqual({
      code: 0,
      said: [
        'note 10:11:12  held (screening): Under review.',
        'note 10:11:12  pending: The bank pays it on 2026-11-19.',
        'note 10:11:12  settled',
        expect.stringMatching(/^It is settled\.\n/),
      ],
    })
    expect((await run(accepted, 'failed')).code).toBe(1)
  })

  test('prints JSON on request', async () => {
    expect((await run(accepted, 'settled', { watch: true, json: true })).said.at(-1)).toBe('{"status":"settled"}')
  })

  test('does not follow a request that was refused at once, nor without the option', async () => {
    expect(await run({ ...accepted, status: 'rejected' }, 'settled')).toEqual({ code: 1, said: [] })
    expect(await run(accepted, 'failed', {})).toEqual({ code: 0, said: [] })
  })
})
