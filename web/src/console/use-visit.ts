import { useState } from 'react'
import { randomHex } from '../kit/random.ts'

/** The id of this opening of a page. The audit log has one entry for it, however often the page reads again. */
export function useVisit(): string {
  const [visit] = useState(() => randomHex(16))
  return visit
}
