import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { AppRoot } from '../app/app-root.tsx'
import { routerOf } from '../app/router.tsx'
import { publicApp } from '../public/app.tsx'
import { titles } from '../public/titles.ts'

export type Answers = Readonly<Record<string, unknown>>
export type Rendered = { title: string; html: string }

/** A public page as HTML, with the answers of its calls. */
export async function render(path: string, answers: Answers): Promise<Rendered> {
  const router = routerOf(publicApp)
  router.update({ history: createMemoryHistory({ initialEntries: [path] }), scrollRestoration: false })
  await router.load()
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  for (const [name, answer] of Object.entries(answers)) client.setQueryData([name, {}], answer)
  // The policy of the pages allows no inline style. The browser draws what needs one.
  const html = renderToString(<AppRoot router={router} client={client} />).replaceAll(/ style="[^"]*"/g, '')
  return { title: titles[path]!, html }
}
