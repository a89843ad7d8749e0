import { expect, test } from 'vitest'
import { qrMatrix } from './qr-code.tsx'

// Read back by a decoder written from the standard's other end: it shares no code with the encoder.

/** The text of a code whose modules are all right; error correction is not needed. */
function read(grid: boolean[][]): string {
  const size = grid.length
  const version = (size - 17) / 4
  const mask = maskOf(grid)
  const bits: number[] = []
  let up = true
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i
        if (!isReserved(x, y, size, version)) bits.push(Number(grid[y]![x] !== flips(mask, x, y)))
      }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2),
  )
  return textOf(deinterleaved(bytes, version), version)
}

/** The format next to the first finder, without its mask; level M is 00. */
function maskOf(grid: boolean[][]): number {
  const cells = [
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
  ] as const
  const value = Number.parseInt(cells.map(([x, y]) => Number(grid[y]![x])).join(''), 2) ^ 0b10101
  expect(value >> 3, 'error correction M').toBe(0)
  return value & 7
}

const flips = (mask: number, x: number, y: number): boolean =>
  [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ][mask] === 0

/** Centres of alignment patterns, from the standard's table. */
const centres: Record<number, number[]> = {
  1: [],
  2: [6, 18],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  10: [6, 28, 50],
  25: [6, 32, 58, 84, 110],
}

function isReserved(x: number, y: number, size: number, version: number): boolean {
  if (x === 6 || y === 6) return true
  if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true
  if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true
  const near = centres[version]!
  return near.some((cx) =>
    near.some((cy) => {
      const isFinder = (cx === 6 && cy === 6) || (cx === 6 && cy === near.at(-1)) || (cy === 6 && cx === near.at(-1))
      return !isFinder && Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2
    }),
  )
}

/** Blocks of level M by version: how many of how many data bytes, from the standard's table. */
const blocks: Record<number, [number, number][]> = {
  1: [[1, 16]],
  2: [[1, 28]],
  5: [[2, 43]],
  6: [[4, 27]],
  7: [[4, 31]],
  10: [
    [4, 43],
    [1, 44],
  ],
  25: [
    [8, 47],
    [13, 48],
  ],
}

function deinterleaved(bytes: number[], version: number): number[] {
  const lengths = blocks[version]!.flatMap(([count, length]) => Array.from({ length: count }, () => length))
  const parts: number[][] = lengths.map(() => [])
  let at = 0
  for (let i = 0; i < Math.max(...lengths); i++)
    for (const [b, length] of lengths.entries()) if (i < length) parts[b]!.push(bytes[at++]!)
  return parts.flat()
}

function textOf(bytes: number[], version: number): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  expect(bits.slice(0, 4), 'bytes').toBe('0100')
  const width = version < 10 ? 8 : 16
  const length = Number.parseInt(bits.slice(4, 4 + width), 2)
  const data = Array.from({ length }, (_, i) => Number.parseInt(bits.slice(4 + width + i * 8, 12 + width + i * 8), 2))
  return new TextDecoder().decode(new Uint8Array(data))
}

test('a scanner reads the written text, from the smallest code to that of a QR-bill', () => {
  for (const length of [14, 26, 84, 106, 122, 213, 997]) {
    const text = `${'https://specie.example/'.repeat(50).slice(0, length - 2)}é`
    expect(read(qrMatrix(text)), `${length} bytes`).toBe(text)
  }
  expect(() => qrMatrix('x'.repeat(998))).toThrow('Data too long')
})
