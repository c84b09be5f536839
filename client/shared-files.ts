import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Modules of a folder by their names, with all of a name where it has no ending. Throws for a name that nothing has any more:
 * unseen, pages would ask for more and smaller files.
 */
const of = (folder: string, names: string): string[] => {
  const files = readdirSync(root + folder)
  return names.split(' ').flatMap((name) => {
    const named = files.filter((file) => file === name || file.startsWith(`${name}.`))
    if (named.length === 0) throw new Error(`${folder} has no ${name}`)
    return named.map((file) => `${root}${folder}/${file}`)
  })
}

const files: Record<string, string[]> = {
  // What the page without a network begins with too.
  base: [
    ...of('shared/src/languages', 'index'),
    ...of('client/src/i18n', 'language-key'),
    ...of('client/src/lib', 'server-back storage'),
  ],
  // What an idle page has too.
  small: [
    ...of('client/src/lib', 'draw-uuid media use-seen'),
    ...of('client/src/parts', 'table-name'),
    ...of('client/src/ui', 'BoardFlag RingHalves board-figure'),
    ...of('client/src/analytics', 'consent'),
    ...of('client/src/features/invite', 'invitation-link'),
    ...of('shared/src/rules', 'index'),
    ...of('shared/src/game', 'events'),
  ],
  // Faces of players, and of what is empty.
  faces: of('client/src/ui', 'Avatar avatars Emote EmptyState.tsx'),
  // Any page says these, in a few words.
  'words.en-US': of('client/src/i18n/locales/en-US', 'ui connection panels'),
  // The cards of tables, on Home behind the first view.
  tables: [
    ...of('client/src/features/lobby', 'AllTables TableList TableCard QueueChoice choice'),
    ...of('client/src/ui', 'IsoBoard StillBoard iso'),
    ...of('client/src/calls', 'catalogue'),
    ...of('shared/src/contracts/rest', 'tables'),
    ...of('shared/src/contracts/calls', 'game'),
  ],
  // The checks of what comes in, as small ones have them.
  zod: [
    ...of(
      'node_modules/zod/v4/core',
      'util.js core.js errors.js parse.js regexes.js checks.js doc.js versions.js schemas.js api.js',
    ),
    ...of('node_modules/zod/v4/mini', 'schemas.js'),
  ],
  calls: [
    ...of('client/src/calls', 'bearer-call renew-token tab-lock api send-as-player'),
    ...of('client/src/lib', 'upload http public-config'),
    ...of('shared/src/contracts/calls', 'session'),
    ...of('shared/src/contracts/rest', 'public-config'),
  ],
  contact: [
    ...of('shared/src/contact', 'countries detect dial-code normalize'),
    ...of('client/src/machines/login', 'types'),
  ],
  hashes: [
    ...of('node_modules/@noble/hashes', 'utils.js hmac.js _u64.js _md.js sha2.js'),
    ...of('shared/src/fairness', 'bytes'),
  ],
  notices: [
    ...of('shared/src/notices', 'account-notices general-notices index notices play-notices product-notices'),
    ...of('client/src/calls', 'notices'),
  ],
  chat: [
    ...of('client/src/features/chat', 'ChatButton.tsx chat who widget'),
    ...of('client/src/features/chat/line', 'kept-writing line outbox'),
  ],
  parts: [
    ...of('client/src/ui', 'Chip ConnectionBadge Glyph Note ProgressBar SeatMark Segments'),
    ...of('client/src/lib', 'countdown percent refused share-link use-mounted use-online utc-day'),
    ...of('client/src/parts', 'PlayerName'),
    ...of('client/src/features/safer-play', 'reminder-tally'),
    ...of('client/src/features/panels', 'panels'),
    ...of('client/src/board/model', 'coordinates'),
  ],
  // The board as a grid, and a tile of it as Home explains it.
  board: [
    ...of('client/src/board/model', 'focus label practice'),
    ...of('client/src/board/grid', 'BoardGrid'),
    ...of('client/src/board/layout', 'layout'),
  ],
  tile: [
    ...of('client/src/board/model', 'mine-art scene'),
    ...of('client/src/board/grid', 'TileFace tile.module.css'),
  ],
  'safer-play': [
    ...of('client/src/features/safer-play', 'Barred barred limits play-refusal use-play'),
    ...of('client/src/lib', 'typed-amount'),
  ],
  seats: [
    ...of('client/src/ui', 'SeatDial TurnRing'),
    ...of('client/src/features/match', 'names use-cues'),
    ...of('client/src/lib', 'haptics'),
    ...of('client/src/machines/match', 'facts'),
  ],
  'follow-players': [
    ...of('client/src/features/follow', 'FollowButton follow queries'),
    ...of('shared/src/contracts/calls', 'follow'),
    ...of('shared/src/contracts/rest', 'follow'),
  ],
}

const fileOf = new Map(Object.entries(files).flatMap(([name, modules]) => modules.map((id) => [id, name])))

/**
 * The file of the build that has a module which several screens share: alone each would be one of a few hundred bytes,
 * and a page waits for every file. Modules of one file are wanted together, and none imports at once what comes in later
 * than the others.
 */
export const sharedFileOf = (module: string): string | null =>
  fileOf.get(module.replace(/[?#].*/, '')) ?? null
