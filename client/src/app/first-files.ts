import { detectLanguage } from '@minefall/shared/languages'
import { languageKey } from '../i18n/language-key.ts'
import { localStore } from '../lib/storage.ts'

/** The files of a build that Home is made of, as addresses on our own origin. */
export type HomeFiles = {
  /** Its scripts and styles: it is shown once they are there. */
  screen: readonly string[]
  /** Its texts in each language. */
  texts: Readonly<Record<string, readonly string[]>>
  /** The code of its calls and of the connection, which follow the first paint. */
  after: readonly string[]
}

/** Put in by the build, null for the offline page; in development everything is asked for by anyone who imports it. */
declare const homeFiles: HomeFiles | null | undefined

const ask = (file: string, priority: 'auto' | 'low') => {
  const link = document.createElement('link')
  if (file.endsWith('.js')) link.rel = 'modulepreload'
  else {
    link.rel = 'preload'
    link.as = 'style'
  }
  link.crossOrigin = ''
  link.fetchPriority = priority
  link.href = file
  document.head.append(link)
}

/** Asks for all that Home needs at once: without it each file waits for the script that imports it to be run. */
export const askForHome = (): void => {
  if (typeof homeFiles === 'undefined' || !homeFiles || window.location.pathname !== '/') return
  const { screen, texts, after } = homeFiles
  const language = detectLanguage(localStore.get(languageKey), navigator.languages)
  for (const file of [...screen, ...(texts[language] ?? [])]) ask(file, 'auto')
  for (const file of after) ask(file, 'low')
}
