import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6, connect as connectTcp, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { HeadDestination } from './head-destinations.ts'

type Syslog = Extract<HeadDestination, { kind: 'syslog' }>

const timeoutMs = 5_000
/** Facility 13, log audit; severity 5, notice. */
const priority = 13 * 8 + 5

/** RFC 5424; the message is a line of JSON in ASCII. */
const message = (at: Date, line: string): string =>
  `<${priority}>1 ${at.toISOString()} ${hostname() || '-'} specie ${process.pid} audit-head - ${line}`

/** UDP (RFC 5426) never confirms arrival; TCP and TLS (RFC 6587, 5425) report a lost connection. */
export async function toSyslog(to: Syslog, at: Date, lines: readonly string[]): Promise<void> {
  const messages = lines.map((line) => Buffer.from(message(at, line)))
  if (to.by === 'udp') return sendDatagrams(to, messages)
  const socket = to.by === 'tls' ? connectTls({ host: to.host, port: to.port }) : connectTcp(to.port, to.host)
  await sendOverStream(socket, to.by === 'tls' ? 'secureConnect' : 'connect', messages)
}

async function sendDatagrams({ host, port }: Syslog, messages: readonly Buffer[]): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    for (const each of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(each, port, host, (error) => (error === null ? resolve() : reject(error))),
      )
  } finally {
    socket.close()
  }
}

async function sendOverStream(socket: Socket, ready: string, messages: readonly Buffer[]): Promise<void> {
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('it took too long')))
  try {
    await once(socket, ready)
    // Octet counting of RFC 6587: the length before each message.
    const framed = messages.map((each) => Buffer.concat([Buffer.from(`${each.length} `), each]))
    const closed = once(socket, 'close')
    socket.resume().end(Buffer.concat(framed))
    await closed
  } finally {
    socket.destroy()
  }
}
