/** A client id of its own for what is done in the page: `web-20261117-3f9a2c7e`. */
export function newClientId(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
  return `web-${day}-${drawn.join('')}`
}
