/** Answered as the error of a JSON-RPC response. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The connection is closed without an answer. */
export class HangUp extends Error {}

export type Handle = (method: string, params: unknown[]) => Promise<unknown>

export const noSuchMethod = (method: string) =>
  new RpcError(-32601, `the method ${method} does not exist/is not available`)

export const badParams = (message: string) => new RpcError(-32602, message)

type Answer = { jsonrpc: '2.0'; id: unknown; result?: unknown; error?: object }

const maxBatch = 1_000

/** The response text to a request or a batch; null if no response is wanted. */
export async function answer(
  text: string,
  handle: Handle,
  onProblem: (error: unknown) => void,
): Promise<string | null> {
  const request = parsed(text)
  if (request === undefined) return written(failure(null, new RpcError(-32700, 'parse error')))
  if (!Array.isArray(request)) {
    const one = await answerOne(request, handle, onProblem)
    return one && written(one)
  }
  if (request.length === 0) return written(failure(null, new RpcError(-32600, 'empty batch')))
  if (request.length > maxBatch) return written(failure(null, new RpcError(-32600, 'batch too large')))
  const answers: Answer[] = []
  for (const entry of request) {
    const one = await answerOne(entry, handle, onProblem)
    if (one) answers.push(one)
  }
  return answers.length === 0 ? null : written(answers)
}

async function answerOne(request: unknown, handle: Handle, onProblem: (e: unknown) => void): Promise<Answer | null> {
  const { method, params, id } = (request ?? {}) as { method?: unknown; params?: unknown; id?: unknown }
  if (typeof method !== 'string') return failure(id, new RpcError(-32600, 'invalid request'))
  try {
    // EDR requires `params`; the specification does not.
    if (params !== undefined && params !== null && !Array.isArray(params)) throw badParams('params must be an array')
    const result = await handle(method, (params ?? []) as unknown[])
    return id === undefined ? null : { jsonrpc: '2.0', id, result: result ?? null }
  } catch (error) {
    if (error instanceof HangUp) throw error
    if (error instanceof RpcError) return failure(id, error)
    onProblem(error)
    return failure(id, new RpcError(-32603, 'internal error'))
  }
}

function failure(id: unknown, { code, message, data }: RpcError): Answer {
  return { jsonrpc: '2.0', id: id ?? null, error: data === undefined ? { code, message } : { code, message, data } }
}

// Solana's numbers have 64 bits: above 2^53 they are bigint here, and plain digits on the wire.
const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown }
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'bigint' ? rawJSON(String(entry)) : entry))

type Reviver = (key: string, value: unknown, context: { source: string }) => unknown
const wholeNumbers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, wholeNumbers as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}
