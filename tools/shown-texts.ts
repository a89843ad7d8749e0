import ts from 'typescript'

// The texts of a source file that a reader sees: texts and attributes of JSX, and strings that are sentences or labels. Not:
// imports, types, class names, addresses and SQL.

const unseen = new Set(['className', 'classNames', 'd', 'href', 'id', 'src', 'style', 'to', 'transform', 'viewBox'])
const labels = new Set(['alt', 'aria-label', 'description', 'hint', 'label', 'note', 'placeholder', 'sub', 'title'])
const sql =
  /^\s*(select|insert|update|delete|with|case|create|alter|and|or|where|from|on|set|lock|order by|join|left join)\b/

/** The same text with everything else replaced by spaces, so that lines keep their numbers. */
export function shownTexts(file: string, text: string): string {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const shown: [start: number, end: number][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxAttribute(node) && unseen.has(node.name.getText(source))) return
    if (isText(node) && !isName(node) && isShown(node)) shown.push(withDelimiters(node, source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return keepOnly(text, shown)
}

type Text = ts.LiteralLikeNode

const isText = (node: ts.Node): node is Text =>
  ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || isTemplatePart(node)

/** The name of a property, such as a command in a table. */
const isName = (node: Text): boolean => ts.isPropertyAssignment(node.parent) && node.parent.name === node

const isTemplatePart = (node: ts.Node): boolean =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

function isShown(node: Text): boolean {
  if (ts.isJsxText(node) || isLabel(node)) return true
  return /^[A-Z][a-z]|[a-z] |, /.test(node.text) && !sql.test(wholeOf(node))
}

const isLabel = ({ parent }: Text): boolean => ts.isJsxAttribute(parent) && labels.has(parent.name.getText())

/** With the quotes or the brackets around it, by which a rule finds a text of one word. */
function withDelimiters(node: Text, source: ts.SourceFile): [start: number, end: number] {
  return ts.isJsxText(node) ? [node.pos - 1, node.end + 1] : [node.getStart(source), node.end]
}

/** The text that the template of a part begins with. */
function wholeOf(node: Text): string {
  const template = isTemplatePart(node) && ts.findAncestor(node, ts.isTemplateExpression)
  return template ? template.head.text : node.text
}

function keepOnly(text: string, parts: readonly (readonly [start: number, end: number])[]): string {
  let kept = ''
  for (const [start, end] of parts)
    if (start >= kept.length) kept += blank(text.slice(kept.length, start)) + text.slice(start, end)
  return kept
}

/** The same lines, empty. */
export const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
