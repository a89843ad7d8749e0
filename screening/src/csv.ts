/** The rows of a CSV text: fields between commas, quoted ones with doubled quotes inside. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  const end = (): void => {
    row.push(field)
    field = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') field += text[++at]!
      else quoted = false
    } else if (character === '"' && field.trim() === '') {
      quoted = true
      field = ''
    } else if (character === ',') end()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      end()
      if (row.some((one) => one !== '')) rows.push(row)
      row = []
    } else field += character
  }
  end()
  if (row.some((one) => one !== '')) rows.push(row)
  return rows
}
