/** A client id of its own for what is done in the page: `web-20261117-3f9a2c7e`. */
export function newClientId(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  return `web-${day}-${crypto.randomUUID().slice(0, 8)}`
}
