import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What an experienced American engineer would not write. What players and staff read is held in `wording.test.ts` too. */
const banned = new RegExp(
  [
    String.raw`\b(?:nobody|somebody|anybody|everybody|whoever|anew|meanwhile)\b`,
    String.raw`\bby (?:it|them|him|her)sel(?:f|ves)\b`,
    String.raw`\bfor good\b`,
    String.raw`\bof one['’]s own\b`,
    String.raw`\b(?:is|are|was|were) told\b`,
    String.raw`\b(?:stands?|stood|standing) still\b`,
    String.raw`\bwhat (?:came|comes|became|becomes) of\b`,
    String.raw`\bfor ever\b|\bof late\b(?![.)])|\bin vain\b`,
    String.raw`\bunless told\b`,
    String.raw`\b(?:for|of|to|from|with|without) who (?:is|was|has|can|asks|signs|plays)\b`,
    String.raw`neighbour|colour|\bgrey|labelled(?!by)|\bcancelled|favour|behaviour`,
  ].join('|'),
  'gi',
)

/** Not ours to word: lists of others, old data, and the texts that the words replaced. */
const isOther = (file: string): boolean =>
  /^package-lock\.json$|common-passwords\.txt$|\/schema-\d+\.json$|\.(?:png|webp|ico|mp3|woff2)$/.test(
    file,
  ) ||
  /^(?:docs\/plain-words\.md|client\/src\/i18n\/wording\.test\.ts|tests\/integration\/plain-words\.test\.ts)$/.test(
    file,
  )

/** Not to be changed: a user of Unix, an action as the audit log has stored it, and comments of SQL that is applied as it is. */
const fixed =
  /\['postgres', 'nobody'\]|'limit-cancelled'|whose it is for ever|or once for ever|what became of it: 'added'/g

const faultsOf = (file: string, text: string): string[] =>
  text
    .replaceAll(fixed, '')
    .split('\n')
    .flatMap((line, at) => (line.match(banned) ?? []).map((found) => `${file}:${at + 1} ${found}`))

test('sources, tests, docs and settings are in plain American English', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(1_000)
  const faults = files
    // A file that was removed is listed until the removal is committed.
    .filter((file) => !isOther(file) && existsSync(join(root, file)))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')))
  expect(faults).toEqual([])
})

test.each([
  '// Nobody waits for it.',
  'it starts by itself',
  'the owner is told',
  'a match that stands still',
  '/* A colour */',
  'a theme of one’s own',
  'the outcome: what became of it',
  'a spinner that turns for ever',
  '20 pixels, unless told otherwise',
  'nothing for who has no account',
])('a fault is found in: %s', (line) => {
  expect(faultsOf('a', line)).toHaveLength(1)
})
