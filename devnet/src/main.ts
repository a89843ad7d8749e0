import { openDevnet } from './devnet.ts'
import { BadSetting, readSettings } from './settings.ts'

// The chains of UAT as one process.

async function main(): Promise<void> {
  const toldToStop = stopSignal() // from the very first moment, or a signal during the start would be lost
  const devnet = await openDevnet(readSettings(), console.error, cannotGoOn)
  if (process.connected) process.send?.({ ready: { base: devnet.base } })
  await toldToStop
  await devnet.stop()
}

function stopSignal(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const sign of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(sign, resolve)
  })
}

/** A chain can no longer be kept: the supervisor starts us again, from what is on disk. */
function cannotGoOn(error: Error): void {
  console.error('a chain cannot go on', error)
  process.exit(1)
}

function sentenceFor(error: Error & { code?: string }): string | null {
  if (error instanceof BadSetting) return error.message
  if (error.code === 'EADDRINUSE')
    return 'DEVNET_PORT is taken by another program: choose another one, or 0 for any that is free.'
  if (error.code === 'EACCES' || error.code === 'EROFS') return `DEVNET_DATA cannot be written (${error.code}).`
  return null
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    const sentence = sentenceFor(error)
    if (sentence === null || !process.send) console.error(sentence ?? error)
    const leave = () => process.exit(1)
    if (process.connected) process.send?.({ failed: sentence ?? error.message }, leave)
    else leave()
  },
)
