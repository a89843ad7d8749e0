import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/**
 * Waits until every request of a transport has its answer, so that a client that closes stdin right after its request still
 * gets it. The transport must be connected.
 */
export function openRequests(transport: Transport): () => Promise<void> {
  const open = new Set<string | number>()
  let allAnswered = () => {}
  const receive = transport.onmessage
  Object.assign(transport, {
    onmessage: (...[message, extra]: Parameters<NonNullable<typeof receive>>) => {
      if ('method' in message && 'id' in message) open.add(message.id)
      receive?.(message, extra)
    },
  })
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    await send(message, options)
    if (!('method' in message) && message.id !== undefined) open.delete(message.id)
    if (open.size === 0) allAnswered()
  }
  return () =>
    new Promise((resolve) => {
      allAnswered = resolve
      if (open.size === 0) resolve()
    })
}
