import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A connection to PostgreSQL that breaks at the worst moment: the statement is committed, and its answer is lost.

export type Line = {
  /** The same database, over this connection. */
  url: string
  /** Once the next statement of this name is committed, its answer is lost and the connection with it; resolves then. */
  loseAnswerTo(statement: string): Promise<void>
  close(): Promise<void>
}

type Loss = { statement: string; happened(): void }

/** «ReadyForQuery» outside of a transaction: the statement is committed. */
const idle = Buffer.from('Z\0\0\0\u0005I', 'latin1')

export async function breakingConnection(databaseUrl: string): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-line-'))
  const url = new URL(databaseUrl)
  const socketIn = (folder: string) => join(folder, `.s.PGSQL.${url.searchParams.get('port')}`)
  const postgres = socketIn(url.searchParams.get('host')!)
  url.searchParams.set('host', folder)
  let next: Loss | null = null
  const take = (request: Buffer): Loss | null => {
    if (next === null || !request.includes(next.statement)) return null
    const loss = next
    next = null
    return loss
  }
  const server = createServer((client) => bridge(client, connect(postgres), take)).listen(socketIn(folder))
  await once(server, 'listening')
  return {
    url: url.href,
    loseAnswerTo: (statement) => new Promise((happened) => (next = { statement, happened })),
    close: async () => {
      server.close()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function bridge(client: Socket, server: Socket, lossOf: (asked: Buffer) => Loss | null): void {
  let loss: Loss | null = null
  let lost = Buffer.alloc(0)
  client.on('data', (request) => {
    loss ??= lossOf(request)
    server.write(request)
  })
  server.on('data', (answer) => {
    if (loss === null) return void client.write(answer)
    lost = Buffer.concat([lost, answer])
    if (!lost.subarray(-idle.length).equals(idle)) return
    client.destroy()
    loss.happened()
  })
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => {}) // its end follows
    one.on('close', () => other.end())
  }
}
