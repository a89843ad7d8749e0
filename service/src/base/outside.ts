// The way to everybody outside: bank, provider, venues, nodes, key service. What is asked goes where the settings say and
// nowhere else, and whatever comes back cannot fill our memory or keep a job for ever.

/** Somebody outside did not answer, or with something that is not taken. Whether it did what was asked is not known. */
export class OutsideError extends Error {
  override name = 'OutsideError'
}

export type Limits = {
  /** From the call to the last byte of its answer; null for a stream, which must be watched by whoever reads it. */
  readonly withinMs: number | null
  /** Of the answer, after it was unpacked; null for a stream. */
  readonly mostBytes: number | null
}

/** How much is taken of each kind of answer. */
export const mostBytes = { json: 4 * 2 ** 20, bankFile: 20 * 2 ** 20, node: 64 * 2 ** 20 } as const

export type Asked = {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}
export type Answer = { readonly status: number; readonly text: string }

/** Asks once and reads the whole answer, whatever its status. */
export async function askOutside(at: URL | string, asked: Asked, limits: Limits): Promise<Answer> {
  const response = await outsideFetch(limits)(at, asked)
  return { status: response.status, text: await response.text() }
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** `fetch` with limits and without redirects, for clients that speak a protocol of their own. */
export function outsideFetch(limits: Limits): Fetch {
  return async (input, init = {}) => {
    const ending = new AbortController()
    const signals = [ending.signal, init.signal, limits.withinMs === null ? null : AbortSignal.timeout(limits.withinMs)]
    const signal = AbortSignal.any(signals.filter((one) => one != null))
    const response = await fetch(input, { ...init, redirect: 'manual', signal }).catch((error: unknown) => {
      throw fault(error)
    })
    const problem = misfit(response, limits.mostBytes)
    if (problem !== null) {
      ending.abort()
      throw new OutsideError(problem)
    }
    return limits.mostBytes === null ? response : limited(response, limits.mostBytes, ending)
  }
}

/** What went wrong below fetch is told by its cause alone. */
function fault(error: unknown): unknown {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return error
  return new OutsideError(`${error.message} (${error.cause.message})`, { cause: error.cause })
}

function misfit({ status, headers }: Response, most: number | null): string | null {
  if (status >= 300 && status < 400) {
    const target = headers.get('location')?.slice(0, 200) ?? 'nowhere'
    return `it answered ${status}, a redirect to ${target}: redirects are not followed, the settings must name the address itself`
  }
  const length = Number(headers.get('content-length') ?? 0)
  return most !== null && length > most ? tooLong(most) : null
}

const tooLong = (most: number): string => `its answer is longer than ${most} bytes`

/** The same answer, that ends with an error once it is too long. */
function limited(response: Response, most: number, ending: AbortController): Response {
  if (response.body === null) return response
  let read = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.byteLength
      if (read <= most) return controller.enqueue(chunk)
      controller.error(new OutsideError(tooLong(most)))
      ending.abort()
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers })
}
