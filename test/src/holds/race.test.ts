import { test } from 'vitest'
import { raceHolds } from './race.ts'

test('what is answered as held never leaves, and what leaves was never answered as held', () =>
  raceHolds({ institutions: 3, rounds: 2, hours: [4] }))
