import '../style/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/use-call.ts'
import { AppRoot } from './app-root.tsx'
import { type App, routerOf } from './router.tsx'

/** Shows an app in the page that loaded it. */
export async function start(app: App): Promise<void> {
  const root = document.getElementById('root')!
  const router = routerOf(app)
  if (root.hasChildNodes()) {
    takeAnswers()
    // What the service rendered stays on the screen until the page is here.
    await router.load()
  }
  createRoot(root).render(
    <StrictMode>
      <AppRoot router={router} client={queryClient} />
    </StrictMode>,
  )
}

/** The answers that the service rendered, by call. */
function takeAnswers(): void {
  const text = document.getElementById('answers')?.textContent ?? '{}'
  for (const [name, answer] of Object.entries(JSON.parse(text))) queryClient.setQueryData([name, {}], answer)
}
