import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// A lying node: a JSON-RPC server in front of a real one. It forwards every call and changes the chosen answers. Works for EVM
// chains and for Solana, for single calls and for batches.

/** The false answer: it gets the true answer and the call's parameters. Throw to answer with an error. */
export type Lie = (truth: any, params: any) => unknown

export type LyingNode = {
  readonly url: string
  /** From now on it lies about this method. One lie per method: the newest counts. */
  lie(method: string, how: Lie): void
  /** From now on it tells the truth about everything, and answers. */
  honest(): void
  /** From now on it does not answer at all. */
  silent(): void
  close(): Promise<void>
}

type RpcCall = { readonly id: unknown; readonly method: string; readonly params?: unknown }
type Answer = { readonly id: unknown; result?: unknown; error?: unknown }

export async function lyingNode(upstreamUrl: string): Promise<LyingNode> {
  const lies = new Map<string, Lie>()
  let isSilent = false

  async function twisted(requested: RpcCall, answer: Answer): Promise<Answer> {
    const how = lies.get(requested.method)
    if (!how || 'error' in answer) return answer
    try {
      return { ...answer, result: (await how(structuredClone(answer.result), requested.params)) ?? null }
    } catch (error) {
      const { result: _, ...rest } = answer
      return { ...rest, error: { code: -32_000, message: (error as Error).message } }
    }
  }

  async function answerTo(body: string): Promise<string> {
    const response = await fetch(upstreamUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const [asked, told] = [JSON.parse(body) as RpcCall | RpcCall[], (await response.json()) as Answer | Answer[]]
    if (!Array.isArray(asked)) return JSON.stringify(await twisted(asked, told as Answer))
    const questions = new Map(asked.map((one) => [one.id, one]))
    return JSON.stringify(await Promise.all((told as Answer[]).map((one) => twisted(questions.get(one.id)!, one))))
  }

  const server = createServer((request, response) => {
    text(request)
      .then(async (body) => {
        if (isSilent) return void request.socket.destroy()
        response.writeHead(200, { 'content-type': 'application/json' }).end(await answerTo(body))
      })
      // The node behind it is gone, so this one ends too.
      .catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (method, how) => void lies.set(method, how),
    honest: () => {
      lies.clear()
      isSilent = false
    },
    silent: () => void (isSilent = true),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
