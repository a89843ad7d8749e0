import { open } from 'node:fs/promises'

/** Appends lines to a file and flushes it to disk. */
export async function toFile(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = size === 0 ? '\n' : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString()
    // A crash may have left an incomplete line, so a new line is begun.
    await file.appendFile(`${last === '\n' ? '' : '\n'}${lines.join('\n')}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}
