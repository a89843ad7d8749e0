// Which resolved addresses an outbound call may reach. The caller of a counterparty resolves the host once, asks here for
// every address, and connects to one that was allowed, so that a second resolution cannot lead elsewhere.

type Kind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared by a carrier'
  | 'multicast'
  | 'translated'
  | 'documentation'
  | 'reserved'
  | 'no address'

/** In UAT the counterparty runs on the same machine or next to it. Cloud metadata is link-local, and never reached. */
export function mayConnect(ip: string, inUat: boolean): boolean {
  const kind = kindOfAddress(ip)
  return kind === 'public' || (inUat && (kind === 'loopback' || kind === 'private'))
}

/**
 * The ranges are from IANA's registries of special-purpose addresses. A form other than the usual one, such as octal
 * digits, is no address.
 */
export function kindOfAddress(ip: string): Kind {
  const four = ipv4(ip)
  if (four !== null) return within(four, 32, blocks4) ?? 'public'
  const six = ipv6(ip)
  if (six === null) return 'no address'
  // Only 2000::/3 is assigned to the Internet.
  return within(six, 128, blocks6) ?? (six >> 125n === 1n ? 'public' : 'reserved')
}

const blocks4 = blocksOf(ipv4, [
  ['0.0.0.0/8', 'reserved'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by a carrier'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'translated'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
])

/** An address that stands for one of IPv4 is refused, even if that one is public. An honest host has a record for IPv4. */
const blocks6 = blocksOf(ipv6, [
  ['::/128', 'reserved'],
  ['::1/128', 'loopback'],
  ['::/96', 'translated'], // IPv4-compatible
  ['::ffff:0:0/96', 'translated'], // IPv4-mapped
  ['64:ff9b::/96', 'translated'], // NAT64
  ['64:ff9b:1::/48', 'translated'],
  ['2001::/23', 'translated'], // Teredo and others
  ['2002::/16', 'translated'], // 6to4
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
  ['2620:4f:8000::/48', 'reserved'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'], // site-local
  ['ff00::/8', 'multicast'],
])

type Block = { readonly first: bigint; readonly bits: number; readonly kind: Kind }

function blocksOf(parse: (ip: string) => bigint | null, rows: readonly (readonly [string, Kind])[]): readonly Block[] {
  return rows.map(([range, kind]) => {
    const [ip, bits] = range.split('/')
    return { first: parse(ip!)!, bits: Number(bits), kind }
  })
}

function within(ip: bigint, width: number, blocks: readonly Block[]): Kind | null {
  const block = blocks.find(({ first, bits }) => ip >> BigInt(width - bits) === first >> BigInt(width - bits))
  return block?.kind ?? null
}

/** Four decimal numbers without leading zeros. */
function ipv4(ip: string): bigint | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(ip)?.slice(1)
  if (!parts || parts.some((part) => Number(part) > 255 || String(Number(part)) !== part)) return null
  return parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n)
}

/** With `::` at most once, and the last 32 bits as hex or as IPv4. No zone. */
function ipv6(ip: string): bigint | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip)
  const last = dotted ? ipv4(dotted[2]!) : null
  if (dotted && last === null) return null
  const text = dotted ? `${dotted[1]}${(last! >> 16n).toString(16)}:${(last! & 0xffffn).toString(16)}` : ip
  const halves = text.split('::')
  if (!text.includes(':') || halves.length > 2) return null
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  if (groups.flat().some((group) => !/^[\da-f]{1,4}$/i.test(group))) return null
  const missing = 8 - groups.flat().length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const all = [...groups[0]!, ...Array.from({ length: missing }, () => '0'), ...(groups[1] ?? [])]
  return all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n)
}
