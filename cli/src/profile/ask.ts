import { createInterface } from 'node:readline/promises'

/** A typed line; empty without a terminal. */
export async function answerTo(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(question)).trim()
  } finally {
    reader.close()
  }
}
