import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AcceptedTerms,
  type TermsDocument,
  type TermsPage,
  termsDocuments,
} from '@minefall/shared/contracts/rest'
import { fallbackLanguage, type LanguageId, usableLanguage } from '@minefall/shared/languages'
import { startupError } from '@minefall/shared/node'
import { DocumentError, parseDocument } from './markdown.ts'

export type Terms = {
  /** The versions that hold now. */
  current: AcceptedTerms
  /** A document in this language, or in English. */
  page(document: TermsDocument, language?: string): TermsPage
}

/** Every document in each language that it is written in; English is among them. */
type Documents = ReadonlyMap<TermsDocument, ReadonlyMap<string, TermsPage>>

/** The texts that come with the program. The built code reads them in the sources. */
const ownFolder = fileURLToPath(new URL('../../src/terms/documents/', import.meta.url))

const isDocument = (name: string): name is TermsDocument => termsDocuments.some((one) => one === name)

const placeOf = (file: string): { document: TermsDocument; language: LanguageId } | null => {
  const [, name = '', letters = ''] = /^([a-z-]+)\.([A-Za-z-]+)\.md$/.exec(file) ?? []
  const language = usableLanguage(letters)
  return isDocument(name) && language !== undefined ? { document: name, language } : null
}

/** The parsed files of one folder, those in one document of one version. Throws a start-up error that names the file. */
const readFolder = async (folder: string): Promise<Documents> => {
  const refuse = (file: string, problem: string, cause?: unknown): never => {
    throw startupError(`${join(folder, file)} ${problem}.`, cause)
  }
  const names = await readdir(folder).catch((error: unknown) =>
    refuse('', 'can’t be read; check TERMS_DIR', error),
  )
  const documents = new Map<TermsDocument, Map<string, TermsPage>>()
  for (const file of names.filter((name) => name.endsWith('.md')).sort()) {
    const place = placeOf(file)
    if (!place)
      return refuse(file, `is no document; name it like terms.en-US.md (${termsDocuments.join(', ')})`)
    const { document, language } = place
    const pages = documents.get(document) ?? new Map<string, TermsPage>()
    try {
      const parsed = parseDocument(await readFile(join(folder, file), 'utf8'))
      pages.set(language, { document, language, ...parsed })
    } catch (error) {
      refuse(file, error instanceof DocumentError ? error.message : 'can’t be read', error)
    }
    documents.set(document, pages)
  }
  for (const [document, pages] of documents) {
    if (!pages.has(fallbackLanguage)) refuse(`${document}.${fallbackLanguage}.md`, 'is missing')
    const versions = new Set([...pages.values()].map(({ version }) => version))
    if (versions.size > 1)
      refuse(`${document}.*.md`, `have more than one version: ${[...versions].join(', ')}`)
  }
  return documents
}

/**
 * Reads the documents of the operator's folder, and the program's own for those that are not in it. Rejects with a start-up
 * error that names the file that is wrong.
 */
export const openTerms = async (folder: string | undefined): Promise<Terms> => {
  const own = await readFolder(ownFolder)
  const documents: Documents = folder === undefined ? own : new Map([...own, ...(await readFolder(folder))])
  const page = (document: TermsDocument, language: string = fallbackLanguage): TermsPage => {
    const pages = documents.get(document)
    const found = pages?.get(usableLanguage(language) ?? fallbackLanguage) ?? pages?.get(fallbackLanguage)
    if (!found) throw new Error(`there is no document ${document}`)
    return found
  }
  return { current: { terms: page('terms').version, privacy: page('privacy').version }, page }
}
