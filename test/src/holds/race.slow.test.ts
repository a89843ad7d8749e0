import { test } from 'vitest'
import { raceHolds } from './race.ts'

test('what is answered as held never leaves, and what leaves was never answered as held', { timeout: 600_000 }, () =>
  raceHolds({ institutions: 8, rounds: 4, hours: [20, 20, 20, 20] }),
)
