import { test } from 'vitest'
import { raceHolds } from './race.ts'

test('what is answered as held never leaves, and what leaves was never answered as held', () =>
  raceHolds({ institutions: 4, rounds: 2, days: 1 }))
