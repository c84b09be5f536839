import { type LanguageId, usableLanguages } from '../languages/index.ts'

/** What of its visitor the HTML of a page depends on. */
export type View = { language: LanguageId; who: 'guest' | 'player' }

const everyone = ['guest', 'player'] as const

/** Each that a page is built for. */
export const views: readonly View[] = usableLanguages.flatMap(({ id: language }) =>
  everyone.map((who) => ({ language, who })),
)

/** The cookie in which a browser keeps the name of its view. */
export const viewCookie = 'view'

/** A view's name: `ja-JP.guest`. */
export const viewName = ({ language, who }: View): string => `${language}.${who}`

/** The view of that name; undefined for anything else. */
export const readView = (name: string): View | undefined => views.find((view) => viewName(view) === name)

/**
 * The pages whose HTML is built: the address that each is built at, and those that it is the first view of, with their
 * queries. What any other address shows may differ.
 */
const builtPages = [
  { name: 'home', at: '/', of: /^\/(?:\?invite=\d+)?$/ },
  { name: 'games', at: '/games', of: /^\/games$/ },
  { name: 'game', at: '/game/mines-trial', of: /^\/game\/[^/?]+(?:\?.*)?$/ },
] as const

export type BuiltPage = (typeof builtPages)[number]['name']

/** The names of all, with the address that each is built at. */
export const pagesToBuild: readonly { name: BuiltPage; at: string }[] = builtPages

/** Which of them an address is shown as, a path with its query; undefined for none. */
export const builtPageOf = (address: string): BuiltPage | undefined =>
  builtPages.find(({ of }) => of.test(address))?.name

/** Where the build puts a page's HTML, in the folder of the client: hidden, as no one asks for it by that name. */
export const viewFile = (page: BuiltPage, view: View): string => `.views/${page}.${viewName(view)}.html`
