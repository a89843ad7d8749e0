import { test } from 'vitest'
import { raceHolds } from './race.ts'

const rounds = Number(process.env['ROUNDS'] ?? 4)

test('what is answered as held never leaves, and what leaves was never answered as held', { timeout: 600_000 }, () =>
  raceHolds({ institutions: 8, rounds, hours: [20, 20, 20, 20] }),
)
