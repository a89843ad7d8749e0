// The script of the pages: theme switch, copy buttons, one language for all samples, the mark of the current section, the
// navigation of a phone, and the search. Everything is readable without it.

import { best } from './search.js'

const $ = (selector, from = document) => from.querySelector(selector)
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)]

themeSwitch($('.switch'))
$$('.sample').forEach(copyButton)
oneLanguage($$('.tabs'))
markSections($$('.toc a'))
foldNavigation($('.menu'))
search($('.find'), $('#find'), $('#found'))

function themeSwitch(button) {
  const root = document.documentElement
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark'
  const show = () => (button.textContent = isDark() ? 'Light' : 'Dark')
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    localStorage.setItem('specie-theme', root.dataset.theme)
    show()
  })
  show()
  button.hidden = false
}

function copyButton(sample) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText($('pre', sample).textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  })
  $('figcaption', sample).append(button)
}

/** The last chosen language is shown everywhere. */
function oneLanguage(groups) {
  const choose = (language) => {
    for (const group of groups) for (const input of $$('input', group)) input.checked ||= input.value === language
  }
  const chosen = localStorage.getItem('specie-language')
  if (chosen !== null) choose(chosen)
  for (const input of groups.flatMap((group) => $$('input', group))) {
    input.addEventListener('change', () => {
      localStorage.setItem('specie-language', input.value)
      choose(input.value)
    })
  }
}

/** The last section whose top has passed the upper part of the window. */
function markSections(links) {
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)))
  const mark = () => {
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
    const passed = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 4)
    const current = atEnd ? sections.length - 1 : Math.max(0, passed.length - 1)
    links.forEach((link, n) => link.toggleAttribute('data-here', n === current))
  }
  if (links.length === 0) return
  addEventListener('scroll', mark, { passive: true })
  mark()
}

/** On a phone the contents are folded, so that the page begins at its top. */
function foldNavigation(menu) {
  const narrow = matchMedia('(width < 60rem)')
  const fold = () => (menu.open = !narrow.matches)
  narrow.addEventListener('change', fold)
  fold()
  $('[aria-current]', menu)?.scrollIntoView({ block: 'nearest' })
}

function search(box, input, list) {
  let index = null
  const load = () => (index ??= fetch('/docs/search.json').then((answer) => answer.json()))

  input.addEventListener('focus', load)
  input.addEventListener('input', async () => {
    const entries = await load()
    // The current text of the box: more may have been typed meanwhile.
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    show(words.length === 0 ? null : best(entries, words))
  })
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      show(null)
      input.blur()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const stops = [input, ...$$('a', list)]
    stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') $('a', list)?.click()
  })
  addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)
    const opens = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!opens) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target)) show(null)
  })
  for (const link of $$('a[href="#find"]')) link.addEventListener('click', () => input.focus())

  function show(found) {
    list.hidden = found === null
    if (found === null) return list.replaceChildren()
    if (found.length === 0) return list.replaceChildren(text('p', 'No page has all of these words.'))
    list.replaceChildren(...found.map(result))
  }

  function result({ path, page, section, about }) {
    const link = document.createElement('a')
    link.href = path
    link.append(text('b', section), text('span', page === section ? about : page))
    return link
  }

  function text(tag, content) {
    const element = document.createElement(tag)
    element.textContent = content
    return element
  }

  box.hidden = false
}
