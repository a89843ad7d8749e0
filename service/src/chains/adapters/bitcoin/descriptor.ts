// What a node is told to watch (BIP-380). Its checksum is worked out here: the node tells it of one descriptor at a time.

const letters = `0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH\`#"\\ `
const digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn] as const

/** The descriptor of an address without its key. */
export function watchedAddress(address: string): string {
  const text = `addr(${address})`
  return `${text}#${checksum(text)}`
}

function checksum(text: string): string {
  const places = Array.from(text, (letter) => letters.indexOf(letter))
  if (places.includes(-1)) throw new Error(`${text} is no descriptor`)
  const symbols = places.flatMap((place, i) => {
    const group = places.slice(i - (i % 3), i + 1)
    const isLast = group.length === 3 || i === places.length - 1
    // Three letters share one more symbol: which part of the alphabet each is from.
    return isLast ? [place & 31, group.reduce((sum, one) => sum * 3 + (one >> 5), 0)] : [place & 31]
  })
  const state = [...symbols, 0, 0, 0, 0, 0, 0, 0, 0].reduce(next, 1n) ^ 1n
  return Array.from({ length: 8 }, (_, i) => digits[Number((state >> BigInt(5 * (7 - i))) & 31n)]).join('')
}

function next(state: bigint, symbol: number): bigint {
  const top = Number(state >> 35n)
  return generator.reduce(
    (sum, value, i) => ((top >> i) & 1 ? sum ^ value : sum),
    ((state & 0x7ffffffffn) << 5n) ^ BigInt(symbol),
  )
}
