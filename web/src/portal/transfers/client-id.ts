/** A client id of its own for each act of the page: `web-` and 128 bits. */
export function clientId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  return `web-${bytes.join('')}`
}
