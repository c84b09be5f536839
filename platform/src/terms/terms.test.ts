import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { termsDocuments, termsPageSchema } from '@minefall/shared/contracts/rest'
import { usableLanguages } from '@minefall/shared/languages'
import { isStartupError } from '@minefall/shared/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTerms } from './documents.ts'
import { parseDocument } from './markdown.ts'

const document = (text: string, version = '2') => `# Terms\n\nVersion: ${version}\n\n${text}\n`

describe('a document', () => {
  it('is its title, its version, headings, paragraphs and lists', () => {
    const source = document(
      '## Who\n\nYou must be\n**18** or older.\n\n- One person,\n  one account\n- [Write to us](mailto:a@b.example)',
    )
    expect(parseDocument(`\uFEFF${source}`.replaceAll('\n', '\r\n'))).toEqual({
      title: 'Terms',
      version: '2',
      blocks: [
        { kind: 'heading', text: [{ text: 'Who' }] },
        {
          kind: 'paragraph',
          text: [{ text: 'You must be ' }, { text: '18', strong: true }, { text: ' or older.' }],
        },
        {
          kind: 'list',
          items: [
            [{ text: 'One person, one account' }],
            [{ text: 'Write to us', href: 'mailto:a@b.example' }],
          ],
        },
      ],
    })
  })

  it('has markup of HTML as text', () => {
    const html = '<img src=x onerror=alert(1)> & <script>alert(1)</script>'
    expect(parseDocument(document(html)).blocks).toEqual([{ kind: 'paragraph', text: [{ text: html }] }])
  })

  it.each(['javascript:alert', 'data:text/html,x', 'http://a.example', '//a.example', 'JAVASCRIPT:x'])(
    'links not to %s',
    (href) => {
      expect(() => parseDocument(document(`[here](${href})`))).toThrow(`links to ${href}`)
    },
  )

  it.each([
    ['', 'does not begin with a line “# Title”'],
    ['Terms\n\nVersion: 1\n\nText', 'does not begin with a line “# Title”'],
    ['# Terms\n\nText', 'has no line “Version: …”'],
    ['# Terms\n\nVersion: a b\n\nText', 'has no line “Version: …”'],
    ['# Terms\n\nVersion: 1\n', 'has no text'],
    [document('### Deep'), 'has the line “### Deep”'],
    [document('## Who\nmay play'), 'has the line “## Who”'],
  ])('is none where it is %j', (source, problem) => {
    expect(() => parseDocument(source)).toThrow(problem)
  })
})

describe('the documents', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'terms-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  const refused = async () => {
    const error: unknown = await openTerms(folder).catch((reason: unknown) => reason)
    return isStartupError(error) ? error.message : expect.fail('it started')
  }

  it('that come with the program are in every language, each with its own title', async () => {
    const { page, current } = await openTerms(undefined)
    expect(current).toEqual({ terms: '1', privacy: '1' })
    for (const name of termsDocuments) {
      const pages = usableLanguages.map(({ id }) => page(name, id))
      for (const one of pages) expect(termsPageSchema.parse(one)).toEqual(one)
      expect(pages.map(({ language }) => language)).toEqual(usableLanguages.map(({ id }) => id))
      expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
      // Said in every language, so that no translation has lost a part.
      expect(new Set(pages.map(({ blocks }) => blocks.map(({ kind }) => kind).join())).size).toBe(1)
    }
  })

  it('of the operator take the place of those, in English where another language is missing', async () => {
    await write('terms.en-US.md', document('Ours', '2027-01-01'))
    await write('terms.pt-BR.md', document('Nossos', '2027-01-01'))
    await write('notes.txt', 'not looked at')
    const { page, current } = await openTerms(folder)
    expect(current).toEqual({ terms: '2027-01-01', privacy: '1' })
    const textIn = (language: string) => page('terms', language)
    expect(textIn('pt-BR')).toMatchObject({
      language: 'pt-BR',
      blocks: [{ kind: 'paragraph', text: [{ text: 'Nossos' }] }],
    })
    for (const language of ['ja-JP', 'zh-CN', 'xx'])
      expect(textIn(language)).toMatchObject({ language: 'en-US', version: '2027-01-01' })
    expect(page('privacy', 'ja-JP').language).toBe('ja-JP')
  })

  it('that are wrong keep the program from starting, and the file is named', async () => {
    await write('terms.en-US.md', 'Terms')
    expect(await refused()).toBe(`${join(folder, 'terms.en-US.md')} does not begin with a line “# Title”.`)
    await write('terms.en-US.md', document('Ours', '2'))
    await write('terms.ja-JP.md', document('Ours', '1'))
    expect(await refused()).toContain('terms.*.md have more than one version: 2, 1')
    await rm(join(folder, 'terms.ja-JP.md'))
    await write('imprint.en-US.md', document('Ours'))
    expect(await refused()).toContain('imprint.en-US.md is no document; name it like terms.en-US.md')
    await rm(join(folder, 'imprint.en-US.md'))
    await write('privacy.ja-JP.md', document('Ours'))
    expect(await refused()).toContain('privacy.en-US.md is missing')
    folder = join(folder, 'nothing')
    expect(await openTerms(folder).catch(({ message }) => message)).toContain(
      'can’t be read; check TERMS_DIR',
    )
    folder = join(folder, '..')
  })
})
