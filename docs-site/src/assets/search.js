// The search of the pages, over the index in search.json.

/**
 * Every word must occur; a word in a title counts more than one in the text, and one at its beginning most. Each page appears
 * once, with its best section.
 */
export function best(entries, words) {
  const scored = entries.flatMap((entry) => {
    const parts = [entry.section, entry.words, entry.page, entry.text].map((part) => part.toLowerCase())
    let score = entry.page === entry.section ? 1 : 0
    for (const word of words) {
      // `keys` finds «key», at half the points.
      const points = Math.max(pointsOf(parts, word), pointsOf(parts, stemOf(word)) / 2)
      if (points === 0) return []
      score += points
    }
    return [{ ...entry, score }]
  })
  const ranked = scored.toSorted((a, b) => b.score - a.score)
  const pages = Map.groupBy(ranked, ({ path }) => path.split('#', 1)[0])
  return [...pages.values()].map(([first]) => first).slice(0, 12)
}

const pointsOf = ([title, words, page, text], word) =>
  (title === word
    ? 40
    : title.startsWith(word)
      ? 20
      : title.includes(` ${word}`)
        ? 15
        : title.includes(word)
          ? 10
          : 0) +
  (words.split(/[ ,]+/).includes(word) ? 18 : 0) +
  (page.includes(word) ? 4 : 0) +
  (text.includes(word) ? 1 : 0)

const stemOf = (word) => {
  const stem = word.replace(/(?:ings?|ions?|ed|es?|s)$/, '')
  return stem.length < 5 ? word.replace(/s$/, '') : stem
}
