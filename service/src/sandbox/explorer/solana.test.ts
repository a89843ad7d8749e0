import { expect, test } from 'vitest'
import { solanaExplorer } from './solana.ts'

test.each([`0x${'F'.repeat(64)}`, '0'.repeat(88), 'l'.repeat(64), 'x'])(
  '%s is no transaction of Solana, and no node is asked',
  async (text) => {
    const { tx } = solanaExplorer({ url: 'http://127.0.0.1:1', known: new Map() as never })
    expect(await tx(text)).toBeNull()
  },
)
