import { fallbackLanguage, type LanguageId } from '@minefall/shared/languages'
import type { BuiltPage } from '@minefall/shared/views'
import type { Rolldown } from 'vite'
import { addressOf, chunkOf, filesWith } from './bundle-files.ts'

/** The screen itself, as `src/app/screens.tsx` shows it. */
export const homeModules = ['src/app/layout/MainLayout.tsx', 'src/features/home/Home.tsx']

/** What follows the first view of any page. */
export const followModules = [
  'src/app/follow.ts',
  'src/machines/session/actor.ts',
  'src/machines/connection/actor.ts',
  'src/calls/Queries.tsx',
]

const inLayout = ['connection', 'panels', 'ui']

/** What each page is made of: its screen, the parts of it that come in later, those that wait for an idle page, and its texts. */
const pages: Record<BuiltPage, { screen: string[]; parts: string[]; idle: string[]; texts: string[] }> = {
  home: {
    screen: homeModules,
    parts: ['src/features/home/LiveBoard.tsx', 'src/features/lobby/AllTables.tsx'],
    idle: ['src/features/home/BelowTables.tsx', 'src/features/home/PlayerAction.tsx'],
    texts: [...inLayout, 'home', 'lobby'],
  },
  games: {
    screen: ['src/app/layout/MainLayout.tsx', 'src/features/lobby/GameCenter.tsx', 'src/calls/Queries.tsx'],
    parts: [],
    idle: [],
    texts: [...inLayout, 'lobby'],
  },
  game: {
    screen: ['src/features/match/GameScreen.tsx', 'src/calls/Queries.tsx'],
    parts: [],
    idle: [],
    texts: [...inLayout, 'match', 'board', 'errors', 'notices', 'lobby', 'settings'],
  },
}

/** Of the list of tables, and of the connection. */
const live = ['src/calls/catalogue.ts', ...followModules, 'src/machines/connection/with-link.ts']

/** Addresses of the files of a build that a page asks for besides those that index.html names. */
export type PageFiles = {
  styles: readonly string[]
  /** The scripts of its screen and its texts: it answers once they are there. */
  scripts: readonly string[]
  /** Those of its calls and of the connection, which follow. */
  after: readonly string[]
}

/** Lists them. Throws when a module of the page has moved. */
export const pageFilesOf = (
  bundle: Rolldown.OutputBundle,
  page: BuiltPage,
  language: LanguageId,
): PageFiles => {
  const { screen, parts, idle, texts } = pages[page]
  const seen = new Set(filesWith(bundle, chunkOf(bundle, 'index.html').fileName))
  /** What these modules come with and none before did. */
  const filesOf = (modules: readonly string[]) => {
    const files = new Set(
      modules.flatMap((module) => [...filesWith(bundle, chunkOf(bundle, module).fileName)]),
    )
    const fresh = [...files].filter((file) => !seen.has(file))
    for (const file of fresh) seen.add(file)
    return fresh
  }
  const textsOf = texts.map((namespace) => `src/i18n/locales/${language}/${namespace}.json`)
  // The page's own scripts have the list of the language that everything falls back to.
  const list = language === fallbackLanguage ? [] : [`src/i18n/locales/${language}/files.ts`]
  const first = filesOf([...screen, ...list, ...textsOf])
  const later = filesOf([...parts, ...live])
  const named = (files: readonly string[], end: string) =>
    files.filter((file) => file.endsWith(end)).map(addressOf)
  return {
    styles: named([...first, ...later, ...filesOf(idle)], '.css'),
    scripts: named(first, '.js'),
    after: named(later, '.js'),
  }
}
