// Descriptors that a node watches (BIP-380). The checksum is computed here, because the node computes one at a time.

const letters = `0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH\`#"\\ `
const digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn] as const

/** The watch-only descriptor of an address. */
export function watchedAddress(address: string): string {
  const text = `addr(${address})`
  return `${text}#${checksum(text)}`
}

function checksum(text: string): string {
  const positions = Array.from(text, (letter) => letters.indexOf(letter))
  if (positions.includes(-1)) throw new Error(`${text} is not a descriptor`)
  const symbols = positions.flatMap((position, i) => {
    const group = positions.slice(i - (i % 3), i + 1)
    const isLast = group.length === 3 || i === positions.length - 1
    // Each group of three characters has one more symbol that encodes the character class of each.
    return isLast ? [position & 31, group.reduce((sum, one) => sum * 3 + (one >> 5), 0)] : [position & 31]
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
