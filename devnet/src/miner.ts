export type Miner = {
  /** Reports an event. Mining continues until it is final. */
  wake(): void
  stall(): void
  resume(): void
  /** No block is left to be mined or confirmed. */
  isQuiet(): boolean
  isStalled(): boolean
  /** Resolves when no block is being mined. */
  stop(): Promise<void>
}

/**
 * Mines until every transaction is mined and final, and rests otherwise: six chains mining through the night would leave
 * hundreds of thousands of empty blocks to replay at the next start. A transaction that cannot be mined (a nonce gap, too low a
 * fee) keeps it awake only as long as any other.
 */
export function createMiner(
  blockMs: number,
  tail: number,
  left: number,
  mine: () => Promise<{ empty: boolean }>,
  onFailure: (error: Error) => void,
): Miner {
  let timer: NodeJS.Timeout | null = null
  let stalled = false
  let mining: Promise<void> | null = null

  const mineOne = async () => {
    const { empty } = await mine()
    left = empty ? left - 1 : tail
  }
  const tick = async () => {
    timer = null
    mining = mineOne()
    await mining
    mining = null
    schedule()
  }
  const schedule = () => {
    if (timer || mining || stalled || left <= 0) return
    timer = setTimeout(() => void tick().catch(onFailure), blockMs)
  }
  const rest = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  schedule()
  return {
    wake: () => {
      left = tail
      schedule()
    },
    stall: () => {
      stalled = true
      rest()
    },
    resume: () => {
      stalled = false
      schedule()
    },
    isQuiet: () => left <= 0 && !stalled,
    isStalled: () => stalled,
    stop: async () => {
      stalled = true
      rest()
      await mining
    },
  }
}
