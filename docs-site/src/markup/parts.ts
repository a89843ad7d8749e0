import { type Html, html, emptyHtml } from './html.ts'

// The building blocks of all pages.

/** A section of the page; its heading links to itself, so that the link can be copied. `words`: others for the search. */
export function section(id: string, title: string | Html, content: Html | readonly Html[], words = ''): Html {
  const found = words === '' ? emptyHtml : html` data-words="${words}"`
  return html`<section id="${id}" ${found} aria-labelledby="${id}-title">
    <h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
    ${content}
  </section>`
}

type Row = { readonly id?: string; readonly cells: readonly (Html | string)[] }

/**
 * The first cell of a row is its header. `wordy` tables become blocks on a narrow screen, `labelled` ones with the name of its
 * column in front of each cell. The others scroll sideways, which needs a focusable region, so that the keyboard can reach
 * their right end. A caption that is not a title is for screen readers only.
 */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly Row[],
  variant: 'wordy' | 'labelled' | 'figures',
  isTitled = true,
): Html {
  const head = columns.map((column) => (column === '' ? html`<td></td>` : html`<th scope="col">${column}</th>`))
  const labels = variant === 'labelled' ? columns : []
  const markup = html`<table class="${variant === 'labelled' ? 'wordy labelled' : variant}">
    <caption class="${isTitled ? 'titled' : 'unseen'}">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => tableRow(row, labels))}
    </tbody>
  </table>`
  return variant !== 'figures'
    ? markup
    : html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">${markup}</div>`
}

function tableRow({ id, cells }: Row, labels: readonly string[]): Html {
  const [first = '', ...others] = cells
  const anchor = id === undefined ? emptyHtml : html` id="${id}"`
  const tableCell = (cell: Html | string, n: number): Html => {
    const label = labels[n + 1]
    return label === undefined ? html`<td>${cell}</td>` : html`<td data-label="${label}">${cell}</td>`
  }
  return html`<tr${anchor}><th scope="row">${first}</th>${others.map(tableCell)}</tr>`
}

/**
 * A block of code with a title. `one-string` is wrapped, so that the whole text is visible; other blocks keep their
 * lines.
 */
export function sample(title: string, text: string | Html, variant: 'lines' | 'one-string' = 'lines'): Html {
  return html`<figure class="sample ${variant}">
    <figcaption><span>${title}</span></figcaption>
    <pre tabindex="0"><code>${text}</code></pre>
  </figure>`
}

type Choice = { readonly id: string; readonly title: string; readonly content: Html }

/** Alternatives for the reader to choose from; style alone shows the chosen one. */
export function tabs(name: string, legend: string, choices: readonly Choice[]): Html {
  const inputs = choices.map(({ id, title }, n) => {
    const first = n === 0 ? html` checked` : emptyHtml
    return html`<input type="radio" name="${name}" id="${name}-${id}" value="${id}" ${first} /><label
        for="${name}-${id}"
        >${title}</label
      >`
  })
  return html`<div class="tabs">
    <fieldset>
      <legend class="unseen">${legend}</legend>
      ${inputs}
    </fieldset>
    ${choices.map(({ id, content }) => html`<div class="choice choice-${id}">${content}</div>`)}
  </div>`
}

export function code(text: string): Html {
  return html`<code>${text}</code>`
}

/** Formatted JSON: two spaces, with names and values distinguished. */
export function prettyJson(value: unknown): Html {
  const pieces = JSON.stringify(value, null, 2).split(/^( *"(?:[^"\\]|\\.)*")(?=: )/m)
  return html`${pieces.map((piece, i) => (i % 2 === 1 ? html`<span class="name">${piece}</span>` : html`${piece}`))}`
}

/** A picture with a description. */
export function figure(picture: Html, caption: string): Html {
  return html`<figure class="picture">
    <div class="scroll" role="region" aria-label="${caption}" tabindex="0">${picture}</div>
    <figcaption>${caption}</figcaption>
  </figure>`
}
