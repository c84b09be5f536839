import { fallbackLanguage, usableLanguages } from '@minefall/shared/languages'
import type { Rolldown } from 'vite'
import { addressOf, chunkOf, filesWith } from './bundle-files.ts'
import type { HomeFiles } from './src/app/first-files.ts'

/** The screen itself, as `src/app/routes.tsx` shows it. */
export const homeModules = ['src/app/layout/MainLayout.tsx', 'src/features/home/Home.tsx']
const namespaces = ['connection', 'panels', 'ui', 'home', 'lobby']
/** Of the list of tables, and of the connection. */
const after = ['src/calls/catalogue.ts', 'src/machines/connection/with-link.ts']

/** Lists what Home needs of a build besides the files that index.html names. Throws when a module of it has moved. */
export const homeFilesOf = (bundle: Rolldown.OutputBundle): HomeFiles => {
  const named = filesWith(bundle, chunkOf(bundle, 'index.html').fileName)
  const addressesOf = (modules: readonly string[]): string[] => {
    const files = new Set(
      modules.flatMap((module) => [...filesWith(bundle, chunkOf(bundle, module).fileName)]),
    )
    return [...files].filter((file) => /\.(?:js|css)$/.test(file) && !named.has(file)).map(addressOf)
  }
  const first = addressesOf(homeModules)
  const textsOf = (language: string) => {
    const files = namespaces.map((namespace) => `src/i18n/locales/${language}/${namespace}.json`)
    // The page's own scripts have the list of the language that everything falls back to.
    return addressesOf(
      language === fallbackLanguage ? files : [`src/i18n/locales/${language}/files.ts`, ...files],
    )
  }
  return {
    screen: first,
    texts: Object.fromEntries(usableLanguages.map(({ id }) => [id, textsOf(id)])),
    after: addressesOf(after).filter((file) => !first.includes(file)),
  }
}
