import { createInterface } from 'node:readline/promises'

/** What a person types; empty where nobody is there. */
export async function answerTo(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(question)).trim()
  } finally {
    reader.close()
  }
}
