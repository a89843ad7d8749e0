import { pageFacts } from '../app/page-facts.ts'
import type { Answers, Rendered } from './render.tsx'

/** For the service: renders public pages, once it has told the facts of its pages. */
export async function rendererOf(
  facts: Readonly<Record<string, string>>,
): Promise<(path: string, answers: Answers) => Promise<Rendered>> {
  Object.assign(pageFacts, facts)
  const { render } = await import('./render.tsx')
  return render
}
