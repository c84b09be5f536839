import type { TermsBlock, TextRun } from '@minefall/shared/contracts/rest'

/** A document as its file says it. */
export type ParsedDocument = { title: string; version: string; blocks: TermsBlock[] }

/** What is wrong with a file, for its author. */
export class DocumentError extends Error {}

const mark = /\*\*(?<strong>[^*]+)\*\*|\[(?<name>[^\]]+)\]\((?<href>[^()\s]+)\)/g
/** Addresses of the web, of mail, and of this site: nothing that a browser would run. */
const address = /^(https:\/\/|mailto:|\/(?!\/))/

/** Runs of text: plain, `**strong**`, and `[a link](address)`. All else is text, markup of HTML too. */
const runsOf = (line: string): TextRun[] => {
  const runs: TextRun[] = []
  let done = 0
  const plain = (to: number) => {
    if (to > done) runs.push({ text: line.slice(done, to) })
  }
  for (const { 0: all, index, groups } of line.matchAll(mark)) {
    const { strong, name, href } = groups ?? {}
    plain(index)
    if (strong !== undefined) runs.push({ text: strong, strong: true })
    if (name !== undefined && href !== undefined) {
      if (!address.test(href))
        throw new DocumentError(`links to ${href}; a link begins with https://, mailto: or /`)
      runs.push({ text: name, href })
    }
    done = index + all.length
  }
  plain(line.length)
  return runs
}

/** Lines that belong together: paragraphs and items may go on in the next line. */
const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ')

const listOf = (lines: readonly string[]): TermsBlock => {
  const items: string[][] = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push([line.slice(2)])
    else items.at(-1)?.push(line)
  }
  return { kind: 'list', items: items.map((item) => runsOf(joined(item))) }
}

const blockOf = (lines: readonly string[]): TermsBlock => {
  const [first = ''] = lines
  if (first.startsWith('- ')) return listOf(lines)
  if (!first.startsWith('#')) return { kind: 'paragraph', text: runsOf(joined(lines)) }
  const [, heading] = /^## (\S.*)$/.exec(first) ?? []
  if (heading === undefined || lines.length > 1)
    throw new DocumentError(
      `has the line “${first}”; a heading starts with “## ” and stands alone on its line`,
    )
  return { kind: 'heading', text: runsOf(heading) }
}

/**
 * Reads a document: `# Title`, `Version: 2026-05-01`, then headings (`## `), paragraphs and lists (`- `) with an empty line
 * between them. Throws a `DocumentError` for anything that is not that.
 */
export const parseDocument = (source: string): ParsedDocument => {
  const parts = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
  const [titleLines = [], versionLines = [], ...rest] = parts
  const [, title] = /^# (\S.*)$/.exec(joined(titleLines)) ?? []
  if (title === undefined) throw new DocumentError('does not begin with a line “# Title”')
  const [, version] = /^Version: ([\w.-]{1,40})$/.exec(joined(versionLines)) ?? []
  if (version === undefined)
    throw new DocumentError(
      'has no line “Version: …” after its title, of at most 40 letters, digits, dots and dashes',
    )
  if (rest.length === 0) throw new DocumentError('has no text')
  return { title, version, blocks: rest.map(blockOf) }
}
