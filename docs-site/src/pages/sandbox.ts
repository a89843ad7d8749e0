import { faults } from '@specie/protocol/sandbox/faults.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import { type Document, type Operation, operationsOf, tagsOf } from '../openapi/document.ts'
import type { Examples } from '../examples/examples.ts'
import { html } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, sample, section, table } from '../markup/parts.ts'
import { callSections, firstSentence } from './call.ts'

export function sandboxPages(document: Document, { sandbox }: Examples): Page[] {
  const operations = operationsOf(document)
  return [
    overview(document, operations),
    ...operations.map((operation) => sandboxPage(operation, sandbox[operation.id])),
  ]
}

function overview(document: Document, operations: readonly Operation[]): Page {
  return {
    path: '/docs/sandbox',
    title: 'The sandbox',
    short: 'Overview',
    about: 'UAT only: produce any situation. It acts through the real flows, and production does not have it.',
    body: () => [
      section('how', 'How to call it', [
        html`<p>
          JSON without a signature, below ${code(`${sandboxPath}/`)}. It answers the machine that it runs on; where its
          operator has set a ${code('SANDBOX_TOKEN')}, everybody sends it as ${code('Authorization: Bearer')}. A machine
          reads the same from <a href="/sandbox/v1/openapi.json">/sandbox/v1/openapi.json</a>.
        </p>`,
        sample('Shell', `curl --silent --show-error "$SPECIE_URL${sandboxPath}/scenarios"`),
        html`<p>
          ${code('scenarios')} lists how to reach every state. No amount is magic, and nothing happens by accident.
        </p>`,
      ]),
      section('faults', 'Faults of the network', [
        html`<p>
          The request header ${code('x-sandbox-fault')} of any call of the API lets its answer go wrong, so that you can
          see what your client does.
        </p>`,
        table('Values of x-sandbox-fault', ['Value', 'What happens'], faultRows, 'wordy'),
      ]),
      ...tagsOf(document).map(({ name, description }) =>
        section(name.toLowerCase(), name, [
          html`<p>${description}</p>`,
          html`<ul class="list">
            ${operations
              .filter(({ tag }) => tag === name)
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
          </ul>`,
        ]),
      ),
    ],
  }
}

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
