// A database URL may name several servers: postgres://a:5432,b:5432/specie, or ?host=/one,/two as in libpq. The driver
// accepts only one server.

const pattern = /^(?<scheme>[a-z]+:\/\/)(?<login>[^@/?]*@)?(?<hosts>[^/?]*)(?<path>[^?]*)(?:\?(?<query>.*))?$/

/** We write, so only a primary is usable. */
const acceptedAttributes = ['read-write', 'primary', 'any']

/** One URL per named server, in order. An error's message continues the sentence after a setting's name. */
export function addressesOf(url: string): string[] {
  if (url.startsWith('socket:')) return [url]
  const parts = pattern.exec(url)?.groups
  if (!parts) throw new Error('must be an address that begins with postgres://')
  const { scheme, login = '', hosts = '', path = '', query = '' } = parts
  const params = new Map(query.split('&').map((pair) => splitAt(pair, '=')))
  const wanted = params.get('target_session_attrs')
  if (wanted !== undefined && !acceptedAttributes.includes(wanted))
    throw new Error(`asks for target_session_attrs=${wanted}; only read-write is supported`)
  const named = params.get('host')?.split(',') ?? []
  const ports = params.get('port')?.split(',') ?? []
  const rest = [...params].filter(([name]) => name !== '' && !['host', 'port', 'target_session_attrs'].includes(name))
  const address = (host: string, more: [string, string][]) => {
    const parameters = [...more, ...rest].map(([name, value]) => `${name}=${value}`).join('&')
    return `${scheme}${login}${host}${path}${parameters === '' ? '' : `?${parameters}`}`
  }
  const portOf = (i: number): [string, string][] => {
    const port = ports[i] ?? ports[0]
    return port === undefined ? [] : [['port', port]]
  }
  return named.length > 0
    ? named.map((host, i) => address(hosts, [['host', host], ...portOf(i)]))
    : hosts.split(',').map((host, i) => address(host, portOf(i)))
}

/** The host without the login, which may hold a password. */
export function hostOf(address: string): string {
  const { host, searchParams } = new URL(address, 'postgres://base')
  return searchParams.get('host') ?? host
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}
