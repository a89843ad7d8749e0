import { open } from 'node:fs/promises'

/** Enough for the last hundred heads and more. */
const tailBytes = 2 ** 16

/** The last lines of the file, without a partial first line; none when there is no file yet. */
export async function headsInFile(path: string): Promise<string[]> {
  const file = await open(path, 'r').catch((error: Error & { code?: string }) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return []
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
    return from === 0 ? lines : lines.slice(1)
  } finally {
    await file.close()
  }
}

/** Appends lines to a file and flushes it to disk. */
export async function toFile(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = size === 0 ? '\n' : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString()
    // A crash may have left an incomplete line: then a new line begins.
    await file.appendFile(`${last === '\n' ? '' : '\n'}${lines.join('\n')}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}
