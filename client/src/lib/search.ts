import type { Asset, MatchId } from '@minefall/shared/game'

/** The modals that have a path too, which leads to their address over Home. */
export const modalPaths = ['profile', 'wallet', 'deposit', 'withdraw'] as const

/** The modals over Home that are a player's own: a guest is asked to log in. */
export const ownModals = [...modalPaths, 'history', 'vip', 'activities', 'invite', 'play'] as const
export type OwnModal = (typeof ownModals)[number]

/** The modals over Home that guests may open too. */
const openModals = ['themes', 'settings'] as const

/** The modals that have an address over Home. */
export const modalNames = [...ownModals, ...openModals] as const
export type ModalName = (typeof modalNames)[number]

export const isOwnModal = (name: ModalName): name is OwnModal => ownModals.some((own) => own === name)

/** What the profile changes, each with its own address. */
export const profileTabs = ['avatar', 'phone', 'email', 'nickname'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** What the wallet shows below the balance, besides the statement. */
export const walletTabs = ['deposits', 'withdrawals'] as const
export type WalletTab = (typeof walletTabs)[number]

/**
 * `tab` is there with the profile and the wallet, `asset` with the history: which coins it is about. `step` is how far a
 * deposit, a withdrawal or a custom theme is, `order` which of them is shown, in the wallet or while it is paid.
 */
export type HomeSearch = {
  modal?: ModalName
  tab?: ProfileTab | WalletTab
  asset?: Asset
  step?: string
  order?: string
  /** Of a theme that is shared: seven colors as `rrggbb`, joined by `-`, and what it is called. */
  colors?: string
  name?: string
}

/** What players are listed by. */
export const boardNames = ['rating', 'accuracy'] as const
export type BoardName = (typeof boardNames)[number]

/**
 * The game route's query: `match` to return to, watch or replay one; `stake` and `asset` choose the queue;
 * `ply` is the move a replay stands at.
 */
export type MatchSearch = { match?: MatchId; stake?: string; asset?: Asset; ply?: number }

type Query = Record<string, unknown>

const isModal = (value: unknown): value is ModalName => modalNames.some((name) => name === value)
export const isProfileTab = (value: unknown): value is ProfileTab =>
  profileTabs.some((name) => name === value)
export const isWalletTab = (value: unknown): value is WalletTab => walletTabs.some((name) => name === value)
const isStep = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{1,20}$/.test(value)
const isOrderId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const isAsset = (value: unknown): value is Asset => value === 'coin' || value === 'promo' || value === 'trial'
const isColors = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{6}(-[0-9a-f]{6}){6}$/i.test(value)
const isThemeName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && [...value].length <= 24
const isMatchId = (value: unknown): value is MatchId =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)

const stakeOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value) ? value : null

/** A number, or what an address holds of one. */
const plyOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^[0-9]{1,6}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null
}

/** Keeps what Home knows and drops the rest of a query. */
export const parseHomeSearch = ({ modal, tab, asset, step, order, colors, name }: Query): HomeSearch => {
  if (!isModal(modal)) return {}
  switch (modal) {
    case 'history':
      return { modal, ...(isAsset(asset) ? { asset } : {}) }
    case 'profile':
      return { modal, ...(isProfileTab(tab) ? { tab } : {}) }
    case 'wallet':
      return { modal, ...(isWalletTab(tab) ? { tab } : {}), ...(isOrderId(order) ? { order } : {}) }
    case 'vip':
    case 'activities':
    case 'invite':
    case 'play':
    case 'settings':
      return { modal }
    case 'themes':
      return {
        modal,
        ...(isStep(step) ? { step } : {}),
        ...(isColors(colors) ? { colors, ...(isThemeName(name) ? { name } : {}) } : {}),
      }
    case 'deposit':
    case 'withdraw':
      return { modal, ...(isStep(step) ? { step } : {}), ...(isOrderId(order) ? { order } : {}) }
  }
}

/** Keeps the well-formed parts of a game's query and drops the others. */
export const parseMatchSearch = (query: Query): MatchSearch => {
  const stake = stakeOf(query.stake)
  const ply = plyOf(query.ply)
  return {
    ...(isMatchId(query.match) ? { match: query.match } : {}),
    ...(stake === null ? {} : { stake }),
    ...(isAsset(query.asset) ? { asset: query.asset } : {}),
    ...(ply === null ? {} : { ply }),
  }
}

/** Which of the leaderboards is shown: that of ratings unless the query names the other. */
export const parseBoardSearch = ({ by }: Query): { by?: BoardName } => (by === 'accuracy' ? { by } : {})

/** What an address opens over Home; the profile has its own test page too. */
export const addressed = (pathname: string, search: Query): HomeSearch => {
  if (pathname === '/') return parseHomeSearch(search)
  return pathname === '/test/profile-modal' ? parseHomeSearch({ ...search, modal: 'profile' }) : {}
}
