// QR codes (ISO/IEC 18004) of text in bytes, with error correction M, which the Swiss QR-bill asks for.

type Grid = boolean[][]

/** By version: bytes of error correction in a block, and blocks. */
const eccBytes = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28]
const blockCounts = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21]
const lastVersion = eccBytes.length - 1

/** The modules of the code, true where it is dark. Throws when the text is longer than 997 bytes. */
export function qrMatrix(text: string): Grid {
  const data = new TextEncoder().encode(text)
  const version = versionFor(data.length)
  const bits = withErrorCorrection(dataBytes(data, version), version)
  const drawn = drawFunction(version)
  placeBits(drawn, bits)
  return bestMask(drawn)
}

const sizeOf = (version: number): number => version * 4 + 17

/** Bits that are left for data and error correction. */
function rawBits(version: number): number {
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2
  const base = (16 * version + 128) * version + 64
  return base - (aligned === 0 ? 0 : (25 * aligned - 10) * aligned - 55) - (version >= 7 ? 36 : 0)
}

const capacity = (version: number): number =>
  Math.floor(rawBits(version) / 8) - eccBytes[version]! * blockCounts[version]!

const countBits = (version: number): number => (version < 10 ? 8 : 16)

function versionFor(length: number): number {
  for (let version = 1; version <= lastVersion; version++)
    if (4 + countBits(version) + length * 8 <= capacity(version) * 8) return version
  throw new Error(`a QR code cannot hold ${length} bytes`)
}

function dataBytes(data: Uint8Array, version: number): number[] {
  const bits = [
    ...toBits(4, 4),
    ...toBits(data.length, countBits(version)),
    ...[...data].flatMap((byte) => toBits(byte, 8)),
  ]
  const room = capacity(version) * 8
  while (bits.length < room && bits.length % 8 !== 0) bits.push(0)
  bits.push(...Array.from({ length: Math.min(4, room - bits.length) }, () => 0))
  while (bits.length % 8 !== 0) bits.push(0)
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) =>
    Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2),
  )
  for (let pad = 0xec; bytes.length < capacity(version); pad ^= 0xec ^ 0x11) bytes.push(pad)
  return bytes
}

const toBits = (value: number, length: number): number[] =>
  Array.from({ length }, (_, i) => (value >>> (length - 1 - i)) & 1)

/** Blocks with their Reed-Solomon remainders, interleaved. */
function withErrorCorrection(data: readonly number[], version: number): number[] {
  const [count, ecc] = [blockCounts[version]!, eccBytes[version]!]
  const total = Math.floor(rawBits(version) / 8)
  const shortBlocks = count - (total % count)
  const shortLength = Math.floor(total / count) - ecc
  const divisor = generator(ecc)
  let at = 0
  const blocks = Array.from({ length: count }, (_, i) => {
    const part = data.slice(at, (at += shortLength + (i < shortBlocks ? 0 : 1)))
    return { part, rest: remainder(part, divisor) }
  })
  const out: number[] = []
  for (let i = 0; i <= shortLength; i++) for (const { part } of blocks) if (i < part.length) out.push(part[i]!)
  for (let i = 0; i < ecc; i++) for (const { rest } of blocks) out.push(rest[i]!)
  return out.flatMap((byte) => toBits(byte, 8))
}

/** Multiplication in GF(256) by 0x11D. */
function times(x: number, y: number): number {
  let z = 0
  for (let i = 7; i >= 0; i--) z = (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((y >>> i) & 1) * x)
  return z
}

function generator(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, (_, i) => (i === degree - 1 ? 1 : 0))
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    for (let j = 0; j < degree; j++) result[j] = times(result[j]!, root) ^ (result[j + 1] ?? 0)
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ result.shift()!
    result.push(0)
    for (const [i, one] of divisor.entries()) result[i]! ^= times(one, factor)
  }
  return result
}

type Drawn = { readonly dark: Grid; readonly fixed: Grid }

/** Finders, timing, alignment and version: what is the same for every content. */
function drawFunction(version: number): Drawn {
  const size = sizeOf(version)
  const grid = (): Grid => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const drawn = { dark: grid(), fixed: grid() }
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    drawn.dark[y]![x] = dark
    drawn.fixed[y]![x] = true
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const square = (cx: number, cy: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (d) => d !== 2 && d !== 4)
  const places = alignment(version)
  const last = places.length - 1
  for (const [i, x] of places.entries())
    for (const [j, y] of places.entries()) {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isFinder) square(x, y, 2, (d) => d !== 1)
    }
  drawFormat(drawn, 0)
  if (version >= 7) drawVersion(version, set, size)
  return drawn
}

function alignment(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const others = Array.from({ length: count - 1 }, (_, i) => sizeOf(version) - 7 - i * step)
  return [6, ...others.toReversed()]
}

function drawVersion(version: number, set: (x: number, y: number, dark: boolean) => void, size: number): void {
  let rest = version
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >>> i) & 1) === 1
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
    set(a, b, dark)
    set(b, a, dark)
  }
}

/** Error correction M is 0 in the format. */
function drawFormat({ dark, fixed }: Drawn, mask: number): void {
  const size = dark.length
  let rest = mask
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const set = (x: number, y: number, isDark: boolean) => {
    dark[y]![x] = isDark
    fixed[y]![x] = true
  }
  const bit = (i: number) => ((bits >>> i) & 1) === 1
  for (let i = 0; i <= 5; i++) set(8, i, bit(i))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i))
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i))
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i))
  set(8, size - 8, true)
}

/** In columns of two from the right, up and down by turns. */
function placeBits({ dark, fixed }: Drawn, bits: readonly number[]): void {
  const size = dark.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (!fixed[y]![x] && at < bits.length) dark[y]![x] = bits[at++] === 1
      }
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function bestMask({ dark, fixed }: Drawn): Grid {
  const masked = masks.map((flips, mask) => {
    const grid = dark.map((row, y) => row.map((is, x) => (fixed[y]![x] ? is : is !== flips(x, y))))
    drawFormat({ dark: grid, fixed: fixed.map((row) => [...row]) }, mask)
    return { grid, cost: penalty(grid) }
  })
  return masked.reduce((best, one) => (one.cost < best.cost ? one : best)).grid
}

/** The standard's measure of what is hard to scan: long runs, blocks, and an uneven share of dark. */
function penalty(grid: Grid): number {
  const columns = grid[0]!.map((_, x) => grid.map((row) => row[x]!))
  const runs = [...grid, ...columns].reduce((sum, line) => sum + runCost(line), 0)
  let blocks = 0
  for (let y = 1; y < grid.length; y++)
    for (let x = 1; x < grid.length; x++) {
      const one = grid[y]![x]
      if (one === grid[y - 1]![x] && one === grid[y]![x - 1] && one === grid[y - 1]![x - 1]) blocks += 3
    }
  const share = grid.flat().filter(Boolean).length / grid.length ** 2
  return runs + blocks + Math.floor(Math.abs(share * 20 - 10)) * 10
}

function runCost(line: readonly boolean[]): number {
  const text = line.map((is) => (is ? '1' : '0')).join('')
  const runs = (text.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0)
  const finders = (`0000${text}0000`.match(/(?=(00001011101|10111010000))/g) ?? []).length
  return runs + finders * 40
}
