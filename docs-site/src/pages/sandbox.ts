import { faults } from '@specie/protocol/sandbox/faults.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import { type Document, type Operation, operationsOf, type Tag, tagsOf } from '../openapi/document.ts'
import type { Examples } from '../examples/examples.ts'
import { type Html, html } from '../markup/html.ts'
import type { Parts } from '../markup/markdown.ts'
import type { Page } from '../page.ts'
import { code, table } from '../markup/parts.ts'
import { callSections, firstSentence } from './call.ts'

/** The tables of docs/sandbox.md. */
export const sandboxParts = (document: Document): Parts => ({
  faults: () => table('Values of x-sandbox-fault', ['Value', 'What happens'], faultRows, 'wordy'),
  'sandbox-calls': () => tagsOf(document).map((tag) => callsOf(tag, operationsOf(document))),
})

const callsOf = (tag: Tag, operations: readonly Operation[]): Html =>
  html`<h3 id="${tag.name.toLowerCase()}">${tag.name}</h3>
    <p>${tag.description}</p>
    <ul class="list">
      ${operations
        .filter((operation) => operation.tag === tag.name)
        .map(
          ({ id, method, path, summary }) =>
            html`<li>
              <a href="/docs/sandbox/${id}"
                ><span class="method ${method.toLowerCase()}">${method}</span> ${code(
                  path.slice(sandboxPath.length),
                )}</a
              >
              ${summary}
            </li>`,
        )}
    </ul>`

export const sandboxPages = (document: Document, { sandbox }: Examples): Page[] =>
  operationsOf(document).map((operation) => sandboxPage(operation, sandbox[operation.id]))

const faultRows = Object.entries(faults).map(([value, meaning]) => ({ cells: [code(value), meaning] }))

function sandboxPage(operation: Operation, example: Examples['sandbox'][string] | undefined): Page {
  const { id, method, path, summary, description } = operation
  return {
    path: `/docs/sandbox/${id}`,
    title: summary,
    short: id,
    about: firstSentence(description),
    withoutLead: true,
    body: () => [
      html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)} UAT only</p>`,
      ...callSections(operation, example),
    ],
  }
}
