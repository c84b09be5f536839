/**
 * Modules that several screens share, by the file of the build that has them: alone each would be a file of a few hundred
 * bytes, and a page waits for every file. Modules of one file are wanted together, and none imports at once what comes in
 * later than the others.
 */
export const sharedFiles: Record<string, RegExp> = {
  // What the page without a network begins with too.
  base: /src\/(languages\/index|i18n\/language-key|lib\/(server-back|storage))\.ts/,
  // What an idle page has too.
  small:
    /src\/(lib\/(draw-uuid|media|use-seen)|parts\/table-name|ui\/(BoardFlag|board-figure)|analytics\/consent|features\/invite\/invitation-link|rules\/index|game\/events)\.(ts|module)/,
  // Faces of players, and of what is empty.
  faces: /client\/src\/ui\/((Avatar|avatars|Emote)\.|EmptyState\.tsx)/,
  // Any page says these, in a few words.
  'words.en-US': /locales\/en-US\/(ui|connection|panels)\.json/,
  // The cards of tables, on Home behind the first view.
  tables:
    /src\/(features\/lobby\/(AllTables|TableList|TableCard|QueueChoice|choice)|ui\/(IsoBoard|StillBoard|iso)|calls\/catalogue|contracts\/(rest\/tables|calls\/game))\./,
  // The checks of what comes in, as small ones have them.
  zod: /zod\/v4\/(core\/(util|core|errors|parse|regexes|checks|doc|versions|schemas|api)|mini\/schemas)\.js/,
  calls:
    /src\/(calls\/(bearer-call|renew-token|tab-lock|api|send-as-player)|lib\/(upload|http|public-config)|contracts\/(calls\/session|rest\/public-config))\.ts/,
  contact: /shared\/src\/contact\/(countries|detect|dial-code|normalize)\.|machines\/login\/types\./,
  hashes: /@noble\/hashes\/(utils|hmac|_u64|_md|sha2)\.js|fairness\/bytes\.ts/,
  notices: /src\/(notices\/[\w-]+|calls\/notices)\.ts/,
  chat: /features\/chat\/(ChatButton|chat|who|widget|line\/(kept-writing|line|outbox))\.tsx?/,
  parts:
    /client\/src\/(ui\/(Chip|ConnectionBadge|Glyph|Note|ProgressBar|SeatMark|Segments)|lib\/(countdown|percent|refused|share-link|use-mounted|use-online|utc-day)|parts\/PlayerName|features\/safer-play\/reminder-tally|features\/panels\/panels|board\/model\/coordinates)\./,
  // The board as a grid, and a tile of it as Home explains it.
  board: /client\/src\/board\/(model\/(focus|label|practice)|grid\/(Board|BoardGrid)|layout\/layout)\./,
  tile: /client\/src\/board\/(model\/(mine-art|scene)|grid\/(TileFace|tile\.module))\./,
  'safer-play': /features\/safer-play\/(Barred|barred|limits|play-refusal|use-play)\.|lib\/typed-amount\./,
  seats:
    /src\/(ui\/(SeatDial|TurnRing)|features\/match\/(names|use-cues)|lib\/haptics|machines\/match\/facts)\./,
  'follow-players':
    /src\/(features\/follow\/(FollowButton|follow|queries)|contracts\/(calls|rest)\/follow)\./,
}
