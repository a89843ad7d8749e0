import { signingString } from '@specie/protocol/signing/signing.ts'
import { type Body, formBody, formFields, jsonBody } from './body.ts'
import { type CallName, callTable } from '../generated/calls.gen.ts'
import type { CallOptions } from './call-types.ts'
import { anySignal, type Context } from './context.ts'
import { abortedError, SpecieError } from '../error.ts'
import { resolveByLookUp } from './look-up.ts'
import { jitter, newId, sleep } from '../platform.ts'
import { retryDelay, isRefusal, isUncertain, type Tries } from './retry.ts'
import { send } from './send.ts'

// The course of a call: its turn, its signature, its attempts, and its outcome after a lost answer.

type Fields = Readonly<Record<string, unknown>>
type Row = { method: 'GET' | 'POST'; path: string; body: 'none' | 'form' | 'json'; id?: 'clordid' | 'clreqid' }

export async function makeCall(
  context: Context,
  name: CallName,
  given: Fields,
  options: CallOptions,
): Promise<unknown> {
  const row: Row = callTable[name]
  const request = completed(context, name, row, given)
  const body = row.body === 'json' ? jsonBody(request) : row.body === 'form' ? formBody(request) : null
  const signal = anySignal(context.signal, options.signal)
  const abort = (cause: unknown) => Promise.reject(abortedError(context.base, cause))
  let tries: Tries = { attempts: 1, refusals: 0, wasRefused: false }
  let isInDoubt = false
  for (;;) {
    let nonce = '0'
    const onNonce = (taken: string) => (nonce = taken)
    try {
      return await attempt(context, name, row, request, body, { ...options, signal }, tries, onNonce)
    } catch (error) {
      if (!(error instanceof SpecieError)) throw error
      isInDoubt ||= isUncertain(error)
      const isSigned = body !== null
      if (isSigned && isRefusal(error)) await context.pacer.learn(error, nonce)
      const afterMs = retryDelay(error, tries, isSigned, context.retry, jitter)
      if (afterMs === null) {
        // A write has its client id by now. A dry run has no effect to look up.
        const isWrite = row.id !== undefined && request['validate'] !== true && request['validate'] !== 'true'
        if (!isWrite || !isInDoubt || error.code === 'aborted') throw error
        return resolveByLookUp(
          (query, fields) => makeCall(context, query, fields, options),
          name,
          request,
          error,
          signal,
        )
      }
      context.on.retry?.({ call: name, attempt: tries.attempts, afterMs, error })
      if (afterMs > 0) await sleep(afterMs, signal).catch(abort)
      const wasRefused = isRefusal(error)
      tries = wasRefused
        ? { ...tries, refusals: tries.refusals + 1, wasRefused }
        : { ...tries, attempts: tries.attempts + 1, wasRefused }
    }
  }
}

/** The constant fields of an order, and the client id without which a write could not be repeated. */
function completed(context: Context, name: CallName, { id }: Row, given: Fields): Fields {
  const order =
    name === 'addOrder' ? { timestamp: new Date(context.clock()), ordtype: 'Limit', timeinforce: 'FOK' } : {}
  const once = id === 'clreqid' ? { clreqid: newId() } : {}
  const named = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  return { ...order, ...once, ...Object.fromEntries(named) }
}

async function attempt(
  context: Context,
  name: CallName,
  row: Row,
  request: Fields,
  body: Body | null,
  options: CallOptions,
  tries: Tries,
  onNonce: (nonce: string) => void,
): Promise<unknown> {
  const url = new URL(row.path, context.base)
  if (body === null) url.search = String(new URLSearchParams(formFields(request)))
  const { nonce, headers } =
    body === null
      ? { nonce: null, headers: {} }
      : await signed(context, name, url.pathname, body, tries.wasRefused, options.signal)
  if (nonce !== null) onNonce(nonce)
  const attempt = tries.attempts + tries.refusals
  context.on.request?.({ call: name, attempt, nonce })
  return send(context, {
    call: name,
    attempt,
    method: row.method,
    url: url.href,
    headers: { ...options.headers, ...headers },
    body: body?.text ?? null,
    // A call that waits for events is answered at the end of its wait.
    timeoutMs: (options.timeoutMs ?? context.timeoutMs) + (Number(request['wait']) || 0) * 1_000,
    signal: options.signal,
  })
}

async function signed(
  context: Context,
  name: CallName,
  path: string,
  body: Body,
  wasRefused: boolean,
  signal: AbortSignal | undefined,
) {
  const signer = await context.signer()
  const nonce = await context.pacer
    .turn({ signal, wasRefused, onWait: (ms) => context.on.wait?.({ call: name, ms }) })
    .catch((cause: unknown) => Promise.reject(signal?.aborted ? abortedError(context.base, cause) : (cause as Error)))
  const headers: Record<string, string> = {
    'x-app-public-key': signer.publicKey,
    'x-app-nonce': nonce,
    'x-app-signed-data': await signer.sign(signingString(path, body.signed, nonce)),
    ...(body.contentType === null || body.text === null ? {} : { 'content-type': body.contentType }),
  }
  return { nonce, headers }
}
